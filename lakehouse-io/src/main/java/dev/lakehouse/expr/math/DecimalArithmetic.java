package dev.lakehouse.expr.math;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.expr.kernel.DecimalCells;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/**
 * Arithmetic of decimals. Results that fit a {@code long}, and sums and products of 128 bits that
 * lose no digits, are computed on the bits; everything else by {@link BigDecimal}.
 */
public final class DecimalArithmetic {
  /** Enough for the whole quotient of any two decimals. */
  private static final MathContext EXACT = new MathContext(77, RoundingMode.HALF_UP);

  private static final BigDecimal LIMIT = BigDecimal.TEN.pow(DecimalType.MAX_PRECISION);

  /** What a quotient is rounded to before it is rounded to its type, as in Spark. */
  private static final int QUOTIENT_SCALE = DecimalType.MAX_PRECISION + 1;

  private DecimalArithmetic() {}

  private static long[] longs(List<Column> arguments, int index) {
    return ((LongColumn) arguments.get(index)).values();
  }

  private static Column column(DecimalType type, long[] values, LiveRows live) {
    return new LongColumn(type, values, live.validity(), live.size());
  }

  /** {@code a + b} of the given types. */
  public static Kernel add(DecimalType a, DecimalType b, DecimalType result) {
    return sum(a, b, result, 1, BigDecimal::add, " + ");
  }

  /** {@code a - b} of the given types. */
  public static Kernel subtract(DecimalType a, DecimalType b, DecimalType result) {
    return sum(a, b, result, -1, BigDecimal::subtract, " - ");
  }

  private static Kernel sum(
      DecimalType a, DecimalType b, DecimalType result, int sign, Exact exact, String symbol) {
    if (result.fitsLong()) {
      long scaleA = DecimalCells.powerOfTen(result.scale() - a.scale());
      long scaleB = sign * DecimalCells.powerOfTen(result.scale() - b.scale());
      return (arguments, live) -> sumOfLongs(arguments, live, result, scaleA, scaleB);
    } else if (a.scale() == b.scale()
        && result.scale() == a.scale()
        && Math.max(a.precision(), b.precision()) < result.precision()) {
      return (arguments, live) -> sumOfBits(arguments, live, result, sign < 0);
    }
    return exactly(result, exact, symbol);
  }

