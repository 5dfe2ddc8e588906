package dev.lakehouse.write;

import dev.lakehouse.columnar.Batch;
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

/** Lays columns end to end. All have one type; their bytes and elements together fit an array. */
final class ColumnConcat {
  private ColumnConcat() {}

  /** The rows of all {@code batches}, at least one, in order. */
  static Batch batches(List<Batch> batches) {
    Batch first = batches.get(0);
    if (batches.size() == 1) {
      return first;
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < first.columns().size(); i++) {
      int field = i;
      columns.add(columns(batches.stream().map(batch -> batch.column(field)).toList()));
    }
    return new Batch(first.schema(), columns, batches.stream().mapToInt(Batch::rowCount).sum());
  }

  private static Column columns(List<Column> parts) {
    Column first = parts.get(0);
    int size = parts.stream().mapToInt(Column::size).sum();
    Validity validity = validity(parts, size);
    if (first instanceof BooleanColumn) {
      boolean[] values = new boolean[size];
      copy(parts, values, part -> ((BooleanColumn) part).values());
      return new BooleanColumn(first.type(), values, validity, size);
    } else if (first instanceof IntColumn) {
      int[] values = new int[size];
      copy(parts, values, part -> ((IntColumn) part).values());
      return new IntColumn(first.type(), values, validity, size);
    } else if (first instanceof LongColumn) {
      return new LongColumn(
          first.type(), longs(parts, size, part -> ((LongColumn) part).values()), validity, size);
    } else if (first instanceof FloatColumn) {
      float[] values = new float[size];
      copy(parts, values, part -> ((FloatColumn) part).values());
      return new FloatColumn(first.type(), values, validity, size);
    } else if (first instanceof DoubleColumn) {
      double[] values = new double[size];
      copy(parts, values, part -> ((DoubleColumn) part).values());
      return new DoubleColumn(first.type(), values, validity, size);
    } else if (first instanceof Decimal128Column decimal) {
      return new Decimal128Column(
          decimal.type(),
          longs(parts, size, part -> ((Decimal128Column) part).high()),
          longs(parts, size, part -> ((Decimal128Column) part).low()),
          validity,
          size);
    } else if (first instanceof BytesColumn || first instanceof DictionaryColumn) {
      return bytes(parts.stream().map(ColumnConcat::flat).toList(), validity, size);
    }
    return nested(first, parts, validity, size);
  }

  private static Column nested(
      Column first, List<Column> parts, @Nullable Validity validity, int size) {
    if (first instanceof StructColumn struct) {
      List<Column> children = new ArrayList<>();
      for (int i = 0; i < struct.children().size(); i++) {
        int field = i;
        children.add(each(parts, part -> ((StructColumn) part).child(field)));
      }
      return new StructColumn(struct.type(), children, validity, size);
    } else if (first instanceof ListColumn list) {
      int[] offsets = offsets(parts, size, part -> ((ListColumn) part).offsets());
      Column elements =
          each(
              parts,
              part -> used((ListColumn) part, ((ListColumn) part).offsets(), ListColumn::elements));
      return new ListColumn(list.type(), offsets, elements, validity, size);
    } else if (first instanceof MapColumn map) {
      return new MapColumn(
          map.type(),
          offsets(parts, size, part -> ((MapColumn) part).offsets()),
          each(
              parts, part -> used((MapColumn) part, ((MapColumn) part).offsets(), MapColumn::keys)),
          each(
              parts,
              part -> used((MapColumn) part, ((MapColumn) part).offsets(), MapColumn::values)),
          validity,
          size);
    } else if (first instanceof VariantColumn) {
      return new VariantColumn(
          (BytesColumn) each(parts, part -> ((VariantColumn) part).metadata()),
          (BytesColumn) each(parts, part -> ((VariantColumn) part).value()),
          validity,
          size);
    }
    return new NullColumn(size);
  }

  private static Column each(List<Column> parts, Function<Column, Column> child) {
    return columns(parts.stream().map(child).toList());
  }

  /** The elements that the lists of {@code part} use: those of a slice share more. */
  private static <C extends Column> Column used(C part, int[] offsets, Function<C, Column> all) {
    return all.apply(part).slice(offsets[0], offsets[part.size()] - offsets[0]);
  }

  private static void copy(List<Column> parts, Object target, Function<Column, Object> values) {
    int at = 0;
    for (Column part : parts) {
      System.arraycopy(values.apply(part), 0, target, at, part.size());
      at += part.size();
    }
  }

  private static long[] longs(List<Column> parts, int size, Function<Column, Object> values) {
    long[] all = new long[size];
    copy(parts, all, values);
    return all;
  }

  private static int[] offsets(List<Column> parts, int size, Function<Column, int[]> offsetsOf) {
    int[] all = new int[size + 1];
    int row = 0;
    for (Column part : parts) {
      int[] offsets = offsetsOf.apply(part);
      for (int i = 0; i < part.size(); i++, row++) {
        all[row + 1] = Math.addExact(all[row], offsets[i + 1] - offsets[i]);
      }
    }
    return all;
  }

  private static BytesColumn flat(Column column) {
    return column instanceof DictionaryColumn dictionary ? dictionary.flat() : (BytesColumn) column;
  }

  private static Column bytes(List<BytesColumn> parts, @Nullable Validity validity, int size) {
    int[] offsets = offsets(List.copyOf(parts), size, part -> ((BytesColumn) part).offsets());
    byte[] data = new byte[offsets[size]];
    int at = 0;
    for (BytesColumn part : parts) {
      int from = part.offsets()[0];
      int length = part.offsets()[part.size()] - from;
      System.arraycopy(part.data(), from, data, at, length);
      at += length;
    }
    return new BytesColumn(parts.get(0).type(), offsets, data, validity, size);
  }

  private static @Nullable Validity validity(List<Column> parts, int size) {
    if (parts.stream().allMatch(part -> part.validity() == null)) {
      return null;
    }
    boolean[] valid = new boolean[size];
    int at = 0;
    for (Column part : parts) {
      for (int i = 0; i < part.size(); i++) {
        valid[at++] = !part.isNull(i);
      }
    }
    return Validity.ofBooleans(valid, size);
  }
}
