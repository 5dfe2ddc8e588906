package dev.lakehouse.expr.eval;

import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.expr.bind.Bound;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.math.DecimalArithmetic;
import dev.lakehouse.expr.math.DoubleArithmetic;
import dev.lakehouse.expr.math.FloatArithmetic;
import dev.lakehouse.expr.math.IntegerArithmetic;
import dev.lakehouse.expr.math.LongArithmetic;
import dev.lakehouse.expr.math.Rounding;
import dev.lakehouse.expr.nested.Access;
import dev.lakehouse.expr.nested.Construction;
import dev.lakehouse.expr.nested.Lists;
import dev.lakehouse.expr.string.Joining;
import dev.lakehouse.expr.string.Matching;
import dev.lakehouse.expr.string.Substrings;
import dev.lakehouse.expr.string.Texts;
import dev.lakehouse.expr.string.Trims;
import dev.lakehouse.expr.time.Dates;
import dev.lakehouse.expr.time.Fields;
import dev.lakehouse.expr.time.Formatting;
import dev.lakehouse.expr.time.Truncation;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructType;
import java.math.RoundingMode;
import java.time.ZoneId;

/** The kernel of each operator that is a plain function of its arguments. */
final class Functions {
  private final ExpressionContext context;

  Functions(ExpressionContext context) {
    this.context = context;
  }

  /** The kernel for a call and the types of its arguments. */
  Kernel kernel(Bound.Application call) {
    ZoneId zone = context.zone();
    return switch (call.operator()) {
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER, INTEGER_DIVIDE, PMOD, NEGATE, ABS ->
          arithmetic(call);
      case CEIL, FLOOR, ROUND -> rounding(call);
      case ISNAN -> DoubleArithmetic::isNan;
      case RLIKE -> Matching::rlike;
      case CONCAT -> concat(call);
      case CONCAT_WS -> Joining::joinWithSeparator;
      case SUBSTRING -> Substrings::substring;
      case LEFT -> Substrings::left;
      case RIGHT -> Substrings::right;
      case LOWER -> Texts::lower;
      case UPPER -> Texts::upper;
      case TRIM -> Trims.of(Trims.Side.BOTH);
      case LTRIM -> Trims.of(Trims.Side.LEADING);
      case RTRIM -> Trims.of(Trims.Side.TRAILING);
      case LENGTH -> Texts::length;
      case REPLACE -> Texts::replace;
      case YEAR -> Fields::year;
      case MONTH -> Fields::month;
      case DAY -> Fields::day;
      case DAYOFWEEK -> Fields::dayOfWeek;
      case HOUR -> Fields.hour(zone);
      case MINUTE -> Fields.minute(zone);
      case SECOND -> Fields.second(zone);
      case DATE_FORMAT -> Formatting.format(zone);
      case TO_DATE, TO_TIMESTAMP -> Formatting.parse(call.type(), zone);
      case DATE_TRUNC -> Truncation.timestamps(zone);
      case TRUNC -> Truncation::dates;
      case DATEDIFF -> Dates::difference;
      case DATE_ADD -> Dates::add;
      case DATE_SUB -> Dates::subtract;
      case MAKE_DATE -> Dates::make;
      case ARRAY -> Construction.array((ArrayType) call.type());
      case MAP -> Construction.map((MapType) call.type());
      case NAMED_STRUCT -> Construction.struct((StructType) call.type());
      case SIZE -> Lists::size;
      case ARRAY_CONTAINS -> Lists::contains;
      case ARRAY_DISTINCT -> Lists::distinct;
      case SLICE -> Lists::slice;
      case ELEMENT -> isMap(call) ? Access::value : Access::element;
      case ELEMENT_AT -> isMap(call) ? Access::value : Access::elementAt;
      default -> throw new IllegalArgumentException(call.operator() + " is no plain function");
    };
  }

  private static boolean isMap(Bound.Application call) {
    return call.argument(0).type() instanceof MapType;
  }

  /** Whether a null argument makes the result null. */
  static boolean isStrict(Operator operator) {
    return switch (operator) {
      case ARRAY, MAP, NAMED_STRUCT, CONCAT_WS, ISNAN -> false;
      default -> true;
    };
  }

  /** Whether the second argument divides the first. */
  static boolean isDivision(Operator operator) {
    return switch (operator) {
      case DIVIDE, REMAINDER, INTEGER_DIVIDE, PMOD -> true;
      default -> false;
    };
  }

  /** Whether the function itself may fail for some arguments. */
  static boolean mayFail(Bound.Application call) {
    return switch (call.operator()) {
      case ADD, SUBTRACT, MULTIPLY, NEGATE, ABS ->
          call.type() != DataType.DOUBLE && call.type() != DataType.FLOAT;
      case DIVIDE, REMAINDER, INTEGER_DIVIDE, PMOD -> true;
      case CEIL, FLOOR, ROUND ->
          call.type() instanceof DecimalType || call.operator() == Operator.ROUND;
      case RLIKE, DATE_FORMAT, TO_DATE, TO_TIMESTAMP, MAKE_DATE, MAP, SLICE, ELEMENT_AT -> true;
      case ELEMENT -> !isMap(call);
      default -> false;
    };
  }

