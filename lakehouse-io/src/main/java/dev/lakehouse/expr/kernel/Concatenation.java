package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.columnar.VariantColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Columns of one type put one after the other. */
public final class Concatenation {
  private Concatenation() {}

  /** The values of {@code columns}, of which there is at least one. */
  public static Column of(List<Column> columns) {
    Column first = columns.get(0);
    if (columns.size() == 1) {
      return first;
    }
    int size = columns.stream().mapToInt(Column::size).reduce(0, Math::addExact);
    Validity validity = validity(columns, size);
    if (first instanceof NullColumn) {
      return new NullColumn(size);
    } else if (first instanceof BytesColumn || first instanceof DictionaryColumn) {
      return bytes(columns, validity, size);
    } else if (first instanceof ListColumn list) {
      Column elements = children(columns, c -> used(((ListColumn) c).elements(), c));
      return new ListColumn(list.type(), offsets(columns, size), elements, validity, size);
    } else if (first instanceof MapColumn map) {
      Column keys = children(columns, c -> used(((MapColumn) c).keys(), c));
      Column values = children(columns, c -> used(((MapColumn) c).values(), c));
      return new MapColumn(map.type(), offsets(columns, size), keys, values, validity, size);
    } else if (first instanceof StructColumn struct) {
      List<Column> fields = new ArrayList<>();
      for (int i = 0; i < struct.children().size(); i++) {
        int field = i;
        fields.add(children(columns, c -> ((StructColumn) c).child(field)));
      }
      return new StructColumn(struct.type(), fields, validity, size);
    } else if (first instanceof VariantColumn) {
      BytesColumn metadata = (BytesColumn) children(columns, c -> ((VariantColumn) c).metadata());
      BytesColumn value = (BytesColumn) children(columns, c -> ((VariantColumn) c).value());
      return new VariantColumn(metadata, value, validity, size);
    }
    return fixedWidth(columns, validity, size);
  }

  private static @Nullable Validity validity(List<Column> columns, int size) {
    boolean[] valid = new boolean[size];
    int at = 0;
    for (Column column : columns) {
      for (int i = 0; i < column.size(); i++) {
        valid[at++] = !column.isNull(i);
      }
    }
    return Validity.ofBooleans(valid, size);
  }

  private static Column children(List<Column> columns, Function<Column, Column> child) {
    return of(columns.stream().map(child).toList());
  }

  private static int[] offsets(Column column) {
    return column instanceof ListColumn list ? list.offsets() : ((MapColumn) column).offsets();
  }

  /** The elements that {@code parent} reaches, which may be a part of them. */
  private static Column used(Column elements, Column parent) {
    int[] offsets = offsets(parent);
    int from = offsets[0];
    int to = offsets[parent.size()];
    return from == 0 && to == elements.size() ? elements : elements.slice(from, to - from);
  }

  private static int[] offsets(List<Column> columns, int size) {
    int[] offsets = new int[size + 1];
    int at = 0;
    for (Column column : columns) {
      int[] from = offsets(column);
      int base = offsets[at] - from[0];
      for (int i = 1; i <= column.size(); i++) {
        offsets[++at] = base + from[i];
      }
    }
    return offsets;
  }

  private static BytesColumn bytes(List<Column> columns, @Nullable Validity validity, int size) {
    int[] offsets = new int[size + 1];
    int at = 0;
    int total = 0;
    for (Column column : columns) {
      BytesColumn values = flat(column);
      for (int i = 0; i < values.size(); i++) {
        total = Math.addExact(total, values.length(i));
        offsets[++at] = total;
      }
    }
    byte[] data = new byte[total];
    int to = 0;
    for (Column column : columns) {
      BytesColumn values = flat(column);
      int from = values.offsets()[0];
      int length = values.offsets()[values.size()] - from;
      System.arraycopy(values.data(), from, data, to, length);
      to += length;
    }
    return new BytesColumn(columns.get(0).type(), offsets, data, validity, size);
  }

  /** {@code column} without a dictionary. */
  public static BytesColumn flat(Column column) {
    return column instanceof DictionaryColumn dictionary ? dictionary.flat() : (BytesColumn) column;
  }

  private static Column fixedWidth(List<Column> columns, @Nullable Validity validity, int size) {
    Column first = columns.get(0);
    if (first instanceof IntColumn) {
      return new IntColumn(
          first.type(),
          joined(columns, new int[size], c -> ((IntColumn) c).values()),
          validity,
          size);
    } else if (first instanceof LongColumn) {
      return new LongColumn(
          first.type(),
          joined(columns, new long[size], c -> ((LongColumn) c).values()),
          validity,
          size);
    } else if (first instanceof DoubleColumn) {
      return new DoubleColumn(
          first.type(),
          joined(columns, new double[size], c -> ((DoubleColumn) c).values()),
          validity,
          size);
    } else if (first instanceof FloatColumn) {
      return new FloatColumn(
          first.type(),
          joined(columns, new float[size], c -> ((FloatColumn) c).values()),
          validity,
          size);
    } else if (first instanceof BooleanColumn) {
      return new BooleanColumn(
          first.type(),
          joined(columns, new boolean[size], c -> ((BooleanColumn) c).values()),
          validity,
          size);
    }
    Decimal128Column decimals = (Decimal128Column) first;
    return new Decimal128Column(
        decimals.type(),
        joined(columns, new long[size], c -> ((Decimal128Column) c).high()),
        joined(columns, new long[size], c -> ((Decimal128Column) c).low()),
        validity,
        size);
  }

  private static <T> T joined(List<Column> columns, T target, Function<Column, T> values) {
    int at = 0;
    for (Column column : columns) {
      System.arraycopy(values.apply(column), 0, target, at, column.size());
      at += column.size();
    }
    return target;
  }
}
