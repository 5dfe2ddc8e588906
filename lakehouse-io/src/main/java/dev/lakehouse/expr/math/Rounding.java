package dev.lakehouse.expr.math;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.expr.kernel.DecimalCells;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.expr.text.FloatingText;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Rounding to a number of digits after the point, or before it if the number is negative. */
public final class Rounding {
  private Rounding() {}

  /** {@code round(a, scale)} of tinyint, smallint or int; half away from zero. */
  public static Kernel ofInts(DataType type, int scale) {
    if (scale >= 0) {
      return (arguments, live) -> arguments.get(0);
    }
    int max =
        type == DataType.BYTE
            ? Byte.MAX_VALUE
            : type == DataType.SHORT ? Short.MAX_VALUE : Integer.MAX_VALUE;
    long unit = scale < -10 ? 0 : DecimalCells.powerOfTen(-scale);
    return (arguments, live) -> {
      int[] a = ((IntColumn) arguments.get(0)).values();
      int[] out = new int[live.size()];
      long outside = 0;
      for (int i = 0; i < out.length && unit != 0; i++) {
        long rounded = (a[i] + (a[i] < 0 ? -unit : unit) / 2) / unit * unit;
        outside |= (rounded + max + 1) | (max - rounded);
        out[i] = (int) rounded;
      }
      if (outside < 0) {
        RowFailure.throwFirst(
            live,
            i -> isOutside(BigInteger.valueOf(a[i]), scale, max),
            i -> "round(" + a[i] + ", " + scale + ") is out of the range of " + type);
      }
      return new IntColumn(type, out, live.validity(), out.length);
    };
  }

  private static boolean isOutside(BigInteger value, int scale, long max) {
    BigDecimal rounded = new BigDecimal(value).setScale(scale, RoundingMode.HALF_UP);
    return rounded.compareTo(BigDecimal.valueOf(max)) > 0
        || rounded.compareTo(BigDecimal.valueOf(-max - 1)) < 0;
  }

  /** {@code round(a, scale)} of bigint. */
  public static Kernel ofLongs(int scale) {
    if (scale >= 0) {
      return (arguments, live) -> arguments.get(0);
    }
    return (arguments, live) -> {
      long[] a = ((LongColumn) arguments.get(0)).values();
      long[] out = new long[live.size()];
      boolean overflow = false;
      if (scale >= -18) {
        long unit = DecimalCells.powerOfTen(-scale);
        for (int i = 0; i < out.length; i++) {
          long rest = a[i] % unit;
          long away = Math.abs(rest) >= unit - Math.abs(rest) ? Long.signum(a[i]) : 0;
          long units = a[i] / unit + away;
          out[i] = units * unit;
          overflow |= Math.multiplyHigh(units, unit) != out[i] >> 63;
        }
      } else {
        overflow = scale == -19;
      }
      if (overflow) {
        RowFailure.throwFirst(
            live,
            i -> isOutside(BigInteger.valueOf(a[i]), scale, Long.MAX_VALUE),
            i -> "round(" + a[i] + ", " + scale + ") is out of the range of bigint");
      }
      return new LongColumn(DataType.LONG, out, live.validity(), out.length);
    };
  }

  /** {@code round(a, scale)} of double: of the decimal that its text spells. */
  public static Kernel ofDoubles(int scale) {
    return (arguments, live) -> {
      double[] a = ((DoubleColumn) arguments.get(0)).values();
      double[] out = new double[live.size()];
      for (int i = 0; i < out.length; i++) {
        out[i] = Double.isFinite(a[i]) && live.contains(i) ? rounded(a[i], scale) : a[i];
      }
      return new DoubleColumn(DataType.DOUBLE, out, live.validity(), out.length);
    };
  }

  private static double rounded(double value, int scale) {
    BigDecimal decimal = FloatingText.decimal(value);
    // Adding zero makes 0.0 of -0.0.
    return decimal.scale() <= scale
        ? value + 0.0
        : decimal.setScale(scale, RoundingMode.HALF_UP).doubleValue();
  }

  /** {@code round(a, scale)} of float: of the decimal that the text of its double spells. */
  public static Kernel ofFloats(int scale) {
    return (arguments, live) -> {
      float[] a = ((FloatColumn) arguments.get(0)).values();
      float[] out = new float[live.size()];
      for (int i = 0; i < out.length; i++) {
        out[i] = Float.isFinite(a[i]) && live.contains(i) ? rounded(a[i], scale) : a[i];
      }
      return new FloatColumn(DataType.FLOAT, out, live.validity(), out.length);
    };
  }

  private static float rounded(float value, int scale) {
    BigDecimal decimal = FloatingText.decimal(value);
    return decimal.scale() <= scale
        ? value + 0.0f
        : decimal.setScale(scale, RoundingMode.HALF_UP).floatValue();
  }

  /** Rounding of decimals of type {@code from} to {@code scale}, as {@code result}. */
  public static Kernel ofDecimals(
      DecimalType from, DecimalType result, int scale, RoundingMode mode) {
    int dropped = from.scale() - scale;
    if (from.fitsLong() && result.fitsLong() && scale >= 0 && dropped > 0) {
      return ofLongDecimals(result, DecimalCells.powerOfTen(dropped), mode);
    }
    return (arguments, live) -> {
      Column column = arguments.get(0);
      DecimalCells cells = new DecimalCells(result, live.size());
      for (int i = 0; i < live.size(); i++) {
        if (live.contains(i)) {
          BigDecimal value = DecimalCells.decimal(column, i);
          if (!cells.set(i, dropped > 0 ? value.setScale(scale, mode) : value)) {
            throw new RowFailure(i, value.toPlainString() + " rounded does not fit " + result);
          }
        }
      }
      return cells.column(live.validity());
    };
  }

  private static Kernel ofLongDecimals(DecimalType result, long unit, RoundingMode mode) {
    return (arguments, live) -> {
      long[] a = ((LongColumn) arguments.get(0)).values();
      long[] out = new long[live.size()];
      switch (mode) {
        case CEILING -> {
          for (int i = 0; i < out.length; i++) {
            out[i] = -Math.floorDiv(-a[i], unit);
          }
        }
        case FLOOR -> {
          for (int i = 0; i < out.length; i++) {
            out[i] = Math.floorDiv(a[i], unit);
          }
        }
        default -> {
          for (int i = 0; i < out.length; i++) {
            out[i] = (a[i] + (a[i] < 0 ? -unit : unit) / 2) / unit;
          }
        }
      }
      return new LongColumn(result, out, live.validity(), out.length);
    };
  }
}
