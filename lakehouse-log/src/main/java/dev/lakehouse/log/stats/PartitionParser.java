package dev.lakehouse.log.stats;

import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Partition values from the text of the log, in the spellings of all writers. Not thread-safe.
 *
 * <p>The empty text is null, whatever the type. A timestamp without a zone is one of the zone that
 * the reader says: a local time that a change of clocks skips is moved forward by its length, one
 * that comes twice is the earlier. Source: Delta protocol, "Partition Value Serialization".
 */
public final class PartitionParser {
  private final ZoneId zone;
  private final TimeText time = new TimeText();

  /**
   * @param zone where timestamps without a zone are local
   */
  public PartitionParser(ZoneId zone) {
    this.zone = zone;
  }

  /**
   * The value, of the class that {@link Values} names for {@code type}; null for null, and for an
   * empty text of any type (PROTOCOL "Partition Value Serialization").
   *
   * @param column the column's name, for messages
   * @throws CorruptTableException if the text is no value of the type
   */
  public @Nullable Object parse(DataType type, @Nullable String text, String column) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      Object value =
          type instanceof DecimalType decimal
              ? decimal(decimal, text)
              : type instanceof PrimitiveType primitive ? primitive(primitive, text) : null;
      if (value != null) {
        return value;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      throw corrupt(type, text, column, e);
    }
    throw corrupt(type, text, column, null);
  }

  private static CorruptTableException corrupt(
      DataType type, String text, String column, @Nullable Exception cause) {
    return new CorruptTableException(
        "The partition value '" + text + "' of column '" + column + "' is no " + type, cause);
  }

  private static BigDecimal decimal(DecimalType type, String text) {
    BigDecimal value = new BigDecimal(text.strip());
    if (value.precision() - value.scale() > type.precision() - type.scale()
        && value.signum() != 0) {
      throw new ArithmeticException(text + " has too many digits");
    }
    return value.setScale(type.scale());
  }

  /** Null if the text is no value of the type. */
  private @Nullable Object primitive(PrimitiveType type, String text) {
    return switch (type) {
      case STRING -> text;
      case BINARY -> text.getBytes(StandardCharsets.UTF_8);
      case BOOLEAN -> bool(text);
      case BYTE -> Byte.valueOf(whole(text));
      case SHORT -> Short.valueOf(whole(text));
      case INT -> Integer.valueOf(whole(text));
      case LONG -> Long.valueOf(whole(text));
      case FLOAT -> Float.valueOf(floating(text));
      case DOUBLE -> Double.valueOf(floating(text));
      case DATE -> time.parseDate(text) ? LocalDate.ofEpochDay(time.days()) : null;
      case TIMESTAMP -> time.parseTime(text) ? Values.instant(utcMicros()) : null;
      case TIMESTAMP_NTZ ->
          time.parseTime(text) && time.zoneKind() == TimeText.Zone.NONE
              ? Values.localDateTime(time.localMicros())
              : null;
      case VARIANT, VOID -> null;
    };
  }

  private static @Nullable Boolean bool(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> null;
    };
  }

  /** Digits; some writers once wrote whole numbers with a fraction of zeros. */
  private static String whole(String text) {
    String stripped = text.strip();
    int point = stripped.indexOf('.');
    boolean zeros = point > 0 && stripped.substring(point + 1).chars().allMatch(c -> c == '0');
    return zeros ? stripped.substring(0, point) : stripped;
  }

  /** The spellings of Java, Rust and JavaScript. */
  private static String floating(String text) {
    String stripped = text.strip();
    return switch (stripped.toLowerCase(Locale.ROOT)) {
      case "nan" -> "NaN";
      case "inf", "+inf", "infinity", "+infinity" -> "Infinity";
      case "-inf", "-infinity" -> "-Infinity";
      default -> stripped;
    };
  }

  private long utcMicros() {
    if (time.zoneKind() != TimeText.Zone.NONE) {
      return Math.subtractExact(time.localMicros(), time.offsetSeconds() * 1_000_000);
    }
    LocalDateTime local = Values.localDateTime(time.localMicros());
    ZoneOffsetTransition gap = zone.getRules().getTransition(local);
    ZoneOffset offset = gap == null ? zone.getRules().getOffset(local) : gap.getOffsetBefore();
    return Math.subtractExact(time.localMicros(), offset.getTotalSeconds() * 1_000_000L);
  }
}
