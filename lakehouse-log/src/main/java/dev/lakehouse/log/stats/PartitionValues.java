package dev.lakehouse.log.stats;

import com.fasterxml.jackson.core.io.NumberOutput;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Partition values as the log writes them, and the folders named after them.
 *
 * <p>The text in the log is the value; a folder's name is a convention that no reader relies on.
 * Source: Delta protocol, "Partition Value Serialization".
 */
public final class PartitionValues {
  private static final String NULL_FOLDER = "__HIVE_DEFAULT_PARTITION__";
  private static final String ESCAPED = "\"#%'*/:=?\\{[]^";

  /** Longest folder name written; file systems end at 255 bytes. */
  private static final int MAX_FOLDER = 240;

  private PartitionValues() {}

  /** True if a column of {@code type} can be a partition column. */
  public static boolean isAllowed(DataType type) {
    return type instanceof DecimalType
        || (type instanceof PrimitiveType primitive
            && primitive != PrimitiveType.VARIANT
            && primitive != PrimitiveType.VOID);
  }

  /**
   * The text of {@code value}, of the class that {@link dev.lakehouse.columnar.Values} names for
   * {@code type}; null for null and for the empty text or binary, which the log cannot tell apart.
   *
   * @throws SchemaMismatchException if the value has no text: a binary that is no UTF-8, a text
   *     that is no UTF-16, or a type that no partition column can have
   */
  public static @Nullable String text(DataType type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    String text =
        type instanceof DecimalType decimal
            ? ((BigDecimal) value)
                .setScale(decimal.scale(), RoundingMode.UNNECESSARY)
                .toPlainString()
            : textOf(primitive(type), value);
    return text.isEmpty() ? null : text;
  }

  private static PrimitiveType primitive(DataType type) {
    if (!isAllowed(type) || !(type instanceof PrimitiveType primitive)) {
      throw new SchemaMismatchException("A column of type " + type + " cannot partition a table");
    }
    return primitive;
  }

  private static String textOf(PrimitiveType type, Object value) {
    return switch (type) {
      case FLOAT -> NumberOutput.toString((Float) value, true);
      case DOUBLE -> NumberOutput.toString((Double) value, true);
      case TIMESTAMP -> timestamp((Instant) value);
      case TIMESTAMP_NTZ -> localTimestamp((LocalDateTime) value);
      case BINARY -> utf8((byte[]) value);
      case STRING -> wellFormed((String) value);
      default -> value.toString();
    };
  }

  private static String timestamp(Instant value) {
    LocalDateTime utc = LocalDateTime.ofInstant(value, ZoneOffset.UTC);
    return utc.toLocalDate() + "T" + seconds(utc.toLocalTime()) + micros(utc) + "Z";
  }

  private static String localTimestamp(LocalDateTime value) {
    String fraction = value.getNano() / 1000 == 0 ? "" : micros(value);
    return value.toLocalDate() + " " + seconds(value.toLocalTime()) + fraction;
  }

  private static String seconds(LocalTime time) {
    return digits(time.getHour(), 2)
        + ":"
        + digits(time.getMinute(), 2)
        + ":"
        + digits(time.getSecond(), 2);
  }

  private static String micros(LocalDateTime time) {
    return "." + digits(time.getNano() / 1000, 6);
  }

  private static String digits(int number, int width) {
    String digits = Integer.toString(number);
    return "0".repeat(width - digits.length()) + digits;
  }

  private static String utf8(byte[] value) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
    } catch (CharacterCodingException e) {
      throw new SchemaMismatchException(
          "A binary partition value must be UTF-8 text, since the log holds it as text; "
              + value.length
              + " bytes are not. Partition by another column.",
          e);
    }
  }

  private static String wellFormed(String value) {
    try {
      StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
      return value;
    } catch (CharacterCodingException e) {
      throw new SchemaMismatchException(
          "The partition value '" + value + "' is no well-formed UTF-16 text", e);
    }
  }

  /**
   * The folder of the partition whose columns have {@code texts}, decoded, as the disk holds it:
   * {@code year=2024/city=K%C3%B6ln}. Empty for no columns. All ASCII, each name of a length that
   * file systems take.
   */
  public static String folder(List<String> columns, List<? extends @Nullable String> texts) {
    StringBuilder folder = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      folder.append(i == 0 ? "" : "/").append(folder(columns.get(i), texts.get(i)));
    }
    return folder.toString();
  }

  private static String folder(String column, @Nullable String text) {
    StringBuilder name = new StringBuilder();
    escape(column, name);
    name.append('=');
    if (text == null || text.isEmpty()) {
      return name.append(NULL_FOLDER).toString();
    }
    escape(text, name);
    return name.length() <= MAX_FOLDER ? name.toString() : cut(name);
  }

  private static String cut(StringBuilder name) {
    int end = MAX_FOLDER;
    int escape = name.lastIndexOf("%", end - 1);
    return name.substring(0, escape > end - 3 ? escape : end);
  }

  private static void escape(String text, StringBuilder name) {
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b < 0x20 || b == 0x7F || ESCAPED.indexOf(b) >= 0) {
        name.append('%').append(hex(b >> 4)).append(hex(b));
      } else {
        name.append((char) b);
      }
    }
  }

  private static char hex(int nibble) {
    return "0123456789ABCDEF".charAt(nibble & 15);
  }
}
