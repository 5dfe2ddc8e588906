package dev.lakehouse.expr.nested;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.Nulls;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.expr.kernel.RowOrder;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Single values out of arrays, maps and structs. */
public final class Access {
  private Access() {}

  /** {@code array[index]}, from 0; an index outside is an error. */
  public static Column element(List<Column> arguments, LiveRows live) {
    ListColumn list = (ListColumn) arguments.get(0);
    int[] offsets = list.offsets();
    int[] positions = new int[live.size()];
    for (int i = 0; i < positions.length; i++) {
      if (live.contains(i)) {
        long index = index(arguments.get(1), i);
        int length = offsets[i + 1] - offsets[i];
        if (index < 0 || index >= length) {
          throw outside(i, index, length);
        }
        positions[i] = offsets[i] + (int) index;
      }
    }
    return picked(list.elements(), positions, live.validity());
  }

  private static long index(Column column, int row) {
    return column instanceof LongColumn longs
        ? longs.values()[row]
        : ((IntColumn) column).values()[row];
  }

  private static RowFailure outside(int row, long index, int length) {
    return new RowFailure(
        row, "the index " + index + " is outside of the array, which has " + length + " elements");
  }

  /** The elements at {@code positions}, of which those of nulls mean nothing. */
  private static Column picked(Column elements, int[] positions, @Nullable Validity validity) {
    return elements.size() == 0
        ? Nulls.column(elements.type(), positions.length)
        : Nulls.masked(elements.gather(positions, positions.length), validity);
  }

  /** {@code element_at(array, index)}, from 1 or, negative, from the end. */
  public static Column elementAt(List<Column> arguments, LiveRows live) {
    ListColumn list = (ListColumn) arguments.get(0);
    int[] indices = ((IntColumn) arguments.get(1)).values();
    int[] offsets = list.offsets();
    int[] positions = new int[live.size()];
    for (int i = 0; i < positions.length; i++) {
      if (live.contains(i)) {
        int length = offsets[i + 1] - offsets[i];
        if (indices[i] == 0) {
          throw new RowFailure(i, "the index is 0; elements are counted from 1");
        } else if (Math.abs((long) indices[i]) > length) {
          throw outside(i, indices[i], length);
        }
        positions[i] = indices[i] > 0 ? offsets[i] + indices[i] - 1 : offsets[i + 1] + indices[i];
      }
    }
    return picked(list.elements(), positions, live.validity());
  }

  /** {@code map[key]}; null if the key is not there. */
  public static Column value(List<Column> arguments, LiveRows live) {
    MapColumn map = (MapColumn) arguments.get(0);
    RowOrder order = RowOrder.of(map.keys(), arguments.get(1));
    int[] offsets = map.offsets();
    int[] positions = new int[live.size()];
    boolean[] found = new boolean[live.size()];
    for (int i = 0; i < positions.length; i++) {
      if (live.contains(i)) {
        int at = offsets[i];
        while (at < offsets[i + 1] && order.compare(at, i) != 0) {
          at++;
        }
        found[i] = at < offsets[i + 1];
        positions[i] = found[i] ? at : 0;
      }
    }
    return picked(map.values(), positions, Validity.ofBooleans(found, found.length));
  }

  /** {@code struct.field}. */
  public static Kernel field(int index) {
    return (arguments, live) -> ((StructColumn) arguments.get(0)).child(index);
  }

  /** {@code array.field}: the field of each struct of the array. */
  public static Kernel fieldOfEach(int index, DataType type) {
    return (arguments, live) -> {
      ListColumn list = (ListColumn) arguments.get(0);
      Column elements = ((StructColumn) list.elements()).child(index);
      return new ListColumn(
          (ArrayType) type, list.offsets(), elements, list.validity(), list.size());
    };
  }
}
