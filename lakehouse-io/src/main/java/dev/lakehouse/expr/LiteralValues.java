package dev.lakehouse.expr;

import dev.lakehouse.columnar.Variant;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which Java value is a literal of which type. */
final class LiteralValues {
  private LiteralValues() {}

  static Literal literal(@Nullable Object value) {
    if (value == null) {
      return Literal.NULL;
    } else if (value instanceof BigInteger integer) {
      return literal(new BigDecimal(integer));
    } else if (value instanceof BigDecimal decimal) {
      return decimal(decimal.scale() < 0 ? decimal.setScale(0) : decimal);
    }
    return new Literal(typeOf(value), value);
  }

  private static Literal decimal(BigDecimal value) {
    int precision = Math.max(value.precision(), value.scale());
    if (precision > DecimalType.MAX_PRECISION) {
      throw new IllegalArgumentException(
          "The number " + value + " has " + precision + " digits; a decimal has at most 38");
    }
    return new Literal(new DecimalType(precision, value.scale()), value);
  }

  private static DataType typeOf(Object value) {
    for (PrimitiveType type : PrimitiveType.values()) {
      if (classOf(type).isInstance(value)) {
        return type;
      }
    }
    throw new IllegalArgumentException(
        "A " + value.getClass().getName() + " is no literal: use one of the classes of Values");
  }

  static void requireFits(DataType type, @Nullable Object value) {
    if (value != null && !fits(type, value)) {
      throw new IllegalArgumentException(
          value + " (" + value.getClass().getName() + ") is no value of type " + type);
    }
  }

  private static boolean fits(DataType type, Object value) {
    if (type instanceof DecimalType decimal) {
      return value instanceof BigDecimal number
          && number.scale() == decimal.scale()
          && number.precision() - number.scale() <= decimal.precision() - decimal.scale();
    }
    return classOf(type).isInstance(value);
  }

  private static Class<?> classOf(DataType type) {
    if (type instanceof PrimitiveType primitive) {
      return switch (primitive) {
        case BOOLEAN -> Boolean.class;
        case BYTE -> Byte.class;
        case SHORT -> Short.class;
        case INT -> Integer.class;
        case LONG -> Long.class;
        case FLOAT -> Float.class;
        case DOUBLE -> Double.class;
        case STRING -> String.class;
        case BINARY -> byte[].class;
        case DATE -> LocalDate.class;
        case TIMESTAMP -> Instant.class;
        case TIMESTAMP_NTZ -> LocalDateTime.class;
        case VARIANT -> Variant.class;
        case VOID -> Void.class;
      };
    }
    return type instanceof MapType ? Map.class : List.class;
  }
}
