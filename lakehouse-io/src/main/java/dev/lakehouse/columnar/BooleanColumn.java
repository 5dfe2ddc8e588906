package dev.lakehouse.columnar;

import dev.lakehouse.types.DataType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Booleans.
 *
 * @param type the logical type
 * @param values one value a row; may be longer than {@code size}
 * @param validity which values are there; null if all are
 * @param size how many values there are
 */
public record BooleanColumn(DataType type, boolean[] values, @Nullable Validity validity, int size)
    implements Column {
  @Override
  public BooleanColumn slice(int from, int newSize) {
    boolean[] sliced = Arrays.copyOfRange(values, from, from + newSize);
    return new BooleanColumn(type, sliced, Validity.slice(validity, from, newSize), newSize);
  }

  @Override
  public BooleanColumn gather(int[] rows, int count) {
    boolean[] gathered = new boolean[count];
    for (int i = 0; i < count; i++) {
      gathered[i] = values[rows[i]];
    }
    return new BooleanColumn(type, gathered, Validity.gather(validity, rows, count), count);
  }

  @Override
  public long bytes() {
    return 1L * size + (validity == null ? 0 : size >>> 3);
  }
}
