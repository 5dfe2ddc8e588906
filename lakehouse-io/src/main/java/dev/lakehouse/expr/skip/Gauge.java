package dev.lakehouse.expr.skip;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.List;
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

  /**
   * A function that keeps the order of values, so that it may be applied to the bounds instead.
   *
   * @param operand the values that it is applied to
   * @param type their type
   * @param function the function, of a column called {@link #SLOT}
   */
  record Mapped(Gauge operand, DataType type, BoundExpression function) implements Gauge {
    /** What the function calls its argument. */
    static final String SLOT = "bound";

    @Override
    public Extent extent(StatisticsBatch statistics) {
      Extent extent = operand.extent(statistics);
      return new Extent(mapped(extent.min()), mapped(extent.max()), extent.contents());
    }

    private @Nullable Column mapped(@Nullable Column bounds) {
      if (bounds == null) {
        return null;
      }
      StructType schema = StructType.of(StructField.optional(SLOT, type));
      try {
        return function.evaluate(new Batch(schema, List.of(bounds), bounds.size()));
      } catch (ExpressionException e) {
        return null;
      }
    }
  }
}
