package dev.lakehouse.expr.nested;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.expr.kernel.RowOrder;
import dev.lakehouse.types.DataType;
import java.util.Arrays;
import java.util.List;

/** Functions of whole arrays, and the size of maps. */
public final class Lists {
  private Lists() {}

  /** {@code size(array or map)}. */
  public static Column size(List<Column> arguments, LiveRows live) {
    Column column = arguments.get(0);
    int[] offsets =
        column instanceof ListColumn list ? list.offsets() : ((MapColumn) column).offsets();
    int[] out = new int[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = offsets[i + 1] - offsets[i];
    }
    return new IntColumn(DataType.INT, out, live.validity(), out.length);
  }

  /** {@code array_contains(array, value)}: null if the value is not there but a null is. */
  public static Column contains(List<Column> arguments, LiveRows live) {
    ListColumn list = (ListColumn) arguments.get(0);
    Column elements = list.elements();
    RowOrder order = RowOrder.of(elements, arguments.get(1));
    int[] offsets = list.offsets();
    boolean[] out = new boolean[live.size()];
    boolean[] known = new boolean[live.size()];
    for (int i = 0; i < out.length; i++) {
      known[i] = live.contains(i);
      for (int at = offsets[i]; live.contains(i) && at < offsets[i + 1] && !out[i]; at++) {
        boolean isNull = elements.isNull(at);
        known[i] &= !isNull;
        out[i] = !isNull && order.compare(at, i) == 0;
      }
      known[i] |= out[i];
    }
    Validity validity = Validity.ofBooleans(known, known.length);
    return new BooleanColumn(DataType.BOOLEAN, out, validity, out.length);
  }

  /** {@code array_distinct(array)}: the first of each value, and of nulls. */
  public static Column distinct(List<Column> arguments, LiveRows live) {
    ListColumn list = (ListColumn) arguments.get(0);
    RowOrder order = RowOrder.nullable(list.elements(), list.elements());
    int[] from = list.offsets();
    int[] offsets = new int[live.size() + 1];
    int[] positions = new int[list.elements().size()];
    int kept = 0;
    for (int row = 0; row < live.size(); row++) {
      int start = kept;
      for (int at = from[row]; live.contains(row) && at < from[row + 1]; at++) {
        int other = start;
        while (other < kept && order.compare(positions[other], at) != 0) {
          other++;
        }
        positions[kept] = at;
        kept += other == kept ? 1 : 0;
      }
      offsets[row + 1] = kept;
    }
    Column elements = list.elements().gather(positions, kept);
    return new ListColumn(list.type(), offsets, elements, live.validity(), live.size());
  }

  /** {@code slice(array, start, length)}: from 1 or, negative, from the end. */
  public static Column slice(List<Column> arguments, LiveRows live) {
    ListColumn list = (ListColumn) arguments.get(0);
    int[] starts = ((IntColumn) arguments.get(1)).values();
    int[] lengths = ((IntColumn) arguments.get(2)).values();
    int[] from = list.offsets();
    int[] offsets = new int[live.size() + 1];
    int[] positions = new int[16];
    int kept = 0;
    for (int row = 0; row < live.size(); row++) {
      if (live.contains(row)) {
        requireSlice(row, starts[row], lengths[row]);
        int size = from[row + 1] - from[row];
        long start = starts[row] > 0 ? starts[row] - 1L : (long) size + starts[row];
        long end = Math.min(size, start + lengths[row]);
        for (long at = start; start >= 0 && at < end; at++) {
          positions = kept == positions.length ? Arrays.copyOf(positions, 2 * kept) : positions;
          positions[kept++] = from[row] + (int) at;
        }
      }
      offsets[row + 1] = kept;
    }
    Column elements = list.elements().gather(positions, kept);
    return new ListColumn(list.type(), offsets, elements, live.validity(), live.size());
  }

  private static void requireSlice(int row, int start, int length) {
    if (start == 0) {
      throw new RowFailure(row, "the start is 0; elements are counted from 1");
    } else if (length < 0) {
      throw new RowFailure(row, "the length " + length + " is negative");
    }
  }
}
