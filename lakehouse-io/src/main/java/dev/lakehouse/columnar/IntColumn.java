package dev.lakehouse.columnar;

import dev.lakehouse.types.DataType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@code BYTE}, {@code SHORT}, {@code INT}, and {@code DATE} as days since 1970-01-01.
 *
 * @param type the logical type
 * @param values one value a row; may be longer than {@code size}
 * @param validity which values are there; null if all are
 * @param size how many values there are
 */
public record IntColumn(DataType type, int[] values, @Nullable Validity validity, int size)
    implements Column {
  @Override
  public IntColumn slice(int from, int newSize) {
    int[] sliced = Arrays.copyOfRange(values, from, from + newSize);
    return new IntColumn(type, sliced, Validity.slice(validity, from, newSize), newSize);
  }

  @Override
  public IntColumn gather(int[] rows, int count) {
    int[] gathered = new int[count];
    for (int i = 0; i < count; i++) {
      gathered[i] = values[rows[i]];
    }
    return new IntColumn(type, gathered, Validity.gather(validity, rows, count), count);
  }

  @Override
  public long bytes() {
    return 4L * size + (validity == null ? 0 : size >>> 3);
  }
}
