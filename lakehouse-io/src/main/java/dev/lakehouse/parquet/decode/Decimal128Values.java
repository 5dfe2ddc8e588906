package dev.lakehouse.parquet.decode;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.types.DecimalType;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/** Values of decimals of more than 18 digits. */
final class Decimal128Values extends LeafValues {
  private final DecimalType target;
  private final @Nullable LongLoader numbers;
  private final boolean unsigned;
  private final int scaleUp;
  private long @Nullable [] highDictionary;
  private long[] lowDictionary = new long[0];
  private long[] high = new long[0];
  private long[] low = new long[0];

  /**
   * Values of {@code type}.
   *
   * @param scaleUp how many more digits after the point the table has than the file
   */
  Decimal128Values(LeafType type, DecimalType target, int scaleUp) {
    super(type);
    this.target = target;
    this.scaleUp = scaleUp;
    this.unsigned = type.meaning() instanceof LeafType.Int whole && !whole.signed();
    this.numbers = loader(type.physical());
  }

  private @Nullable LongLoader loader(Type physical) {
    if (physical == Type.INT32) {
      return unsigned ? LongLoader.UINT32 : LongLoader.INT32;
    }
    return physical == Type.INT64 ? LongLoader.INT64 : null;
  }

  @Override
  void loadDictionary(ValuePage page, int count) {
    long[] loadedHigh = new long[count];
    long[] loadedLow = new long[count];
    load(page, loadedHigh, loadedLow, 0, count);
    highDictionary = loadedHigh;
    lowDictionary = loadedLow;
  }

  @Override
  public void clearDictionary() {
    highDictionary = null;
  }

  @Override
  void allocate(int capacity) {
    high = new long[capacity];
    low = new long[capacity];
  }

  @Override
  void read(ValuePage page, int count) {
    if (size + count > high.length) {
      int capacity = grown(high.length, size + count);
      high = Arrays.copyOf(high, capacity);
      low = Arrays.copyOf(low, capacity);
    }
    if (page instanceof ValuePage.Ids ids) {
      gather(ids, dictionaryOf(highDictionary), count);
    } else {
      load(page, high, low, size, count);
    }
  }

  private void gather(ValuePage.Ids page, long[] highEntries, int count) {
    for (int done = 0; done < count; done += ID_STEP) {
      int step = Math.min(ID_STEP, count - done);
      int[] ids = ids(page, step);
      int to = size + done;
      for (int i = 0; i < step; i++) {
        high[to + i] = highEntries[ids[i]];
        low[to + i] = lowDictionary[ids[i]];
      }
    }
  }

  private void load(ValuePage page, long[] toHigh, long[] toLow, int at, int count) {
    if (numbers != null) {
      numbers.load(page, toLow, at, count);
      for (int i = at; i < at + count; i++) {
        toHigh[i] = unsigned ? 0 : toLow[i] >> 63;
      }
    } else if (page instanceof ValuePage.Plain plain) {
      int from = plain.advance(count);
      for (int i = 0; i < count; i++) {
        store(plain.bytes(), from, plain.width(), toHigh, toLow, at + i);
        from += plain.width();
      }
    } else if (page instanceof ValuePage.ByteArrays arrays) {
      loadArrays(arrays.source(), toHigh, toLow, at, count);
    } else {
      throw unfit(page, "decimals");
    }
    if (scaleUp > 0) {
      scale(toHigh, toLow, at, at + count);
    }
  }

  private static void loadArrays(
      BytesSource source, long[] toHigh, long[] toLow, int at, int count) {
    for (int done = 0; done < count; done += source.taken) {
      byte[] bytes = source.next(count - done);
      int from = 0;
      for (int i = 0; i < source.taken; i++) {
        store(bytes, from, source.lengths[i], toHigh, toLow, at + done + i);
        from += source.lengths[i];
      }
    }
  }

  private static void store(
      byte[] bytes, int from, int length, long[] toHigh, long[] toLow, int at) {
    int upper = Math.max(0, length - 8);
    if (upper == 0) {
      toLow[at] = LongLoader.bigEndian(bytes, from, length);
      toHigh[at] = toLow[at] >> 63;
    } else {
      toHigh[at] = LongLoader.bigEndian(bytes, from, upper);
      toLow[at] = LongLoader.bigEndian(bytes, from + upper, 8);
    }
  }

  private void scale(long[] highs, long[] lows, int from, int to) {
    BigInteger factor = BigInteger.TEN.pow(scaleUp);
    for (int i = from; i < to; i++) {
      BigInteger scaled = Decimal128Column.unscaled(highs[i], lows[i]).multiply(factor);
      if (scaled.bitLength() > 127) {
        throw new DamagedDataException("a value does not fit " + target);
      }
      highs[i] = scaled.shiftRight(64).longValue();
      lows[i] = scaled.longValue();
    }
  }

  @Override
  public Column column() {
    return new Decimal128Column(target, high, low, null, size);
  }
}
