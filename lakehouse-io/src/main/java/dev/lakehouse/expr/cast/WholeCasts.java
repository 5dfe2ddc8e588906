package dev.lakehouse.expr.cast;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.expr.Cast.OnFailure;
import dev.lakehouse.expr.kernel.DecimalCells;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.TextCells;
import dev.lakehouse.expr.text.WholeNumberReader;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Objects;

/** Casts to tinyint, smallint, int and bigint. Fractions are cut off. */
final class WholeCasts {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private final DataType type;
  private final long min;
  private final long max;
  private final OnFailure onFailure;

  private WholeCasts(DataType type, OnFailure onFailure) {
    this.type = type;
    this.min = min(type);
    this.max = -min - 1;
    this.onFailure = onFailure;
  }

  static boolean isWhole(DataType type) {
    return type == DataType.BYTE
        || type == DataType.SHORT
        || type == DataType.INT
        || type == DataType.LONG;
  }

  private static long min(DataType type) {
    if (type == DataType.BYTE) {
      return Byte.MIN_VALUE;
    } else if (type == DataType.SHORT) {
      return Short.MIN_VALUE;
    }
    return type == DataType.INT ? Integer.MIN_VALUE : Long.MIN_VALUE;
  }

  static Kernel of(DataType from, DataType to, OnFailure onFailure) {
    WholeCasts casts = new WholeCasts(to, onFailure);
    return (arguments, live) -> casts.cast(arguments.get(0), live);
  }

  private Column cast(Column column, LiveRows live) {
    Misfits misfits = new Misfits(live, onFailure);
    long[] values = longs(column, live, misfits);
    if (type == DataType.LONG) {
      return new LongColumn(type, values, misfits.validity(), live.size());
    }
    int[] out = new int[live.size()];
    boolean outside = false;
    for (int i = 0; i < out.length; i++) {
      outside |= values[i] < min || values[i] > max;
      out[i] = (int) values[i];
    }
    if (outside) {
      addOutside(column, values, misfits);
    }
    return new IntColumn(type, out, misfits.validity(), out.length);
  }

  private void addOutside(Column column, long[] values, Misfits misfits) {
    for (int i = 0; i < column.size(); i++) {
      if (misfits.isLive(i) && (values[i] < min || values[i] > max)) {
        misfits.add(i, shown(column, i), type);
      }
    }
  }

  private static Object shown(Column column, int row) {
    return Objects.requireNonNull(Values.get(column, row));
  }

  /** Each value as a long, those that fit none already noted, and 0. */
  private long[] longs(Column column, LiveRows live, Misfits misfits) {
    if (column instanceof IntColumn ints) {
      return widened(ints);
    } else if (column instanceof LongColumn longs) {
      return ofLongs(longs);
    } else if (column instanceof BooleanColumn booleans) {
      long[] out = new long[live.size()];
      for (int i = 0; i < out.length; i++) {
        out[i] = booleans.values()[i] ? 1 : 0;
      }
      return out;
    } else if (column instanceof DoubleColumn doubles) {
      return ofDoubles(column, doubles.values(), live, misfits);
    } else if (column instanceof FloatColumn floats) {
      double[] values = new double[live.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = floats.values()[i];
      }
      return ofDoubles(column, values, live, misfits);
    } else if (column instanceof Decimal128Column decimals) {
      return ofDecimals(decimals, live, misfits);
    }
    return ofTexts(column, live, misfits);
  }

  static long[] widened(IntColumn column) {
    int[] values = column.values();
    long[] out = new long[column.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = values[i];
    }
    return out;
  }

  private static long[] ofLongs(LongColumn column) {
    long[] values = column.values();
    if (column.type() == DataType.LONG) {
      return values;
    }
    long[] out = new long[column.size()];
    if (column.type() instanceof DecimalType decimal) {
      long unit = DecimalCells.powerOfTen(decimal.scale());
      for (int i = 0; i < out.length; i++) {
        out[i] = values[i] / unit;
      }
    } else {
      for (int i = 0; i < out.length; i++) {
        out[i] = Math.floorDiv(values[i], MICROS_PER_SECOND);
      }
    }
    return out;
  }

  private long[] ofDoubles(Column column, double[] values, LiveRows live, Misfits misfits) {
    long[] out = new long[live.size()];
    boolean outside = false;
    for (int i = 0; i < out.length; i++) {
      out[i] = (long) values[i];
      outside |= !fits(values[i]);
    }
    for (int i = 0; outside && i < out.length; i++) {
      if (!fits(values[i])) {
        out[i] = 0;
        if (live.contains(i)) {
          misfits.add(i, shown(column, i), type);
        }
      }
    }
    return out;
  }

  private boolean fits(double value) {
    return Math.floor(value) <= max && Math.ceil(value) >= min;
  }

  private long[] ofDecimals(Decimal128Column column, LiveRows live, Misfits misfits) {
    long[] out = new long[live.size()];
    for (int i = 0; i < out.length; i++) {
      if (live.contains(i)) {
        BigInteger whole = column.decimal(i).setScale(0, RoundingMode.DOWN).unscaledValue();
        if (whole.bitLength() < Long.SIZE) {
          out[i] = whole.longValue();
        } else {
          misfits.add(i, shown(column, i), type);
        }
      }
    }
    return out;
  }

  private long[] ofTexts(Column column, LiveRows live, Misfits misfits) {
    TextCells cells = TextCells.of(column);
    WholeNumberReader reader = new WholeNumberReader(min, max);
    long[] out = new long[live.size()];
    for (int i = 0; i < out.length; i++) {
      if (live.contains(i)) {
        if (reader.read(cells.data(), cells.start(i), cells.end(i))) {
          out[i] = reader.value();
        } else {
          misfits.add(i, cells.string(i), type);
        }
      }
    }
    return out;
  }
}
