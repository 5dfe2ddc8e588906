package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
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
import dev.lakehouse.types.DataType;
import org.jspecify.annotations.Nullable;

/** Nulls put into columns. */
public final class Nulls {
  private Nulls() {}

  /** {@code size} nulls of type {@code type}, in that type's layout. */
  public static Column column(DataType type, int size) {
    if (type == DataType.VOID) {
      return new NullColumn(size);
    }
    Column one = ColumnBuilder.of(type).append(null).build();
    return size == 1 ? one : one.gather(new int[size], size);
  }

  /** {@code column} with nulls also where {@code valid} has them; null there stands for none. */
  public static Column masked(Column column, @Nullable Validity valid) {
    if (valid == null || column instanceof NullColumn) {
      return column;
    }
    int size = column.size();
    Validity both = Validity.and(column.validity(), valid, size);
    if (column instanceof IntColumn c) {
      return new IntColumn(c.type(), c.values(), both, size);
    } else if (column instanceof LongColumn c) {
      return new LongColumn(c.type(), c.values(), both, size);
    } else if (column instanceof DoubleColumn c) {
      return new DoubleColumn(c.type(), c.values(), both, size);
    } else if (column instanceof FloatColumn c) {
      return new FloatColumn(c.type(), c.values(), both, size);
    } else if (column instanceof BooleanColumn c) {
      return new BooleanColumn(c.type(), c.values(), both, size);
    } else if (column instanceof Decimal128Column c) {
      return new Decimal128Column(c.type(), c.high(), c.low(), both, size);
    } else if (column instanceof DictionaryColumn c) {
      return new DictionaryColumn(c.codes(), c.dictionary(), both, size);
    } else if (column instanceof StructColumn c) {
      return new StructColumn(
          c.type(), c.children().stream().map(child -> masked(child, valid)).toList(), both, size);
    }
    return maskedRanges(column, both, size);
  }

  /** A null takes no bytes and no elements, so where nulls are new the ranges are made anew. */
  private static Column maskedRanges(Column column, @Nullable Validity both, int size) {
    if (column instanceof VariantColumn c) {
      return new VariantColumn(c.metadata(), c.value(), both, size);
    }
    int[] rows = new int[size];
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (both == null || both.isValid(i)) {
        rows[kept++] = i;
      }
    }
    Column values = column.gather(rows, kept);
    if (values instanceof BytesColumn c) {
      return new BytesColumn(c.type(), spread(c.offsets(), both, size), c.data(), both, size);
    } else if (values instanceof ListColumn c) {
      return new ListColumn(c.type(), spread(c.offsets(), both, size), c.elements(), both, size);
    }
    MapColumn c = (MapColumn) values;
    return new MapColumn(
        c.type(), spread(c.offsets(), both, size), c.keys(), c.values(), both, size);
  }

  private static int[] spread(int[] offsets, @Nullable Validity valid, int size) {
    int[] out = new int[size + 1];
    int at = 0;
    for (int i = 0; i < size; i++) {
      at += valid == null || valid.isValid(i) ? 1 : 0;
      out[i + 1] = offsets[at];
    }
    return out;
  }
}
