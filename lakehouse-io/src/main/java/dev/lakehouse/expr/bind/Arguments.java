package dev.lakehouse.expr.bind;

import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.expr.Call;
import dev.lakehouse.expr.Cast;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.types.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The arguments of one call, bound, and what its rules do with them: cast them unasked, find their
 * common type, refuse them.
 */
final class Arguments {
  private final Call call;
  private final List<Bound> bound;
  private final Expression whole;
  private final ConstantFolder folder;

  Arguments(Call call, List<Bound> bound, Expression whole, ConstantFolder folder) {
    this.call = call;
    this.bound = bound;
    this.whole = whole;
    this.folder = folder;
  }

  Call call() {
    return call;
  }

  int size() {
    return bound.size();
  }

  List<Bound> all() {
    return bound;
  }

  Bound get(int index) {
    return bound.get(index);
  }

  DataType type(int index) {
    return bound.get(index).type();
  }

  List<Bound> from(int index) {
    return bound.subList(index, bound.size());
  }

  /** The same call over other arguments. */
  Arguments with(List<Bound> others) {
    return new Arguments(call, others, whole, folder);
  }

  /** The call over {@code arguments}, computed already if they are constant. */
  Bound apply(List<Bound> arguments, DataType type) {
    return folded(new Bound.Application(call.operator(), arguments, type, call));
  }

  /** The call over these arguments as they are. */
  Bound apply(DataType type) {
    return apply(bound, type);
  }

  Bound folded(Bound expression) {
    return folder.folded(expression);
  }

  /** {@code operand} as {@code type}, by a cast where it is of another type. */
  Bound convert(Bound operand, DataType type) {
    if (operand.type().equals(type)) {
      return operand;
    }
    return folded(new Bound.Conversion(operand, type, Cast.OnFailure.ERROR, call));
  }

  List<Bound> convert(List<Bound> operands, DataType type) {
    return operands.stream().map(operand -> convert(operand, type)).toList();
  }

  /** The argument at {@code index} as {@code type}, if it is cast to that unasked. */
  Bound implicit(int index, DataType type) {
    Bound argument = bound.get(index);
    if (!CastRules.isImplicit(argument.type(), type)) {
      throw refused(index, type.toString());
    }
    return convert(argument, type);
  }

  /** All arguments as {@code type}. */
  List<Bound> implicit(DataType type) {
    List<Bound> converted = new ArrayList<>();
    for (int i = 0; i < bound.size(); i++) {
      converted.add(implicit(i, type));
    }
    return converted;
  }

  /** The argument at {@code index} as bytes if it is bytes, else as text. */
  Bound textOrBytes(int index) {
    return type(index) == DataType.BINARY ? get(index) : implicit(index, DataType.STRING);
  }

  /** The argument at {@code index} as a number: text and null as a double. */
  Bound number(int index) {
    DataType type = type(index);
    if (type == DataType.STRING || type == DataType.VOID) {
      return convert(get(index), DataType.DOUBLE);
    } else if (!TypeClass.isNumber(type)) {
      throw refused(index, "a number");
    }
    return get(index);
  }

  /** The argument at {@code index}, which must be constant. */
  Bound.Constant constant(int index, DataType type) {
    Bound argument = implicit(index, type);
    if (argument instanceof Bound.Constant constant) {
      return constant;
    }
    throw refused(index, "a constant " + type);
  }

  /** The type that all of {@code operands} are brought to. */
  DataType widest(List<Bound> operands) {
    return common(operands, CommonTypes::widest);
  }

  /** As {@link #widest}, but text and other types do not go together. */
  DataType tightest(List<Bound> operands) {
    return common(operands, CommonTypes::tightest);
  }

  private interface Rule {
    Optional<DataType> of(DataType left, DataType right);
  }

  private DataType common(List<Bound> operands, Rule rule) {
    DataType type = DataType.VOID;
    for (Bound operand : operands) {
      DataType soFar = type;
      type =
          rule.of(type, operand.type())
              .orElseThrow(
                  () ->
                      failure("mixes " + soFar + " and " + operand.type() + ": cast one of them"));
    }
    return type;
  }

  ExpressionException refused(int index, String wanted) {
    Expression argument = call.arguments().get(Math.min(index, call.arguments().size() - 1));
    return failure("needs " + wanted + " where '" + argument + "' is " + type(index));
  }

  ExpressionException failure(String what) {
    return failure(call, whole, what);
  }

  static ExpressionException failure(Expression part, Expression whole, String what) {
    String within = part.equals(whole) ? "" : " in '" + whole + "'";
    return new ExpressionException("'" + part + "'" + within + " " + what);
  }
}
