package dev.lakehouse.expr;

import dev.lakehouse.columnar.Values;
import dev.lakehouse.expr.text.DateReader;
import dev.lakehouse.expr.text.TimestampReader;
import dev.lakehouse.types.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/** Literals whose text means a number, a time or bytes. */
final class SqlLiterals {
  private static final Set<String> MOVING = Set.of("now", "today", "tomorrow", "yesterday");

  private SqlLiterals() {}

  /**
   * The number that {@code text} spells: the suffix says its type; without one a whole number is
   * the first of int, bigint, decimal that holds it, one with a point a decimal, with an exponent a
   * double.
   *
   * @throws IllegalArgumentException if it is out of its type's range
   */
  static Literal number(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    if (upper.endsWith("BD")) {
      return decimal(text.substring(0, text.length() - 2));
    }
    String digits = text.substring(0, text.length() - 1);
    return switch (upper.charAt(upper.length() - 1)) {
      case 'Y' -> new Literal(DataType.BYTE, (byte) whole(digits, Byte.MIN_VALUE, Byte.MAX_VALUE));
      case 'S' ->
          new Literal(DataType.SHORT, (short) whole(digits, Short.MIN_VALUE, Short.MAX_VALUE));
      case 'L' -> new Literal(DataType.LONG, whole(digits, Long.MIN_VALUE, Long.MAX_VALUE));
      case 'F' -> floating(digits, DataType.FLOAT);
      case 'D' -> floating(digits, DataType.DOUBLE);
      default -> plain(text, upper);
    };
  }

  private static Literal plain(String text, String upper) {
    if (upper.indexOf('E') >= 0) {
      return floating(text, DataType.DOUBLE);
    } else if (text.indexOf('.') >= 0) {
      return decimal(text);
    }
    BigInteger value = new BigInteger(text);
    if (value.bitLength() < Integer.SIZE) {
      return new Literal(DataType.INT, value.intValue());
    }
    return value.bitLength() < Long.SIZE
        ? new Literal(DataType.LONG, value.longValue())
        : decimal(text);
  }

  private static long whole(String digits, long min, long max) {
    BigInteger value = new BigDecimal(digits).toBigIntegerExact();
    if (value.compareTo(BigInteger.valueOf(min)) < 0
        || value.compareTo(BigInteger.valueOf(max)) > 0) {
      throw new IllegalArgumentException(
          "the number " + digits + " is not within " + min + " and " + max);
    }
    return value.longValue();
  }

  private static Literal floating(String digits, DataType type) {
    BigDecimal exact = new BigDecimal(digits);
    double max = type == DataType.FLOAT ? Float.MAX_VALUE : Double.MAX_VALUE;
    if (exact.abs().compareTo(new BigDecimal(max)) > 0) {
      throw new IllegalArgumentException("the number " + digits + " is too large for a " + type);
    }
    return type == DataType.FLOAT
        ? new Literal(type, Float.parseFloat(digits))
        : new Literal(type, Double.parseDouble(digits));
  }

  private static Literal decimal(String digits) {
    return LiteralValues.literal(new BigDecimal(digits));
  }

  /**
   * The literal that stands after a type's name.
   *
   * @throws IllegalArgumentException if the text is no value of the type, or there is no such type
   */
  static Expression typed(String type, String text) {
    return switch (type.toUpperCase(Locale.ROOT)) {
      case "X" -> bytes(text);
      case "DATE" -> date(text);
      case "TIMESTAMP", "TIMESTAMP_LTZ" -> timestamp(text);
      case "TIMESTAMP_NTZ" -> localTimestamp(text);
      default -> throw new IllegalArgumentException("there is no literal of type " + type);
    };
  }

  private static Literal bytes(String text) {
    String even = text.length() % 2 == 0 ? text : "0" + text;
    try {
      return new Literal(DataType.BINARY, HexFormat.of().parseHex(even));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("X'" + text + "' has other than hexadecimal digits", e);
    }
  }

  private static Expression date(String text) {
    DateReader reader = new DateReader();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (reader.read(bytes, 0, bytes.length)) {
      return new Literal(DataType.DATE, LocalDate.ofEpochDay(reader.days()));
    }
    return special(DataType.DATE, text);
  }

  private static Expression timestamp(String text) {
    TimestampReader reader = new TimestampReader();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!reader.read(bytes, 0, bytes.length)) {
      return special(DataType.TIMESTAMP, text);
    } else if (reader.zone() == null || reader.isTimeOnly()) {
      // Its zone, or day, is that of the context.
      return new Cast(Expressions.lit(text), DataType.TIMESTAMP, Cast.OnFailure.ERROR);
    }
    return new Literal(
        DataType.TIMESTAMP,
        Values.localDateTime(reader.localMicros()).atZone(reader.zone()).toInstant());
  }

  private static Expression localTimestamp(String text) {
    TimestampReader reader = new TimestampReader();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (reader.read(bytes, 0, bytes.length) && !reader.isTimeOnly()) {
      return new Literal(DataType.TIMESTAMP_NTZ, Values.localDateTime(reader.localMicros()));
    }
    return special(DataType.TIMESTAMP_NTZ, text);
  }

  /** A name for a time, whose meaning the context gives. */
  private static Expression special(DataType type, String text) {
    String name = text.strip().toLowerCase(Locale.ROOT);
    if (name.equals("epoch") || MOVING.contains(name)) {
      return new Cast(Expressions.lit(name), type, Cast.OnFailure.ERROR);
    }
    throw new IllegalArgumentException("'" + text + "' is no " + type);
  }
}
