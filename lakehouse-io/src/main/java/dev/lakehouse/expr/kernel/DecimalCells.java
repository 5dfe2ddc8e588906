package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Collects decimals of one type into the layout of that type. Not thread-safe; used once. */
public final class DecimalCells {
  private static final long[] POWERS_OF_TEN = new long[19];

  static {
    for (int i = 0; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = BigInteger.TEN.pow(i).longValueExact();
    }
  }

  private final DecimalType type;
  private final BigInteger limit;
  private final long[] high;
  private final long[] low;

  /** Cells for {@code size} values of {@code type}, all zero. */
  public DecimalCells(DecimalType type, int size) {
    this.type = type;
    this.limit = BigInteger.TEN.pow(type.precision());
    this.low = new long[size];
    this.high = type.fitsLong() ? low : new long[size];
  }

  /** {@code 10^exponent}, for exponents up to 18. */
  public static long powerOfTen(int exponent) {
    return POWERS_OF_TEN[exponent];
  }

  /** Sets the value whose unscaled number is the 128 bits {@code highBits} and {@code lowBits}. */
  public void set(int index, long highBits, long lowBits) {
    high[index] = highBits;
    low[index] = lowBits;
  }

  /** Sets {@code value}, rounded half up to the type's scale; false if it has too many digits. */
  public boolean set(int index, BigDecimal value) {
    return setUnscaled(index, value.setScale(type.scale(), RoundingMode.HALF_UP).unscaledValue());
  }

  private boolean setUnscaled(int index, BigInteger unscaled) {
    if (unscaled.abs().compareTo(limit) >= 0) {
      return false;
    }
    long lowBits = unscaled.longValue();
    long highBits =
        unscaled.bitLength() < Long.SIZE
            ? lowBits >> 63
            : unscaled.shiftRight(Long.SIZE).longValue();
    set(index, highBits, lowBits);
    return true;
  }

  /** The column of the values. */
  public Column column(@Nullable Validity validity) {
    return type.fitsLong()
        ? new LongColumn(type, low, validity, low.length)
        : new Decimal128Column(type, high, low, validity, low.length);
  }

  /** The value of a column of decimals at {@code index}, which is not null. */
  public static BigDecimal decimal(Column column, int index) {
    if (column instanceof Decimal128Column wide) {
      return wide.decimal(index);
    }
    LongColumn longs = (LongColumn) column;
    int scale = longs.type() instanceof DecimalType decimal ? decimal.scale() : 0;
    return BigDecimal.valueOf(longs.values()[index], scale);
  }
}
