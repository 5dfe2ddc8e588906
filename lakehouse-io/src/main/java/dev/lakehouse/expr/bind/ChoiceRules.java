package dev.lakehouse.expr.bind;

import dev.lakehouse.expr.Operator;
import dev.lakehouse.types.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Types of what chooses among values. */
final class ChoiceRules {
  private ChoiceRules() {}

  /** The bound call; empty if it is no choice. */
  static Optional<Bound> bind(Arguments arguments) {
    return switch (arguments.call().operator()) {
      case CASE, IF -> Optional.of(cases(arguments));
      case COALESCE -> {
        DataType type = arguments.widest(arguments.all());
        yield Optional.of(arguments.apply(arguments.convert(arguments.all(), type), type));
      }
      case NULLIF -> Optional.of(nullif(arguments));
      case GREATEST, LEAST -> Optional.of(extreme(arguments));
      default -> Optional.empty();
    };
  }

  /** Becomes a CASE with its ELSE. */
  private static Bound cases(Arguments arguments) {
    List<Bound> values = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      if (isValue(i, arguments.size())) {
        values.add(arguments.get(i));
      } else if (arguments.type(i) != DataType.BOOLEAN) {
        throw arguments.refused(i, "a condition");
      }
    }
    DataType type = arguments.widest(values);
    List<Bound> result = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      Bound argument = arguments.get(i);
      result.add(isValue(i, arguments.size()) ? arguments.convert(argument, type) : argument);
    }
    if (arguments.size() % 2 == 0) {
      result.add(new Bound.Constant(type, null));
    }
    return arguments.folded(new Bound.Application(Operator.CASE, result, type, arguments.call()));
  }

  private static boolean isValue(int index, int size) {
    return index % 2 == 1 || index == size - 1;
  }

  /** Keeps the type of the first; the comparison has a type of its own. */
  private static Bound nullif(Arguments arguments) {
    DataType left = arguments.type(0);
    DataType right = arguments.type(1);
    DataType common =
        CommonTypes.forComparison(left, right)
            .orElseThrow(() -> arguments.failure("compares " + left + " with " + right));
    Binder.requireOrdered(arguments, common);
    List<Bound> compared = arguments.convert(arguments.all(), common);
    return arguments.apply(List.of(arguments.get(0), compared.get(0), compared.get(1)), left);
  }

  private static Bound extreme(Arguments arguments) {
    DataType type = arguments.tightest(arguments.all());
    Binder.requireOrdered(arguments, type);
    return arguments.apply(arguments.convert(arguments.all(), type), type);
  }
}
