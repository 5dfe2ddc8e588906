package dev.lakehouse.expr.math;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.types.DataType;
import java.util.List;

/** Arithmetic of double: IEEE 754, but a divisor of zero is an error. */
public final class DoubleArithmetic {
  private DoubleArithmetic() {}

  private static double[] values(List<Column> arguments, int index) {
    return ((DoubleColumn) arguments.get(index)).values();
  }

  private static Column column(double[] values, LiveRows live) {
    return new DoubleColumn(DataType.DOUBLE, values, live.validity(), live.size());
  }

  /** {@code a + b}. */
  public static Column add(List<Column> arguments, LiveRows live) {
    double[] a = values(arguments, 0);
    double[] b = values(arguments, 1);
    double[] out = new double[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] + b[i];
    }
    return column(out, live);
  }

  /** {@code a - b}. */
  public static Column subtract(List<Column> arguments, LiveRows live) {
    double[] a = values(arguments, 0);
    double[] b = values(arguments, 1);
    double[] out = new double[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] - b[i];
    }
    return column(out, live);
  }

  /** {@code a * b}. */
  public static Column multiply(List<Column> arguments, LiveRows live) {
    double[] a = values(arguments, 0);
    double[] b = values(arguments, 1);
    double[] out = new double[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] * b[i];
    }
    return column(out, live);
  }

  /** {@code a / b}. */
  public static Column divide(List<Column> arguments, LiveRows live) {
    double[] a = values(arguments, 0);
    double[] b = divisors(arguments, live);
    double[] out = new double[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] / b[i];
    }
    return column(out, live);
  }

  /** {@code a % b}. */
  public static Column remainder(List<Column> arguments, LiveRows live) {
    double[] a = values(arguments, 0);
    double[] b = divisors(arguments, live);
    double[] out = new double[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] % b[i];
    }
    return column(out, live);
  }

  /** {@code pmod(a, b)}. */
  public static Column positiveRemainder(List<Column> arguments, LiveRows live) {
    double[] a = values(arguments, 0);
    double[] b = divisors(arguments, live);
    double[] out = new double[live.size()];
    for (int i = 0; i < out.length; i++) {
      double remainder = a[i] % b[i];
      out[i] = remainder < 0 ? (remainder + b[i]) % b[i] : remainder;
    }
    return column(out, live);
  }

  private static double[] divisors(List<Column> arguments, LiveRows live) {
    double[] b = values(arguments, 1);
    boolean zero = false;
    for (int i = 0; i < live.size(); i++) {
      zero |= b[i] == 0;
    }
    if (zero) {
      RowFailure.throwFirst(live, i -> b[i] == 0, i -> "division by zero");
    }
    return b;
  }

  /** {@code -a}. */
  public static Column negate(List<Column> arguments, LiveRows live) {
    double[] a = values(arguments, 0);
    double[] out = new double[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = -a[i];
    }
    return column(out, live);
  }

  /** {@code abs(a)}. */
  public static Column abs(List<Column> arguments, LiveRows live) {
    double[] a = values(arguments, 0);
    double[] out = new double[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = Math.abs(a[i]);
    }
    return column(out, live);
  }

  /** {@code ceil(a)} as bigint: 0 for NaN, the nearest bigint for what is beyond. */
  public static Column ceil(List<Column> arguments, LiveRows live) {
    double[] a = values(arguments, 0);
    long[] out = new long[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = (long) Math.ceil(a[i]);
    }
    return new LongColumn(DataType.LONG, out, live.validity(), out.length);
  }

  /** {@code floor(a)} as bigint: 0 for NaN, the nearest bigint for what is beyond. */
  public static Column floor(List<Column> arguments, LiveRows live) {
    double[] a = values(arguments, 0);
    long[] out = new long[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = (long) Math.floor(a[i]);
    }
    return new LongColumn(DataType.LONG, out, live.validity(), out.length);
  }

  /** {@code isnan(a)} of doubles or floats: FALSE for null. */
  public static Column isNan(List<Column> arguments, LiveRows live) {
    Column column = arguments.get(0);
    boolean[] out = new boolean[live.size()];
    if (column instanceof DoubleColumn doubles) {
      for (int i = 0; i < out.length; i++) {
        out[i] = Double.isNaN(doubles.values()[i]) && !doubles.isNull(i);
      }
    } else {
      FloatColumn floats = (FloatColumn) column;
      for (int i = 0; i < out.length; i++) {
        out[i] = Float.isNaN(floats.values()[i]) && !floats.isNull(i);
      }
    }
    return new BooleanColumn(DataType.BOOLEAN, out, null, out.length);
  }
}
