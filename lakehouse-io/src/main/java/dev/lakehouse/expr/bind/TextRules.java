package dev.lakehouse.expr.bind;

import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Types of functions of text and bytes. */
final class TextRules {
  private TextRules() {}

  /** The bound call; empty if it is no function of text. */
  static Optional<Bound> bind(Arguments arguments) {
    return switch (arguments.call().operator()) {
      case CONCAT -> Optional.of(concat(arguments));
      case CONCAT_WS -> Optional.of(concatWithSeparator(arguments));
      case LOWER, UPPER, TRIM, LTRIM, RTRIM, REPLACE ->
          Optional.of(arguments.apply(arguments.implicit(DataType.STRING), DataType.STRING));
      case LENGTH -> Optional.of(arguments.apply(List.of(arguments.textOrBytes(0)), DataType.INT));
      case SUBSTRING, LEFT -> Optional.of(part(arguments, arguments.textOrBytes(0)));
      case RIGHT -> Optional.of(part(arguments, arguments.implicit(0, DataType.STRING)));
      default -> Optional.empty();
    };
  }

  private static Bound part(Arguments arguments, Bound text) {
    List<Bound> parameters = new ArrayList<>();
    parameters.add(text);
    for (int i = 1; i < arguments.size(); i++) {
      parameters.add(arguments.implicit(i, DataType.INT));
    }
    return arguments.apply(parameters, text.type());
  }

  private static Bound concat(Arguments arguments) {
    boolean arrays = arguments.all().stream().anyMatch(a -> a.type() instanceof ArrayType);
    if (arrays) {
      DataType type = arguments.widest(arguments.all());
      return arguments.apply(arguments.convert(arguments.all(), type), type);
    }
    boolean bytes =
        arguments.size() > 0 && arguments.all().stream().allMatch(a -> a.type() == DataType.BINARY);
    return bytes
        ? arguments.apply(DataType.BINARY)
        : arguments.apply(arguments.implicit(DataType.STRING), DataType.STRING);
  }

  private static Bound concatWithSeparator(Arguments arguments) {
    List<Bound> texts = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      boolean array = i > 0 && arguments.type(i) instanceof ArrayType;
      texts.add(
          array
              ? arguments.convert(arguments.get(i), DataType.array(DataType.STRING))
              : arguments.implicit(i, DataType.STRING));
    }
    return arguments.apply(texts, DataType.STRING);
  }
}
