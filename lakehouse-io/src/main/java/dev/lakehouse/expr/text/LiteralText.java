package dev.lakehouse.expr.text;

import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Literals, types and names as SQL spells them. */
public final class LiteralText {
  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR, 4, 10, SignStyle.EXCEEDS_PAD)
          .appendPattern("-MM-dd")
          .toFormatter(Locale.ROOT)
          .withChronology(IsoChronology.INSTANCE)
          .withResolverStyle(ResolverStyle.STRICT);
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .append(DATE)
          .appendPattern(" HH:mm:ss")
          .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
          .toFormatter(Locale.ROOT);

  private LiteralText() {}

  /** The literal of a value of the class that {@code columnar.Values} names for {@code type}. */
  public static String of(DataType type, @Nullable Object value) {
    if (value == null) {
      return type == DataType.VOID ? "NULL" : "CAST(NULL AS " + type(type) + ")";
    } else if (type instanceof PrimitiveType primitive) {
      return primitive(primitive, value);
    } else if (type instanceof DecimalType decimal) {
      return decimal(decimal, (BigDecimal) value);
    }
    return nested(type, value);
  }

  private static String primitive(PrimitiveType type, Object value) {
    return switch (type) {
      case BOOLEAN -> (Boolean) value ? "TRUE" : "FALSE";
      case BYTE -> value + "Y";
      case SHORT -> value + "S";
      case INT -> value.toString();
      case LONG -> value + "L";
      case FLOAT -> floating(FloatingText.of((Float) value), "F", type);
      case DOUBLE -> floating(FloatingText.of((Double) value), "D", type);
      case STRING -> string((String) value);
      case BINARY -> "X'" + HexFormat.of().withUpperCase().formatHex((byte[]) value) + "'";
      case DATE -> "DATE'" + DATE.format((LocalDate) value) + "'";
      case TIMESTAMP ->
          "TIMESTAMP'" + TIMESTAMP.format(((Instant) value).atOffset(ZoneOffset.UTC)) + "Z'";
      case TIMESTAMP_NTZ -> "TIMESTAMP_NTZ'" + TIMESTAMP.format((LocalDateTime) value) + "'";
      case VARIANT -> "a variant";
      case VOID -> "NULL";
    };
  }

  private static String floating(String digits, String suffix, DataType type) {
    boolean finite = Character.isDigit(digits.charAt(digits.length() - 1));
    return finite ? digits + suffix : "CAST('" + digits + "' AS " + type(type) + ")";
  }

  private static String decimal(DecimalType type, BigDecimal value) {
    String digits = value.toPlainString() + "BD";
    int precision = Math.max(value.precision(), value.scale());
    return precision == type.precision() ? digits : "CAST(" + digits + " AS " + type(type) + ")";
  }

  private static String nested(DataType type, Object value) {
    StringJoiner text = new StringJoiner(", ", function(type) + "(", ")");
    if (type instanceof ArrayType array) {
      ((List<?>) value).forEach(element -> text.add(of(array.element(), element)));
    } else if (type instanceof MapType map) {
      ((Map<?, ?>) value).forEach((k, v) -> text.add(of(map.key(), k)).add(of(map.value(), v)));
    } else {
      List<?> values = (List<?>) value;
      StructType struct = (StructType) type;
      for (int i = 0; i < struct.size(); i++) {
        StructField field = struct.field(i);
        text.add(string(field.name())).add(of(field.type(), values.get(i)));
      }
    }
    return text.toString();
  }

  private static String function(DataType type) {
    return type instanceof ArrayType ? "array" : type instanceof MapType ? "map" : "named_struct";
  }

  /** {@code text} in quotes. */
  public static String string(String text) {
    StringBuilder quoted = new StringBuilder("'");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'' || c == '\\') {
        quoted.append('\\');
      }
      quoted.append(c);
    }
    return quoted.append('\'').toString();
  }

  /** {@code type} as a cast spells it. */
  public static String type(DataType type) {
    if (type instanceof ArrayType array) {
      return "ARRAY<" + type(array.element()) + ">";
    } else if (type instanceof MapType map) {
      return "MAP<" + type(map.key()) + ", " + type(map.value()) + ">";
    } else if (type instanceof StructType struct) {
      StringJoiner fields = new StringJoiner(", ", "STRUCT<", ">");
      struct.forEach(
          field -> fields.add(Identifiers.quoted(field.name()) + ": " + type(field.type())));
      return fields.toString();
    }
    return type.toString().toUpperCase(Locale.ROOT);
  }
}
