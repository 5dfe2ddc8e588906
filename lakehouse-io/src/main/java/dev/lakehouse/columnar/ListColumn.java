package dev.lakehouse.columnar;

import dev.lakehouse.types.ArrayType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Arrays.
 *
 * @param type the array type
 * @param offsets array {@code i} holds the elements {@code offsets[i]} up to {@code offsets[i +
 *     1]}, exclusive; at least {@code size + 1} long; a null takes no elements
 * @param elements the elements of all arrays, one after the other
 * @param validity which arrays are there; null if all are
 * @param size how many arrays there are
 */
public record ListColumn(
    ArrayType type, int[] offsets, Column elements, @Nullable Validity validity, int size)
    implements Column {
  /** Shares the elements. */
  @Override
  public ListColumn slice(int from, int newSize) {
    int[] sliced = Arrays.copyOfRange(offsets, from, from + newSize + 1);
    return new ListColumn(type, sliced, elements, Validity.slice(validity, from, newSize), newSize);
  }

  @Override
  public ListColumn gather(int[] rows, int count) {
    Ranges ranges = Ranges.of(offsets, rows, count);
    Column gathered = elements.gather(ranges.positions(), ranges.positions().length);
    return new ListColumn(
        type, ranges.offsets(), gathered, Validity.gather(validity, rows, count), count);
  }

  @Override
  public long bytes() {
    return 4L * size + elements.bytes() + (validity == null ? 0 : size >>> 3);
  }
}
