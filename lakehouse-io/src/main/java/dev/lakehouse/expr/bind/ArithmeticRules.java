package dev.lakehouse.expr.bind;

import dev.lakehouse.expr.Literal;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;

/** Types of arithmetic. */
final class ArithmeticRules {
  private ArithmeticRules() {}

  /** The bound call; empty if it is no arithmetic. */
  static Optional<Bound> bind(Arguments arguments) {
    return switch (arguments.call().operator()) {
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER, INTEGER_DIVIDE, PMOD ->
          Optional.of(binary(arguments));
      case NEGATE, ABS -> Optional.of(unary(arguments));
      case POSITIVE -> Optional.of(arguments.number(0));
      case CEIL, FLOOR -> Optional.of(arguments.size() == 1 ? whole(arguments) : scaled(arguments));
      case ROUND -> Optional.of(round(arguments));
      case ISNAN -> Optional.of(isNan(arguments));
      default -> Optional.empty();
    };
  }

  private static Bound unary(Arguments arguments) {
    Bound operand = arguments.number(0);
    return arguments.apply(List.of(operand), operand.type());
  }

  private static Bound isNan(Arguments arguments) {
    Bound operand = arguments.number(0);
    Bound floating =
        TypeClass.isFloating(operand.type())
            ? operand
            : arguments.convert(operand, DataType.DOUBLE);
    return arguments.apply(List.of(floating), DataType.BOOLEAN);
  }

  // Two operands.

  private static Bound binary(Arguments arguments) {
    DataType left = arguments.type(0);
    DataType right = arguments.type(1);
    Optional<DataType> ofText = CommonTypes.ofText(left, right);
    if (ofText.isPresent() && !TypeClass.isDateOrTime(ofText.get())) {
      List<Bound> numbers = arguments.convert(arguments.all(), ofText.get());
      return numeric(arguments.with(numbers), ofText.get(), ofText.get());
    } else if (left == DataType.DATE || right == DataType.DATE) {
      return ofDate(arguments);
    } else if (left == DataType.VOID || right == DataType.VOID) {
      return ofNull(arguments, left == DataType.VOID ? right : left);
    }
    return numeric(arguments, left, right);
  }

  private static Bound ofNull(Arguments arguments, DataType other) {
    DataType type = other == DataType.VOID ? DataType.DOUBLE : other;
    boolean whole =
        other == DataType.VOID && arguments.call().operator() == Operator.INTEGER_DIVIDE;
    return numeric(arguments, whole ? DataType.LONG : type, whole ? DataType.LONG : type);
  }

  private static Bound ofDate(Arguments arguments) {
    boolean dateFirst = arguments.type(0) == DataType.DATE;
    boolean adds = arguments.call().operator() == Operator.ADD;
    DataType days = arguments.type(dateFirst ? 1 : 0);
    boolean isDays =
        days == DataType.INT
            || days == DataType.SHORT
            || days == DataType.BYTE
            || days == DataType.VOID;
    boolean computes = adds || (dateFirst && arguments.call().operator() == Operator.SUBTRACT);
    if (!isDays || !computes) {
      throw arguments.failure(
          "computes with a date and " + days + "; a date takes a whole number of days");
    }
    Bound date = arguments.get(dateFirst ? 0 : 1);
    Bound number = arguments.convert(arguments.get(dateFirst ? 1 : 0), DataType.INT);
    return arguments.folded(
        new Bound.Application(
            adds ? Operator.DATE_ADD : Operator.DATE_SUB,
            List.of(date, number),
            DataType.DATE,
            arguments.call()));
  }

  private static Bound numeric(Arguments arguments, DataType left, DataType right) {
    if (!TypeClass.isNumber(left) || !TypeClass.isNumber(right)) {
      throw arguments.failure("computes with " + left + " and " + right + ", not numbers");
    }
    Operator operator = arguments.call().operator();
    boolean decimals = left instanceof DecimalType || right instanceof DecimalType;
    boolean floating = TypeClass.isFloating(left) || TypeClass.isFloating(right);
    if (operator == Operator.INTEGER_DIVIDE && floating) {
      throw arguments.failure("divides " + left + " by " + right + "; DIV takes no fractions");
    } else if (decimals && !floating) {
      return ofDecimals(arguments, left, right);
    } else if (operator == Operator.INTEGER_DIVIDE) {
      return ofType(arguments, DataType.LONG);
    } else if (operator == Operator.DIVIDE) {
      return ofType(arguments, DataType.DOUBLE);
    }
    return ofType(arguments, CommonTypes.tightest(left, right).orElseThrow());
  }

