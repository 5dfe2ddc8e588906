package dev.lakehouse.expr.math;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.types.DataType;
import java.util.List;

/** Arithmetic of float, which division leaves for double. */
public final class FloatArithmetic {
  private FloatArithmetic() {}

  private static float[] values(List<Column> arguments, int index) {
    return ((FloatColumn) arguments.get(index)).values();
  }

  private static Column column(float[] values, LiveRows live) {
    return new FloatColumn(DataType.FLOAT, values, live.validity(), live.size());
  }

  /** {@code a + b}. */
  public static Column add(List<Column> arguments, LiveRows live) {
    float[] a = values(arguments, 0);
    float[] b = values(arguments, 1);
    float[] out = new float[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] + b[i];
    }
    return column(out, live);
  }

  /** {@code a - b}. */
  public static Column subtract(List<Column> arguments, LiveRows live) {
    float[] a = values(arguments, 0);
    float[] b = values(arguments, 1);
    float[] out = new float[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] - b[i];
    }
    return column(out, live);
  }

  /** {@code a * b}. */
  public static Column multiply(List<Column> arguments, LiveRows live) {
    float[] a = values(arguments, 0);
    float[] b = values(arguments, 1);
    float[] out = new float[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] * b[i];
    }
    return column(out, live);
  }

  /** {@code a % b}. */
  public static Column remainder(List<Column> arguments, LiveRows live) {
    float[] a = values(arguments, 0);
    float[] b = divisors(arguments, live);
    float[] out = new float[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] % b[i];
    }
    return column(out, live);
  }

  /** {@code pmod(a, b)}. */
  public static Column positiveRemainder(List<Column> arguments, LiveRows live) {
    float[] a = values(arguments, 0);
    float[] b = divisors(arguments, live);
    float[] out = new float[live.size()];
    for (int i = 0; i < out.length; i++) {
      float remainder = a[i] % b[i];
      out[i] = remainder < 0 ? (remainder + b[i]) % b[i] : remainder;
    }
    return column(out, live);
  }

  private static float[] divisors(List<Column> arguments, LiveRows live) {
    float[] b = values(arguments, 1);
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
    float[] a = values(arguments, 0);
    float[] out = new float[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = -a[i];
    }
    return column(out, live);
  }

  /** {@code abs(a)}. */
  public static Column abs(List<Column> arguments, LiveRows live) {
    float[] a = values(arguments, 0);
    float[] out = new float[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = Math.abs(a[i]);
    }
    return column(out, live);
  }
}
