package dev.lakehouse.expr.skip;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.expr.kernel.Widening;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Finds where the values of an expression lie. */
interface Gauge {
  Extent extent(StatisticsBatch statistics);

  /** A value that is not null. */
  record Constant(Column value) implements Gauge {
    @Override
    public Extent extent(StatisticsBatch statistics) {
      return Extent.ofConstant(value);
    }
  }

  /** A column. */
  record ColumnRead(ColumnPath path, DataType type) implements Gauge {
    @Override
    public Extent extent(StatisticsBatch statistics) {
      return new Extent(
          withoutNans(statistics.min(path)),
          withoutNans(statistics.max(path)),
          contents(statistics));
    }

    private byte[] contents(StatisticsBatch statistics) {
      boolean floating = type == DataType.FLOAT || type == DataType.DOUBLE;
      LongColumn nulls = statistics.nullCount(path);
      LongColumn nans = statistics.nanCount(path);
      LongColumn rows = statistics.rowCount();
      byte[] contents = new byte[statistics.size()];
      for (int i = 0; i < contents.length; i++) {
        long nullCount = count(nulls, i);
        boolean onlyNulls = nullCount >= 0 && nullCount == count(rows, i);
        boolean noNulls = nullCount == 0;
        boolean noNans = !floating || count(nans, i) == 0;
        contents[i] =
            (byte)
                ((onlyNulls ? 0 : Extent.VALUES)
                    | (noNulls ? 0 : Extent.NULLS)
                    | (noNans || onlyNulls ? 0 : Extent.NANS));
      }
      return contents;
    }

    /** -1 if it is not known. */
    private static long count(@Nullable LongColumn counts, int index) {
      return counts == null || counts.isNull(index) ? -1 : counts.values()[index];
    }

    private static @Nullable Column withoutNans(@Nullable Column bounds) {
      if (bounds instanceof DoubleColumn doubles) {
        return new DoubleColumn(
            doubles.type(), doubles.values(), known(doubles, doubles.values()), doubles.size());
      } else if (bounds instanceof FloatColumn floats) {
        return new FloatColumn(
            floats.type(), floats.values(), known(floats, floats.values()), floats.size());
      }
      return bounds;
    }

    private static @Nullable Validity known(Column column, double[] values) {
      boolean[] known = new boolean[column.size()];
      for (int i = 0; i < known.length; i++) {
        known[i] = !column.isNull(i) && !Double.isNaN(values[i]);
      }
      return Validity.ofBooleans(known, known.length);
    }

    private static @Nullable Validity known(Column column, float[] values) {
      boolean[] known = new boolean[column.size()];
      for (int i = 0; i < known.length; i++) {
        known[i] = !column.isNull(i) && !Float.isNaN(values[i]);
      }
      return Validity.ofBooleans(known, known.length);
    }
  }

  /** A cast that keeps the order of values, so that the bounds may be cast instead. */
  record Widened(Gauge operand, DataType type, ZoneId zone) implements Gauge {
    @Override
    public Extent extent(StatisticsBatch statistics) {
      Extent extent = operand.extent(statistics);
      return new Extent(widened(extent.min()), widened(extent.max()), extent.contents());
    }

    private @Nullable Column widened(@Nullable Column bounds) {
      try {
        return bounds == null ? null : Widening.widen(bounds, type, zone, null);
      } catch (RowFailure failure) {
        return null;
      }
    }
  }
}
