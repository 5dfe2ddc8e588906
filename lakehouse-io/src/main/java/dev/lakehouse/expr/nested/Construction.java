package dev.lakehouse.expr.nested;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.expr.kernel.Concatenation;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.Nulls;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.expr.kernel.RowOrder;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;

/** {@code array}, {@code map}, {@code named_struct}, and {@code concat} of arrays. */
public final class Construction {
  private Construction() {}

  /** {@code array(a, …)}. */
  public static Kernel array(ArrayType type) {
    return (arguments, live) -> {
      int width = arguments.size();
      Column elements =
          width == 0 ? Nulls.column(type.element(), 0) : interleaved(arguments, live.size());
      return new ListColumn(
          type, steps(live.size(), width), elements, live.validity(), live.size());
    };
  }

  /** The first values of all columns, then the second ones, and so on. */
  private static Column interleaved(List<Column> columns, int size) {
    int width = columns.size();
    int[] rows = new int[size * width];
    for (int row = 0; row < size; row++) {
      for (int i = 0; i < width; i++) {
        rows[row * width + i] = i * size + row;
      }
    }
    return Concatenation.of(columns).gather(rows, rows.length);
  }

  private static int[] steps(int size, int width) {
    int[] offsets = new int[size + 1];
    for (int i = 0; i <= size; i++) {
      offsets[i] = i * width;
    }
    return offsets;
  }

  /** {@code map(key, value, …)}. A null key, and a key that stands twice, is an error. */
  public static Kernel map(MapType type) {
    return (arguments, live) -> {
      int width = arguments.size() / 2;
      if (width == 0) {
        return new MapColumn(
            type,
            new int[live.size() + 1],
            Nulls.column(type.key(), 0),
            Nulls.column(type.value(), 0),
            live.validity(),
            live.size());
      }
      List<Column> keyColumns = new ArrayList<>();
      List<Column> valueColumns = new ArrayList<>();
      for (int i = 0; i < arguments.size(); i += 2) {
        keyColumns.add(withoutNegativeZeros(arguments.get(i)));
        valueColumns.add(arguments.get(i + 1));
      }
      Column keys = interleaved(keyColumns, live.size());
      requireKeys(keys, width, live);
      Column values = interleaved(valueColumns, live.size());
      return new MapColumn(
          type, steps(live.size(), width), keys, values, live.validity(), live.size());
    };
  }

  private static Column withoutNegativeZeros(Column column) {
    if (column instanceof DoubleColumn doubles) {
      double[] out = new double[column.size()];
      for (int i = 0; i < out.length; i++) {
        out[i] = doubles.values()[i] + 0.0;
      }
      return new DoubleColumn(column.type(), out, column.validity(), out.length);
    } else if (column instanceof FloatColumn floats) {
      float[] out = new float[column.size()];
      for (int i = 0; i < out.length; i++) {
        out[i] = floats.values()[i] + 0.0f;
      }
      return new FloatColumn(column.type(), out, column.validity(), out.length);
    }
    return column;
  }

  private static void requireKeys(Column keys, int width, LiveRows live) {
    RowOrder order = RowOrder.of(keys, keys);
    for (int row = 0; row < live.size(); row++) {
      for (int i = row * width; live.contains(row) && i < (row + 1) * width; i++) {
        if (keys.isNull(i)) {
          throw new RowFailure(row, "a key of the map is null");
        }
        for (int earlier = row * width; earlier < i; earlier++) {
          if (order.compare(earlier, i) == 0) {
            throw new RowFailure(
                row, "the key " + Values.get(keys, i) + " stands twice in the map");
          }
        }
      }
    }
  }

  /** {@code named_struct(name, value, …)}, of the values alone. */
  public static Kernel struct(StructType type) {
    return (arguments, live) ->
        new StructColumn(
            type,
            arguments.stream().map(column -> Nulls.masked(column, live.validity())).toList(),
            live.validity(),
            live.size());
  }

  /** {@code concat(array, …)}. */
  public static Kernel concat(ArrayType type) {
    return (arguments, live) -> {
      List<Column> elements = new ArrayList<>();
      int[] bases = new int[arguments.size()];
      int base = 0;
      for (int i = 0; i < bases.length; i++) {
        Column part = ((ListColumn) arguments.get(i)).elements();
        elements.add(part);
        bases[i] = base;
        base += part.size();
      }
      int[] offsets = new int[live.size() + 1];
      int[] positions = positions(arguments, bases, live, offsets);
      Column joined = Concatenation.of(elements).gather(positions, positions.length);
      Validity validity = live.validity();
      return new ListColumn(type, offsets, joined, validity, live.size());
    };
  }

  private static int[] positions(
      List<Column> arguments, int[] bases, LiveRows live, int[] offsets) {
    for (int row = 0; row < live.size(); row++) {
      int length = 0;
      for (int i = 0; live.contains(row) && i < bases.length; i++) {
        int[] from = ((ListColumn) arguments.get(i)).offsets();
        length += from[row + 1] - from[row];
      }
      offsets[row + 1] = Math.addExact(offsets[row], length);
    }
    int[] positions = new int[offsets[live.size()]];
    int at = 0;
    for (int row = 0; row < live.size(); row++) {
      for (int i = 0; live.contains(row) && i < bases.length; i++) {
        int[] from = ((ListColumn) arguments.get(i)).offsets();
        for (int k = from[row]; k < from[row + 1]; k++) {
          positions[at++] = bases[i] + k;
        }
      }
    }
    return positions;
  }
}