  // Arithmetic.

  private static Kernel arithmetic(Bound.Application call) {
    DataType type = call.argument(0).type();
    if (type instanceof DecimalType left) {
      return decimal(call, left);
    } else if (type == DataType.LONG) {
      return ofLongs(call.operator());
    } else if (type == DataType.DOUBLE) {
      return ofDoubles(call.operator());
    } else if (type == DataType.FLOAT) {
      return ofFloats(call.operator());
    }
    IntegerArithmetic ints = IntegerArithmetic.of(type);
    return switch (call.operator()) {
      case ADD -> ints.add();
      case SUBTRACT -> ints.subtract();
      case MULTIPLY -> ints.multiply();
      case REMAINDER -> ints.remainder();
      case PMOD -> ints.positiveRemainder();
      case NEGATE -> ints.negate();
      default -> ints.abs();
    };
  }

  private static Kernel ofLongs(Operator operator) {
    return switch (operator) {
      case ADD -> LongArithmetic::add;
      case SUBTRACT -> LongArithmetic::subtract;
      case MULTIPLY -> LongArithmetic::multiply;
      case INTEGER_DIVIDE -> LongArithmetic::divide;
      case REMAINDER -> LongArithmetic::remainder;
      case PMOD -> LongArithmetic::positiveRemainder;
      case NEGATE -> LongArithmetic::negate;
      default -> LongArithmetic::abs;
    };
  }

  private static Kernel ofDoubles(Operator operator) {
    return switch (operator) {
      case ADD -> DoubleArithmetic::add;
      case SUBTRACT -> DoubleArithmetic::subtract;
      case MULTIPLY -> DoubleArithmetic::multiply;
      case DIVIDE -> DoubleArithmetic::divide;
      case REMAINDER -> DoubleArithmetic::remainder;
      case PMOD -> DoubleArithmetic::positiveRemainder;
      case NEGATE -> DoubleArithmetic::negate;
      default -> DoubleArithmetic::abs;
    };
  }

  private static Kernel ofFloats(Operator operator) {
    return switch (operator) {
      case ADD -> FloatArithmetic::add;
      case SUBTRACT -> FloatArithmetic::subtract;
      case MULTIPLY -> FloatArithmetic::multiply;
      case REMAINDER -> FloatArithmetic::remainder;
      case PMOD -> FloatArithmetic::positiveRemainder;
      case NEGATE -> FloatArithmetic::negate;
      default -> FloatArithmetic::abs;
    };
  }

  private static Kernel decimal(Bound.Application call, DecimalType left) {
    if (call.operator() == Operator.NEGATE) {
      return DecimalArithmetic::negate;
    } else if (call.operator() == Operator.ABS) {
      return DecimalArithmetic::abs;
    } else if (call.operator() == Operator.INTEGER_DIVIDE) {
      return DecimalArithmetic::integerQuotient;
    }
    DecimalType right = (DecimalType) call.argument(1).type();
    DecimalType type = (DecimalType) call.type();
    return switch (call.operator()) {
      case ADD -> DecimalArithmetic.add(left, right, type);
      case SUBTRACT -> DecimalArithmetic.subtract(left, right, type);
      case MULTIPLY -> DecimalArithmetic.multiply(left, right, type);
      case DIVIDE -> DecimalArithmetic.divide(type);
      case REMAINDER -> DecimalArithmetic.remainder(left, right, type);
      default -> DecimalArithmetic.positiveRemainder(type);
    };
  }

  // Rounding.

  private static Kernel rounding(Bound.Application call) {
    RoundingMode mode =
        switch (call.operator()) {
          case CEIL -> RoundingMode.CEILING;
          case FLOOR -> RoundingMode.FLOOR;
          default -> RoundingMode.HALF_UP;
        };
    DataType from = call.argument(0).type();
    int scale = scale(call);
    if (from instanceof DecimalType decimal) {
      return Rounding.ofDecimals(decimal, (DecimalType) call.type(), scale, mode);
    } else if (call.operator() == Operator.ROUND) {
      return round(from, scale);
    } else if (from == DataType.LONG) {
      return (arguments, live) -> arguments.get(0);
    }
    return mode == RoundingMode.CEILING ? DoubleArithmetic::ceil : DoubleArithmetic::floor;
  }

  private static int scale(Bound.Application call) {
    return call.arguments().size() > 1
            && call.argument(1) instanceof Bound.Constant constant
            && constant.value() instanceof Integer scale
        ? scale
        : 0;
  }

  private static Kernel round(DataType type, int scale) {
    if (type == DataType.DOUBLE) {
      return Rounding.ofDoubles(scale);
    } else if (type == DataType.FLOAT) {
      return Rounding.ofFloats(scale);
    }
    return type == DataType.LONG ? Rounding.ofLongs(scale) : Rounding.ofInts(type, scale);
  }

  private static Kernel concat(Bound.Application call) {
    return call.type() instanceof ArrayType array
        ? Construction.concat(array)
        : Texts.concat(call.type());
  }
}
