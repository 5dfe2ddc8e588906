package dev.lakehouse.columnar;

import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Single values of columns as Java objects: BOOLEAN {@code Boolean}, BYTE {@code Byte}, SHORT
 * {@code Short}, INT {@code Integer}, LONG {@code Long}, FLOAT {@code Float}, DOUBLE {@code
 * Double}, DECIMAL {@code BigDecimal}, STRING {@code String}, BINARY {@code byte[]}, DATE {@code
 * LocalDate}, TIMESTAMP {@code Instant}, TIMESTAMP_NTZ {@code LocalDateTime}, ARRAY {@code List},
 * MAP {@code Map}, STRUCT {@code List} of the fields' values in order, VARIANT {@link Variant}.
 *
 * <p>Boxes every value: for rows, tests and messages, not for loops.
 */
public final class Values {
  private static final int MICROS = 1_000_000;

  private Values() {}

  /** The value of {@code column} at {@code index}, or null. */
  public static @Nullable Object get(Column column, int index) {
    if (column.isNull(index)) {
      return null;
    }
    if (column instanceof BooleanColumn booleans) {
      return booleans.values()[index];
    } else if (column instanceof IntColumn ints) {
      return ofInt(ints, index);
    } else if (column instanceof LongColumn longs) {
      return ofLong(longs, index);
    } else if (column instanceof FloatColumn floats) {
      return floats.values()[index];
    } else if (column instanceof DoubleColumn doubles) {
      return doubles.values()[index];
    } else if (column instanceof Decimal128Column decimals) {
      return decimals.decimal(index);
    } else if (column instanceof BytesColumn bytes) {
      return ofBytes(bytes, index);
    } else if (column instanceof DictionaryColumn dictionary) {
      return ofBytes(dictionary.dictionary(), dictionary.codes()[index]);
    } else if (column instanceof ListColumn list) {
      return list(list.elements(), list.offsets()[index], list.offsets()[index + 1]);
    } else if (column instanceof MapColumn map) {
      return map(map, index);
    } else if (column instanceof StructColumn struct) {
      return struct(struct, index);
    } else if (column instanceof VariantColumn variant) {
      return new Variant(variant.metadata().copy(index), variant.value().copy(index));
    }
    return null;
  }

  /** The timestamp of {@code micros} microseconds since 1970-01-01T00:00Z. */
  public static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1000L);
  }

  /** The local time of {@code micros} microseconds since 1970-01-01T00:00. */
  public static LocalDateTime localDateTime(long micros) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1000, ZoneOffset.UTC);
  }

  /**
   * The microseconds since 1970-01-01T00:00Z of {@code instant}, rounded down.
   *
   * @throws ArithmeticException if they do not fit a {@code long}
   */
  public static long micros(Instant instant) {
    return micros(instant.getEpochSecond(), instant.getNano());
  }

  /** The microseconds since 1970-01-01T00:00 of {@code time}, rounded down. Errors as above. */
  public static long micros(LocalDateTime time) {
    return micros(time.toEpochSecond(ZoneOffset.UTC), time.getNano());
  }

  private static long micros(long seconds, int nanos) {
    if (seconds < 0 && nanos > 0) {
      return Math.addExact(Math.multiplyExact(seconds + 1, MICROS), nanos / 1000 - MICROS);
    }
    return Math.addExact(Math.multiplyExact(seconds, MICROS), nanos / 1000);
  }

  private static Object ofInt(IntColumn column, int index) {
    int value = column.values()[index];
    if (column.type() == PrimitiveType.BYTE) {
      return (byte) value;
    } else if (column.type() == PrimitiveType.SHORT) {
      return (short) value;
    }
    return column.type() == PrimitiveType.DATE ? LocalDate.ofEpochDay(value) : (Object) value;
  }

  private static Object ofLong(LongColumn column, int index) {
    long value = column.values()[index];
    if (column.type() instanceof DecimalType decimal) {
      return BigDecimal.valueOf(value, decimal.scale());
    } else if (column.type() == PrimitiveType.TIMESTAMP) {
      return instant(value);
    }
    return column.type() == PrimitiveType.TIMESTAMP_NTZ ? localDateTime(value) : (Object) value;
  }

  private static Object ofBytes(BytesColumn column, int index) {
    return column.type() == PrimitiveType.STRING ? column.string(index) : column.copy(index);
  }

  private static List<@Nullable Object> list(Column elements, int from, int to) {
    List<@Nullable Object> values = new ArrayList<>(to - from);
    for (int i = from; i < to; i++) {
      values.add(get(elements, i));
    }
    return values;
  }

  private static Map<@Nullable Object, @Nullable Object> map(MapColumn column, int index) {
    Map<@Nullable Object, @Nullable Object> values = new LinkedHashMap<>();
    for (int i = column.offsets()[index]; i < column.offsets()[index + 1]; i++) {
      values.put(get(column.keys(), i), get(column.values(), i));
    }
    return values;
  }

  private static List<@Nullable Object> struct(StructColumn column, int index) {
    List<@Nullable Object> values = new ArrayList<>(column.children().size());
    for (Column child : column.children()) {
      values.add(get(child, index));
    }
    return values;
  }
}
