package dev.lakehouse.expr.math;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.types.DataType;
import java.util.List;

/** Arithmetic of tinyint, smallint and int, all of which columns keep as ints. */
public final class IntegerArithmetic {
  private final DataType type;
  private final int min;
  private final int max;

  private IntegerArithmetic(DataType type, int min, int max) {
    this.type = type;
    this.min = min;
    this.max = max;
  }

  /** Arithmetic of {@code type}, one of tinyint, smallint and int. */
  public static IntegerArithmetic of(DataType type) {
    if (type == DataType.BYTE) {
      return new IntegerArithmetic(type, Byte.MIN_VALUE, Byte.MAX_VALUE);
    } else if (type == DataType.SHORT) {
      return new IntegerArithmetic(type, Short.MIN_VALUE, Short.MAX_VALUE);
    }
    return new IntegerArithmetic(type, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static int[] values(List<Column> arguments, int index) {
    return ((IntColumn) arguments.get(index)).values();
  }

  private Column column(int[] values, LiveRows live) {
    return new IntColumn(type, values, live.validity(), live.size());
  }

  /** {@code a + b}. */
  public Kernel add() {
    return (arguments, live) -> {
      int[] a = values(arguments, 0);
      int[] b = values(arguments, 1);
      int[] out = new int[live.size()];
      long outside = 0;
      for (int i = 0; i < out.length; i++) {
        long sum = (long) a[i] + b[i];
        outside |= (sum - min) | (max - sum);
        out[i] = (int) sum;
      }
      if (outside < 0) {
        requireRange(live, " + ", a, b, (x, y) -> (long) x + y);
      }
      return column(out, live);
    };
  }

  /** {@code a - b}. */
  public Kernel subtract() {
    return (arguments, live) -> {
      int[] a = values(arguments, 0);
      int[] b = values(arguments, 1);
      int[] out = new int[live.size()];
      long outside = 0;
      for (int i = 0; i < out.length; i++) {
        long difference = (long) a[i] - b[i];
        outside |= (difference - min) | (max - difference);
        out[i] = (int) difference;
      }
      if (outside < 0) {
        requireRange(live, " - ", a, b, (x, y) -> (long) x - y);
      }
      return column(out, live);
    };
  }

  /** {@code a * b}. */
  public Kernel multiply() {
    return (arguments, live) -> {
      int[] a = values(arguments, 0);
      int[] b = values(arguments, 1);
      int[] out = new int[live.size()];
      long outside = 0;
      for (int i = 0; i < out.length; i++) {
        long product = (long) a[i] * b[i];
        outside |= (product - min) | (max - product);
        out[i] = (int) product;
      }
      if (outside < 0) {
        requireRange(live, " * ", a, b, (x, y) -> (long) x * y);
      }
      return column(out, live);
    };
  }

  private interface Exact {
    long of(int a, int b);
  }

  private void requireRange(LiveRows live, String sign, int[] a, int[] b, Exact exact) {
    RowFailure.throwFirst(
        live,
        i -> exact.of(a[i], b[i]) < min || exact.of(a[i], b[i]) > max,
        i -> a[i] + sign + b[i] + " is out of the range of " + type);
  }

  /** {@code a % b}. */
  public Kernel remainder() {
    return (arguments, live) -> {
      int[] a = values(arguments, 0);
      int[] b = divisors(arguments, live);
      int[] out = new int[live.size()];
      for (int i = 0; i < out.length; i++) {
        out[i] = a[i] % b[i];
      }
      return column(out, live);
    };
  }

  /** {@code pmod(a, b)}. */
  public Kernel positiveRemainder() {
    return (arguments, live) -> {
      int[] a = values(arguments, 0);
      int[] b = divisors(arguments, live);
      int[] out = new int[live.size()];
      for (int i = 0; i < out.length; i++) {
        int remainder = a[i] % b[i];
        out[i] = remainder < 0 ? (remainder + b[i]) % b[i] : remainder;
      }
      return column(out, live);
    };
  }

  /** The divisors, with ones in place of zeros in rows that do not matter. */
  private static int[] divisors(List<Column> arguments, LiveRows live) {
    int[] b = values(arguments, 1);
    boolean zero = false;
    for (int i = 0; i < live.size(); i++) {
      zero |= b[i] == 0;
    }
    if (!zero) {
      return b;
    }
    RowFailure.throwFirst(live, i -> b[i] == 0, i -> "division by zero");
    int[] out = b.clone();
    for (int i = 0; i < live.size(); i++) {
      out[i] = out[i] == 0 ? 1 : out[i];
    }
    return out;
  }

  /** {@code -a}. */
  public Kernel negate() {
    return (arguments, live) -> {
      int[] a = values(arguments, 0);
      int[] out = new int[live.size()];
      boolean least = false;
      for (int i = 0; i < out.length; i++) {
        least |= a[i] == min;
        out[i] = -a[i];
      }
      requireNotLeast(least, a, live);
      return column(out, live);
    };
  }

  /** {@code abs(a)}. */
  public Kernel abs() {
    return (arguments, live) -> {
      int[] a = values(arguments, 0);
      int[] out = new int[live.size()];
      boolean least = false;
      for (int i = 0; i < out.length; i++) {
        least |= a[i] == min;
        out[i] = Math.abs(a[i]);
      }
      requireNotLeast(least, a, live);
      return column(out, live);
    };
  }

  private void requireNotLeast(boolean least, int[] a, LiveRows live) {
    if (least) {
      RowFailure.throwFirst(
          live,
          i -> a[i] == min,
          i -> "the opposite of " + a[i] + " is out of the range of " + type);
    }
  }
}
