package dev.lakehouse.expr.math;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.types.DataType;
import java.util.List;

/** Arithmetic of bigint. */
public final class LongArithmetic {
  private LongArithmetic() {}

  private static long[] values(List<Column> arguments, int index) {
    return ((LongColumn) arguments.get(index)).values();
  }

  private static Column column(long[] values, LiveRows live) {
    return new LongColumn(DataType.LONG, values, live.validity(), live.size());
  }

  /** {@code a + b}. */
  public static Column add(List<Column> arguments, LiveRows live) {
    long[] a = values(arguments, 0);
    long[] b = values(arguments, 1);
    long[] out = new long[live.size()];
    long overflow = 0;
    for (int i = 0; i < out.length; i++) {
      long sum = a[i] + b[i];
      // Both operands have another sign than the sum.
      overflow |= (a[i] ^ sum) & (b[i] ^ sum);
      out[i] = sum;
    }
    if (overflow < 0) {
      RowFailure.throwFirst(
          live, i -> ((a[i] ^ out[i]) & (b[i] ^ out[i])) < 0, i -> outOfRange(a[i] + " + " + b[i]));
    }
    return column(out, live);
  }

  /** {@code a - b}. */
  public static Column subtract(List<Column> arguments, LiveRows live) {
    long[] a = values(arguments, 0);
    long[] b = values(arguments, 1);
    long[] out = new long[live.size()];
    long overflow = 0;
    for (int i = 0; i < out.length; i++) {
      long difference = a[i] - b[i];
      overflow |= (a[i] ^ b[i]) & (a[i] ^ difference);
      out[i] = difference;
    }
    if (overflow < 0) {
      RowFailure.throwFirst(
          live, i -> ((a[i] ^ b[i]) & (a[i] ^ out[i])) < 0, i -> outOfRange(a[i] + " - " + b[i]));
    }
    return column(out, live);
  }

  /** {@code a * b}. */
  public static Column multiply(List<Column> arguments, LiveRows live) {
    long[] a = values(arguments, 0);
    long[] b = values(arguments, 1);
    long[] out = new long[live.size()];
    long overflow = 0;
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] * b[i];
      overflow |= Math.multiplyHigh(a[i], b[i]) ^ (out[i] >> 63);
    }
    if (overflow != 0) {
      RowFailure.throwFirst(
          live,
          i -> Math.multiplyHigh(a[i], b[i]) != out[i] >> 63,
          i -> outOfRange(a[i] + " * " + b[i]));
    }
    return column(out, live);
  }

  /** {@code a DIV b}. */
  public static Column divide(List<Column> arguments, LiveRows live) {
    long[] a = values(arguments, 0);
    long[] b = divisors(arguments, live);
    long[] out = new long[live.size()];
    boolean overflow = false;
    for (int i = 0; i < out.length; i++) {
      overflow |= a[i] == Long.MIN_VALUE && b[i] == -1;
      out[i] = a[i] / b[i];
    }
    if (overflow) {
      RowFailure.throwFirst(
          live, i -> a[i] == Long.MIN_VALUE && b[i] == -1, i -> outOfRange(a[i] + " DIV " + b[i]));
    }
    return column(out, live);
  }

  /** {@code a % b}. */
  public static Column remainder(List<Column> arguments, LiveRows live) {
    long[] a = values(arguments, 0);
    long[] b = divisors(arguments, live);
    long[] out = new long[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] % b[i];
    }
    return column(out, live);
  }

  /** {@code pmod(a, b)}. */
  public static Column positiveRemainder(List<Column> arguments, LiveRows live) {
    long[] a = values(arguments, 0);
    long[] b = divisors(arguments, live);
    long[] out = new long[live.size()];
    for (int i = 0; i < out.length; i++) {
      long remainder = a[i] % b[i];
      out[i] = remainder < 0 ? (remainder + b[i]) % b[i] : remainder;
    }
    return column(out, live);
  }

  /** The divisors, with ones in place of zeros in rows that do not matter. */
  private static long[] divisors(List<Column> arguments, LiveRows live) {
    long[] b = values(arguments, 1);
    boolean zero = false;
    for (int i = 0; i < live.size(); i++) {
      zero |= b[i] == 0;
    }
    if (!zero) {
      return b;
    }
    RowFailure.throwFirst(live, i -> b[i] == 0, i -> "division by zero");
    long[] out = b.clone();
    for (int i = 0; i < live.size(); i++) {
      out[i] = out[i] == 0 ? 1 : out[i];
    }
    return out;
  }

  /** {@code -a}. */
  public static Column negate(List<Column> arguments, LiveRows live) {
    long[] a = values(arguments, 0);
    long[] out = new long[live.size()];
    boolean least = false;
    for (int i = 0; i < out.length; i++) {
      least |= a[i] == Long.MIN_VALUE;
      out[i] = -a[i];
    }
    requireNotLeast(least, a, live);
    return column(out, live);
  }

  /** {@code abs(a)}. */
  public static Column abs(List<Column> arguments, LiveRows live) {
    long[] a = values(arguments, 0);
    long[] out = new long[live.size()];
    boolean least = false;
    for (int i = 0; i < out.length; i++) {
      least |= a[i] == Long.MIN_VALUE;
      out[i] = Math.abs(a[i]);
    }
    requireNotLeast(least, a, live);
    return column(out, live);
  }

  private static void requireNotLeast(boolean least, long[] a, LiveRows live) {
    if (least) {
      RowFailure.throwFirst(
          live, i -> a[i] == Long.MIN_VALUE, i -> outOfRange("the opposite of " + a[i]));
    }
  }

  private static String outOfRange(String what) {
    return what + " is out of the range of bigint";
  }
}
