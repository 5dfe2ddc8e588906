package dev.lakehouse.columnar;

import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decimals of more than 18 digits: the unscaled values as 128-bit two's complement numbers.
 *
 * @param type the decimal type
 * @param high the upper 64 bits, signed, one a row; may be longer than {@code size}
 * @param low the lower 64 bits, unsigned, one a row; may be longer than {@code size}
 * @param validity which values are there; null if all are
 * @param size how many values there are
 */
public record Decimal128Column(
    DecimalType type, long[] high, long[] low, @Nullable Validity validity, int size)
    implements Column {
  /** The value at {@code index}, which must not be null, at the type's scale. */
  public BigDecimal decimal(int index) {
    return new BigDecimal(unscaled(high[index], low[index]), type.scale());
  }

  /** The number whose 128 bits are {@code high} and {@code low}. */
  public static BigInteger unscaled(long high, long low) {
    if (high == low >> 63) {
      return BigInteger.valueOf(low);
    }
    return new BigInteger(ByteBuffer.allocate(16).putLong(high).putLong(low).array());
  }

  @Override
  public Decimal128Column slice(int from, int newSize) {
    return new Decimal128Column(
        type,
        java.util.Arrays.copyOfRange(high, from, from + newSize),
        java.util.Arrays.copyOfRange(low, from, from + newSize),
        Validity.slice(validity, from, newSize),
        newSize);
  }

  @Override
  public Decimal128Column gather(int[] rows, int count) {
    long[] newHigh = new long[count];
    long[] newLow = new long[count];
    for (int i = 0; i < count; i++) {
      newHigh[i] = high[rows[i]];
      newLow[i] = low[rows[i]];
    }
    return new Decimal128Column(
        type, newHigh, newLow, Validity.gather(validity, rows, count), count);
  }

  @Override
  public long bytes() {
    return 16L * size + (validity == null ? 0 : size >>> 3);
  }
}
