package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Collects decimals of one type into the layout of that type. Not thread-safe; used once. */
final class DecimalCells {
  private final DecimalType type;
  private final long[] high;
  private final long[] low;

  DecimalCells(DecimalType type, int size) {
    this.type = type;
    this.low = new long[size];
    this.high = type.fitsLong() ? low : new long[size];
  }

  /** Sets the value whose unscaled number is the 128 bits {@code high} and {@code low}. */
  void set(int index, long highBits, long lowBits) {
    high[index] = highBits;
    low[index] = lowBits;
  }

  /** Sets {@code value}, rounded half up to the type's scale. */
  void set(int index, BigDecimal value) {
    BigInteger unscaled = Widening.rounded(value, type).unscaledValue();
    set(
        index,
        unscaled.bitLength() < 64 ? unscaled.longValue() >> 63 : highOf(unscaled),
        unscaled.longValue());
  }

  private static long highOf(BigInteger unscaled) {
    return unscaled.shiftRight(64).longValue();
  }

  Column column(@Nullable Validity validity) {
    return type.fitsLong()
        ? new LongColumn(type, low, validity, low.length)
        : new Decimal128Column(type, high, low, validity, low.length);
  }

  /** The value of a column of decimals or longs at {@code index}, which is not null. */
  static BigDecimal decimal(Column column, int index) {
    if (column instanceof Decimal128Column wide) {
      return wide.decimal(index);
    }
    LongColumn longs = (LongColumn) column;
    int scale = longs.type() instanceof DecimalType decimal ? decimal.scale() : 0;
    return BigDecimal.valueOf(longs.values()[index], scale);
  }
}
