package dev.lakehouse.write;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Conversions between numbers: each value is held exactly, or refused. */
final class NumberConversions {
  private NumberConversions() {}

  /** The conversion, or null if numbers of {@code from} never become ones of {@code to}. */
  static @Nullable Conversion of(DataType from, DataType to) {
    if (isWhole(from)) {
      return ofWhole(to);
    } else if (from == DataType.FLOAT && to == DataType.DOUBLE) {
      return NumberConversions::floatToDouble;
    } else if (from == DataType.DOUBLE && to == DataType.FLOAT) {
      return NumberConversions::doubleToFloat;
    } else if (from instanceof DecimalType && to instanceof DecimalType decimal) {
      return column -> rescale(column, decimal);
    }
    return null;
  }

  private static @Nullable Conversion ofWhole(DataType to) {
    if (isSmall(to)) {
      return column -> toInts(column, to);
    } else if (to == DataType.LONG) {
      return column -> new LongColumn(to, longs(column), column.validity(), column.size());
    } else if (to == DataType.DOUBLE) {
      return NumberConversions::toDouble;
    } else if (to == DataType.FLOAT) {
      return column -> doubleToFloat(toDouble(column));
    }
    return to instanceof DecimalType decimal
        ? column -> toDecimal(longs(column), column, decimal)
        : null;
  }

  private static boolean isSmall(DataType type) {
    return type == DataType.BYTE || type == DataType.SHORT || type == DataType.INT;
  }

  private static boolean isWhole(DataType type) {
    return isSmall(type) || type == DataType.LONG;
  }

  private static long[] longs(Column column) {
    if (column instanceof LongColumn longs) {
      return longs.values();
    }
    int[] ints = ((IntColumn) column).values();
    long[] values = new long[column.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ints[i];
    }
    return values;
  }

  private static Column toInts(Column column, DataType to) {
    long[] longs = longs(column);
    int[] values = new int[column.size()];
    int bits = to == DataType.BYTE ? 56 : to == DataType.SHORT ? 48 : 32;
    for (int i = 0; i < values.length; i++) {
      long value = longs[i];
      values[i] = (int) value;
      if (value << bits >> bits != value && !column.isNull(i)) {
        throw refused(i, value, to);
      }
    }
    return new IntColumn(to, values, column.validity(), column.size());
  }

  private static Column toDouble(Column column) {
    long[] longs = longs(column);
    double[] values = new double[column.size()];
    for (int i = 0; i < values.length; i++) {
      long value = longs[i];
      values[i] = (double) value;
      // Long.MAX_VALUE rounds up to 2^63, which the cast back saturates to Long.MAX_VALUE again.
      if (((long) values[i] != value || value == Long.MAX_VALUE) && !column.isNull(i)) {
        throw refused(i, value, DataType.DOUBLE);
      }
    }
    return new DoubleColumn(DataType.DOUBLE, values, column.validity(), column.size());
  }

  private static Column floatToDouble(Column column) {
    float[] floats = ((FloatColumn) column).values();
    double[] values = new double[column.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = floats[i];
    }
    return new DoubleColumn(DataType.DOUBLE, values, column.validity(), column.size());
  }

  private static Column doubleToFloat(Column column) {
    double[] doubles = ((DoubleColumn) column).values();
    float[] values = new float[column.size()];
    for (int i = 0; i < values.length; i++) {
      double value = doubles[i];
      values[i] = (float) value;
      if (values[i] != value && !Double.isNaN(value) && !column.isNull(i)) {
        throw refused(i, value, DataType.FLOAT);
      }
    }
    return new FloatColumn(DataType.FLOAT, values, column.validity(), column.size());
  }

  /** {@code unscaled} are the unscaled values of {@code column}, of scale 0. */
  private static Column toDecimal(long[] unscaled, Column column, DecimalType to) {
    return fill(column, to, i -> BigDecimal.valueOf(unscaled[i]));
  }

  private static Column rescale(Column column, DecimalType to) {
    DecimalType from = (DecimalType) column.type();
    if (column instanceof LongColumn longs && to.fitsLong()) {
      Column scaled = rescaleLongs(longs, from, to);
      if (scaled != null) {
        return scaled;
      }
    }
    return fill(
        column, to, i -> (BigDecimal) java.util.Objects.requireNonNull(Values.get(column, i)));
  }

  /** The column if no value needs a closer look, else null. */
  private static @Nullable Column rescaleLongs(
      LongColumn column, DecimalType from, DecimalType to) {
    int up = to.scale() - from.scale();
    if (up < 0) {
      return null;
    }
    long factor = BigInteger.TEN.pow(up).longValueExact();
    long bound = BigInteger.TEN.pow(to.precision()).longValueExact() / factor;
    long[] values = new long[column.size()];
    for (int i = 0; i < values.length; i++) {
      long value = column.values()[i];
      if (column.isNull(i)) {
        continue;
      } else if (value >= bound || value <= -bound) {
        return null;
      }
      values[i] = value * factor;
    }
    return new LongColumn(to, values, column.validity(), column.size());
  }

  private static Column fill(
      Column column, DecimalType to, java.util.function.IntFunction<BigDecimal> value) {
    long[] high = new long[column.size()];
    long[] low = new long[column.size()];
    for (int i = 0; i < low.length; i++) {
      if (!column.isNull(i)) {
        BigInteger unscaled = unscaled(i, value.apply(i), to);
        low[i] = unscaled.longValue();
        high[i] = unscaled.shiftRight(64).longValue();
      }
    }
    return to.fitsLong()
        ? new LongColumn(to, low, column.validity(), column.size())
        : new Decimal128Column(to, high, low, column.validity(), column.size());
  }

  private static BigInteger unscaled(int index, BigDecimal value, DecimalType to) {
    // Digits before the point first: a huge exponent must not be written out.
    if (value.precision() - value.scale() > to.precision() - to.scale() && value.signum() != 0) {
      throw refused(index, value, to);
    }
    try {
      return value.setScale(to.scale()).unscaledValue();
    } catch (ArithmeticException e) {
      throw BadValue.of(index, "a " + to + " does not hold " + value + " without rounding it");
    }
  }

  private static BadValue refused(int index, Object value, DataType to) {
    return BadValue.of(index, "a " + to + " does not hold " + value);
  }
}
