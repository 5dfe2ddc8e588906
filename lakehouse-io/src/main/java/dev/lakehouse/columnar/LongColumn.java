package dev.lakehouse.columnar;

import dev.lakehouse.types.DataType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@code LONG}; {@code TIMESTAMP} and {@code TIMESTAMP_NTZ} as microseconds since 1970-01-01T00:00;
 * decimals of at most 18 digits as unscaled values.
 *
 * @param type the logical type
 * @param values one value a row; may be longer than {@code size}
 * @param validity which values are there; null if all are
 * @param size how many values there are
 */
public record LongColumn(DataType type, long[] values, @Nullable Validity validity, int size)
    implements Column {
  @Override
  public LongColumn slice(int from, int newSize) {
    long[] sliced = Arrays.copyOfRange(values, from, from + newSize);
    return new LongColumn(type, sliced, Validity.slice(validity, from, newSize), newSize);
  }

  @Override
  public LongColumn gather(int[] rows, int count) {
    long[] gathered = new long[count];
    for (int i = 0; i < count; i++) {
      gathered[i] = values[rows[i]];
    }
    return new LongColumn(type, gathered, Validity.gather(validity, rows, count), count);
  }

  @Override
  public long bytes() {
    return 8L * size + (validity == null ? 0 : size >>> 3);
  }
}
