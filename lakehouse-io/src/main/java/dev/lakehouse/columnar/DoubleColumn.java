package dev.lakehouse.columnar;

import dev.lakehouse.types.DataType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@code DOUBLE}.
 *
 * @param type the logical type
 * @param values one value a row; may be longer than {@code size}
 * @param validity which values are there; null if all are
 * @param size how many values there are
 */
public record DoubleColumn(DataType type, double[] values, @Nullable Validity validity, int size)
    implements Column {
  @Override
  public DoubleColumn slice(int from, int newSize) {
    double[] sliced = Arrays.copyOfRange(values, from, from + newSize);
    return new DoubleColumn(type, sliced, Validity.slice(validity, from, newSize), newSize);
  }

  @Override
  public DoubleColumn gather(int[] rows, int count) {
    double[] gathered = new double[count];
    for (int i = 0; i < count; i++) {
      gathered[i] = values[rows[i]];
    }
    return new DoubleColumn(type, gathered, Validity.gather(validity, rows, count), count);
  }

  @Override
  public long bytes() {
    return 8L * size + (validity == null ? 0 : size >>> 3);
  }
}