  private static Column sumOfLongs(
      List<Column> arguments, LiveRows live, DecimalType result, long scaleA, long scaleB) {
    long[] a = longs(arguments, 0);
    long[] b = longs(arguments, 1);
    long[] out = new long[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] * scaleA + b[i] * scaleB;
    }
    return column(result, out, live);
  }

  /** The type has a digit more than both operands, so nothing overflows. */
  private static Column sumOfBits(
      List<Column> arguments, LiveRows live, DecimalType result, boolean negateRight) {
    long[] aHigh = high(arguments.get(0));
    long[] aLow = low(arguments.get(0));
    long[] bHigh = high(arguments.get(1));
    long[] bLow = low(arguments.get(1));
    long flip = negateRight ? -1 : 0;
    long carryIn = negateRight ? 1 : 0;
    long[] high = new long[live.size()];
    long[] low = new long[live.size()];
    for (int i = 0; i < low.length; i++) {
      long addend = bLow[i] ^ flip;
      long partial = aLow[i] + addend;
      long sum = partial + carryIn;
      long carry = ((aLow[i] & addend) | ((aLow[i] | addend) & ~partial)) >>> 63;
      long carryOfOne = (partial & ~sum) >>> 63;
      low[i] = sum;
      high[i] = aHigh[i] + (bHigh[i] ^ flip) + carry + carryOfOne;
    }
    return new Decimal128Column(result, high, low, live.validity(), live.size());
  }

  private static long[] high(Column column) {
    if (column instanceof Decimal128Column wide) {
      return wide.high();
    }
    long[] values = ((LongColumn) column).values();
    long[] out = new long[column.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = values[i] >> 63;
    }
    return out;
  }

  private static long[] low(Column column) {
    return column instanceof Decimal128Column wide ? wide.low() : ((LongColumn) column).values();
  }

  /** {@code a * b} of the given types. */
  public static Kernel multiply(DecimalType a, DecimalType b, DecimalType result) {
    boolean lossless = result.scale() == a.scale() + b.scale();
    if (result.fitsLong()) {
      return (arguments, live) -> productOfLongs(arguments, live, result);
    } else if (lossless && a.fitsLong() && b.fitsLong()) {
      return (arguments, live) -> wideProduct(arguments, live, result);
    }
    return exactly(result, BigDecimal::multiply, " * ");
  }

  private static Column productOfLongs(List<Column> arguments, LiveRows live, DecimalType result) {
    long[] a = longs(arguments, 0);
    long[] b = longs(arguments, 1);
    long[] out = new long[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] * b[i];
    }
    return column(result, out, live);
  }

  private static Column wideProduct(List<Column> arguments, LiveRows live, DecimalType result) {
    long[] a = longs(arguments, 0);
    long[] b = longs(arguments, 1);
    long[] high = new long[live.size()];
    long[] low = new long[live.size()];
    for (int i = 0; i < low.length; i++) {
      high[i] = Math.multiplyHigh(a[i], b[i]);
      low[i] = a[i] * b[i];
    }
    return new Decimal128Column(result, high, low, live.validity(), live.size());
  }

  /** {@code a / b}. */
  public static Kernel divide(DecimalType result) {
    return exactly(result, (a, b) -> a.divide(b, QUOTIENT_SCALE, RoundingMode.HALF_UP), " / ");
  }

  /** {@code a % b} of the given types. */
  public static Kernel remainder(DecimalType a, DecimalType b, DecimalType result) {
    int scale = Math.max(a.scale(), b.scale());
    boolean longs =
        result.fitsLong()
            && a.precision() - a.scale() + scale <= DecimalType.MAX_LONG_PRECISION
            && b.precision() - b.scale() + scale <= DecimalType.MAX_LONG_PRECISION;
    if (longs) {
      long scaleA = DecimalCells.powerOfTen(scale - a.scale());
      long scaleB = DecimalCells.powerOfTen(scale - b.scale());
      return (arguments, live) -> remainderOfLongs(arguments, live, result, scaleA, scaleB);
    }
    return exactly(result, (x, y) -> x.remainder(y, EXACT), " % ");
  }

  private static Column remainderOfLongs(
      List<Column> arguments, LiveRows live, DecimalType result, long scaleA, long scaleB) {
    long[] a = longs(arguments, 0);
    long[] b = longs(arguments, 1);
    long[] out = new long[live.size()];
    boolean zero = false;
    for (int i = 0; i < out.length; i++) {
      boolean isZero = b[i] == 0;
      zero |= isZero;
      out[i] = a[i] * scaleA % (isZero ? 1 : b[i] * scaleB);
    }
    if (zero) {
      RowFailure.throwFirst(live, i -> b[i] == 0, i -> "division by zero");
    }
    return column(result, out, live);
  }

  /** {@code pmod(a, b)}. */
  public static Kernel positiveRemainder(DecimalType result) {
    return exactly(
        result,
        (a, b) -> {
          BigDecimal remainder = a.remainder(b, EXACT);
          return remainder.signum() < 0 ? remainder.add(b).remainder(b, EXACT) : remainder;
        },
        " pmod ");
  }

  private interface Exact {
    BigDecimal of(BigDecimal a, BigDecimal b);
  }

  private static Kernel exactly(DecimalType result, Exact exact, String symbol) {
    boolean divides = !symbol.equals(" + ") && !symbol.equals(" - ") && !symbol.equals(" * ");
    return (arguments, live) -> {
      Column left = arguments.get(0);
      Column right = arguments.get(1);
      DecimalCells cells = new DecimalCells(result, live.size());
      for (int i = 0; i < live.size(); i++) {
        if (live.contains(i)) {
          BigDecimal a = DecimalCells.decimal(left, i);
          BigDecimal b = DecimalCells.decimal(right, i);
          requireDivisor(divides, b, i);
          if (!cells.set(i, exact.of(a, b))) {
            throw new RowFailure(
                i, a.toPlainString() + symbol + b.toPlainString() + " does not fit " + result);
          }
        }
      }
      return cells.column(live.validity());
    };
  }

  private static void requireDivisor(boolean divides, BigDecimal divisor, int row) {
    if (divides && divisor.signum() == 0) {
      throw new RowFailure(row, "division by zero");
    }
  }

  /**
   * {@code a DIV b} as bigint, of which only the lowest 64 bits are kept; one of 39 digits fails.
   */
  public static Column integerQuotient(List<Column> arguments, LiveRows live) {
    Column left = arguments.get(0);
    Column right = arguments.get(1);
    long[] out = new long[live.size()];
    for (int i = 0; i < out.length; i++) {
      if (live.contains(i)) {
        BigDecimal divisor = DecimalCells.decimal(right, i);
        requireDivisor(true, divisor, i);
        BigDecimal quotient = DecimalCells.decimal(left, i).divideToIntegralValue(divisor, EXACT);
        if (quotient.abs().compareTo(LIMIT) >= 0) {
          throw new RowFailure(i, "the quotient " + quotient.toPlainString() + " has 39 digits");
        }
        out[i] = quotient.toBigInteger().longValue();
      }
    }
    return new LongColumn(DataType.LONG, out, live.validity(), out.length);
  }

  /** {@code -a}. */
  public static Column negate(List<Column> arguments, LiveRows live) {
    return signed(arguments.get(0), live, false);
  }

  /** {@code abs(a)}. */
  public static Column abs(List<Column> arguments, LiveRows live) {
    return signed(arguments.get(0), live, true);
  }

  private static Column signed(Column column, LiveRows live, boolean onlyNegative) {
    DecimalType type = (DecimalType) column.type();
    if (column instanceof LongColumn longs) {
      long[] out = new long[live.size()];
      for (int i = 0; i < out.length; i++) {
        long value = longs.values()[i];
        out[i] = onlyNegative && value >= 0 ? value : -value;
      }
      return column(type, out, live);
    }
    Decimal128Column wide = (Decimal128Column) column;
    long[] high = new long[live.size()];
    long[] low = new long[live.size()];
    for (int i = 0; i < low.length; i++) {
      boolean keep = onlyNegative && wide.high()[i] >= 0;
      low[i] = keep ? wide.low()[i] : -wide.low()[i];
      // Two's complement: a low word of zero carries into the high one.
      high[i] = keep ? wide.high()[i] : ~wide.high()[i] + (low[i] == 0 ? 1 : 0);
    }
    return new Decimal128Column(type, high, low, live.validity(), live.size());
  }
}