  private static Bound ofType(Arguments arguments, DataType type) {
    return arguments.apply(arguments.convert(arguments.all(), type), type);
  }

  private static Bound ofDecimals(Arguments arguments, DataType left, DataType right) {
    DecimalType a = decimal(arguments, 0, left);
    DecimalType b = decimal(arguments, 1, right);
    List<Bound> operands =
        List.of(arguments.convert(arguments.get(0), a), arguments.convert(arguments.get(1), b));
    if (arguments.call().operator() == Operator.INTEGER_DIVIDE) {
      return arguments.apply(operands, DataType.LONG);
    }
    return arguments.apply(operands, rule(arguments.call().operator()).apply(a, b));
  }

  private static BinaryOperator<DecimalType> rule(Operator operator) {
    return switch (operator) {
      case ADD, SUBTRACT -> CommonTypes.Decimals.SUM;
      case MULTIPLY -> CommonTypes.Decimals.PRODUCT;
      case DIVIDE -> CommonTypes.Decimals.QUOTIENT;
      default -> CommonTypes.Decimals.REMAINDER;
    };
  }

  /** A whole literal beside a decimal counts the digits it has, a tinyint apart. */
  private static DecimalType decimal(Arguments arguments, int index, DataType type) {
    if (arguments.call().argument(index) instanceof Literal literal
        && literal.value() instanceof Number number
        && TypeClass.isInteger(literal.type())
        && literal.type() != DataType.BYTE) {
      return new DecimalType(BigDecimal.valueOf(number.longValue()).precision(), 0);
    }
    return TypeClass.exactDecimal(type).orElseThrow();
  }

  // Rounding.

  /** {@code ceil(a)} and {@code floor(a)}. */
  private static Bound whole(Arguments arguments) {
    Bound operand = arguments.number(0);
    if (operand.type() instanceof DecimalType decimal) {
      int digits = decimal.precision() - decimal.scale();
      DecimalType type =
          decimal.scale() == 0
              ? decimal
              : new DecimalType(Math.min(digits + 1, DecimalType.MAX_PRECISION), 0);
      return arguments.apply(List.of(operand), type);
    }
    DataType type = TypeClass.isInteger(operand.type()) ? DataType.LONG : DataType.DOUBLE;
    return arguments.apply(List.of(arguments.convert(operand, type)), DataType.LONG);
  }

  /** {@code ceil(a, scale)} and {@code floor(a, scale)}: of decimals only. */
  private static Bound scaled(Arguments arguments) {
    Bound operand = arguments.number(0);
    DecimalType type = TypeClass.exactDecimal(operand.type()).orElse(ofFloating(operand.type()));
    Bound.Constant scale = arguments.constant(1, DataType.INT);
    return arguments.apply(List.of(arguments.convert(operand, type), scale), rounded(type, scale));
  }

  private static DecimalType ofFloating(DataType type) {
    return type == DataType.FLOAT ? new DecimalType(14, 7) : new DecimalType(30, 15);
  }

  private static Bound round(Arguments arguments) {
    Bound operand = arguments.number(0);
    Bound.Constant scale =
        arguments.size() == 1
            ? new Bound.Constant(DataType.INT, 0)
            : arguments.constant(1, DataType.INT);
    DataType type =
        operand.type() instanceof DecimalType decimal ? rounded(decimal, scale) : operand.type();
    return arguments.apply(List.of(operand, scale), type);
  }

  /** Rounding may carry into one more whole digit. */
  private static DecimalType rounded(DecimalType type, Bound.Constant scale) {
    int wanted = scale.value() == null ? 0 : (Integer) scale.value();
    int whole = type.precision() - type.scale() + 1;
    if (wanted < 0) {
      long digits = Math.max(whole, 1L - wanted);
      return new DecimalType((int) Math.min(digits, DecimalType.MAX_PRECISION), 0);
    }
    int kept = Math.min(type.scale(), wanted);
    return new DecimalType(Math.min(whole + kept, DecimalType.MAX_PRECISION), kept);
  }
}
