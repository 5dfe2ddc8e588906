package dev.lakehouse.columnar;

import dev.lakehouse.types.DataType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@code FLOAT}.
 *
 * @param type the logical type
 * @param values one value a row; may be longer than {@code size}
 * @param validity which values are there; null if all are
 * @param size how many values there are
 */
public record FloatColumn(DataType type, float[] values, @Nullable Validity validity, int size)
    implements Column {
  @Override
  public FloatColumn slice(int from, int newSize) {
    float[] sliced = Arrays.copyOfRange(values, from, from + newSize);
    return new FloatColumn(type, sliced, Validity.slice(validity, from, newSize), newSize);
  }

  @Override
  public FloatColumn gather(int[] rows, int count) {
    float[] gathered = new float[count];
    for (int i = 0; i < count; i++) {
      gathered[i] = values[rows[i]];
    }
    return new FloatColumn(type, gathered, Validity.gather(validity, rows, count), count);
  }

  @Override
  public long bytes() {
    return 4L * size + (validity == null ? 0 : size >>> 3);
  }
}
