package dev.lakehouse.maintain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the statistics of a file say of one leaf, against what its values are. Read from the JSON
 * itself, by code of its own: a check that shares the reader's parser shares its faults.
 */
final class LeafBounds {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
  private static final long MILLI = 999;
  private static final long LOST_OFFSET = 59_999_999;

  private final String name;
  private final int[] path;
  private final DataType type;
  private final @Nullable JsonNode min;
  private final @Nullable JsonNode max;
  private final @Nullable Long nullCount;
  private long nulls;
  private @Nullable String breach;

  private LeafBounds(
      String name,
      int[] path,
      DataType type,
      @Nullable JsonNode min,
      @Nullable JsonNode max,
      @Nullable Long nullCount) {
    this.name = name;
    this.path = path;
    this.type = type;
    this.min = min;
    this.max = max;
    this.nullCount = nullCount;
  }

  /** The statistics as JSON; empty if the text is none. */
  static Optional<JsonNode> parse(String stats) {
    try {
      return Optional.ofNullable(MAPPER.readTree(stats)).filter(JsonNode::isObject);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** The leaves of {@code schema} of which {@code stats} says something. */
  static List<LeafBounds> of(JsonNode stats, StructType schema, ColumnMapping mapping) {
    List<LeafBounds> leaves = new ArrayList<>();
    collect(
        schema,
        mapping,
        stats.path("minValues"),
        stats.path("maxValues"),
        stats.path("nullCount"),
        "",
        new int[0],
        leaves);
    return leaves;
  }

  private static void collect(
      StructType struct,
      ColumnMapping mapping,
      JsonNode min,
      JsonNode max,
      JsonNode nullCount,
      String prefix,
      int[] around,
      List<LeafBounds> leaves) {
    for (int i = 0; i < struct.size(); i++) {
      StructField field = struct.field(i);
      String key = mapping.physicalName(field);
      JsonNode low = min.path(key);
      JsonNode high = max.path(key);
      JsonNode nulls = nullCount.path(key);
      int[] path = Arrays.copyOf(around, around.length + 1);
      path[around.length] = i;
      String name = prefix + field.name();
      if (field.type() instanceof StructType nested) {
        collect(nested, mapping, low, high, nulls, name + ".", path, leaves);
      } else {
        leaves.add(
            new LeafBounds(
                name,
                path,
                field.type(),
                low.isValueNode() && !low.isNull() ? low : null,
                high.isValueNode() && !high.isNull() ? high : null,
                nulls.isIntegralNumber() ? (Long) nulls.longValue() : null));
      }
    }
  }

  /** Looks at the values of some more rows. */
  void accept(List<Column> columns) {
    Column column = columns.get(path[0]);
    for (int i = 1; i < path.length; i++) {
      column = ((StructColumn) column).child(path[i]);
    }
    nulls += column.nullCount();
    if (min == null && max == null) {
      return;
    }
    for (int row = 0; breach == null && row < column.size(); row++) {
      Object value = Values.get(column, row);
      if (value != null && !isNan(value)) {
        check(value);
      }
    }
  }

  private static boolean isNan(Object value) {
    return (value instanceof Double d && d.isNaN()) || (value instanceof Float f && f.isNaN());
  }

  private void check(Object value) {
    try {
      if (min != null && compare(value, min, 0) < 0) {
        breach = "column '" + name + "' holds " + value + ", below its least value " + min;
      } else if (max != null && compare(value, max, MILLI) > 0) {
        breach = "column '" + name + "' holds " + value + ", above its greatest value " + max;
      }
    } catch (NumberFormatException | DateTimeException e) {
      breach = "a bound of column '" + name + "' is no " + type + ": " + e.getMessage();
    }
  }

  /** Compares a value with a bound; {@code slack} is what a bound of time may lack. */
  private int compare(Object value, JsonNode bound, long slack) {
    String text = bound.asText();
    if (type instanceof DecimalType) {
      return ((BigDecimal) value).compareTo(new BigDecimal(text));
    }
    return switch ((PrimitiveType) type) {
      case BYTE, SHORT, INT, LONG ->
          BigDecimal.valueOf(((Number) value).longValue()).compareTo(new BigDecimal(text));
      case FLOAT, DOUBLE -> compareFloating(((Number) value).doubleValue(), text);
      case STRING -> compareUtf8((String) value, text);
      case DATE -> ((LocalDate) value).compareTo(date(text));
      case TIMESTAMP ->
          compareTime(Values.micros((Instant) value), micros(text), slack(text, slack));
      case TIMESTAMP_NTZ ->
          compareTime(Values.micros((LocalDateTime) value), localMicros(text), slack);
      case BOOLEAN -> Boolean.compare((Boolean) value, bound.asBoolean());
      case BINARY, VARIANT, VOID -> 0;
    };
  }

  private int compareFloating(double value, String text) {
    double bound = type == DataType.FLOAT ? Float.parseFloat(text) : Double.parseDouble(text);
    // Of the two zeros neither is below the other here. A column that was widened from float keeps
    // the texts of its floats.
    return value == bound || value == Float.parseFloat(text) ? 0 : Double.compare(value, bound);
  }

  private static int compareUtf8(String value, String bound) {
    return Arrays.compareUnsigned(
        value.getBytes(StandardCharsets.UTF_8), bound.getBytes(StandardCharsets.UTF_8));
  }

  /** Spark once cut the seconds off historic offsets. */
  private static long slack(String text, long slack) {
    return text.endsWith("Z") ? slack : LOST_OFFSET;
  }

  private static int compareTime(long value, long bound, long slack) {
    boolean within = value > bound && value - bound >= 0 && value - bound <= slack;
    return within ? 0 : Long.compare(value, bound);
  }

  /** Some writers say the midnight of a date. */
  private static LocalDate date(String text) {
    return LocalDate.parse(text.split("[T ]", 2)[0]);
  }

  private static long micros(String text) {
    boolean zoned = text.endsWith("Z") || text.matches(".*[+-]\\d\\d:?\\d\\d(:?\\d\\d)?$");
    return zoned
        ? saturated(OffsetDateTime.parse(text.replace(' ', 'T')).toInstant())
        : localMicros(text);
  }

  private static long localMicros(String text) {
    String time = text.indexOf(':') < 0 ? text + "T00:00:00" : text.replace(' ', 'T');
    return saturated(LocalDateTime.parse(time).toInstant(ZoneOffset.UTC));
  }

  /** The bound of the first times of all is cut down to a millisecond that is none any more. */
  private static long saturated(Instant time) {
    try {
      return Values.micros(time);
    } catch (ArithmeticException e) {
      return time.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  /**
   * What is wrong after all rows were looked at.
   *
   * @param rows how many there were
   * @param tight whether the count of nulls must be exact; else it says only none or all
   */
  Optional<String> breach(long rows, boolean tight) {
    if (breach != null || nullCount == null) {
      return Optional.ofNullable(breach);
    }
    boolean right =
        tight
            ? nulls == nullCount
            : (nullCount != 0 || nulls == 0) && (nullCount != rows || nulls == rows);
    return right
        ? Optional.empty()
        : Optional.of("column '" + name + "' has " + nulls + " nulls, not " + nullCount);
  }
}
