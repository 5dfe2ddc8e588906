package dev.lakehouse.parquet.decode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** How the values of a physical type become 64-bit numbers. */
enum LongLoader {
  /** INT64. */
  INT64 {
    @Override
    void plain(byte[] bytes, int from, int width, long[] to, int at, int count) {
      ByteBuffer.wrap(bytes, from, 8 * count)
          .order(ByteOrder.LITTLE_ENDIAN)
          .asLongBuffer()
          .get(to, at, count);
    }
  },
  /** INT32, with its sign. */
  INT32 {
    @Override
    void plain(byte[] bytes, int from, int width, long[] to, int at, int count) {
      for (int i = 0; i < count; i++) {
        to[at + i] = LittleEndian.getInt(bytes, from + 4 * i);
      }
    }

    @Override
    long narrow(long value) {
      return (int) value;
    }
  },
  /** INT32 without a sign. */
  UINT32 {
    @Override
    void plain(byte[] bytes, int from, int width, long[] to, int at, int count) {
      for (int i = 0; i < count; i++) {
        to[at + i] = LittleEndian.getInt(bytes, from + 4 * i) & 0xFFFFFFFFL;
      }
    }

    @Override
    long narrow(long value) {
      return value & 0xFFFFFFFFL;
    }
  },
  /**
   * INT96: nanoseconds of a day and a Julian day, as microseconds since 1970-01-01T00:00. Far years
   * do not fit nanoseconds, and some writers let the time exceed a day. What does not even fit
   * microseconds wraps around, as in Spark.
   */
  INT96 {
    @Override
    void plain(byte[] bytes, int from, int width, long[] to, int at, int count) {
      for (int i = 0; i < count; i++) {
        long nanos = LittleEndian.getLong(bytes, from + 12 * i);
        long days = LittleEndian.getInt(bytes, from + 12 * i + 8) - JULIAN_EPOCH_DAY;
        to[at + i] = days * MICROS_PER_DAY + Math.floorDiv(nanos, 1000);
      }
    }
  },
  /** A big-endian two's complement number: the unscaled value of a decimal. */
  BIG_ENDIAN {
    @Override
    void plain(byte[] bytes, int from, int width, long[] to, int at, int count) {
      for (int i = 0; i < count; i++) {
        to[at + i] = bigEndian(bytes, from + width * i, width);
      }
    }
  };

  static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long JULIAN_EPOCH_DAY = 2_440_588;

  abstract void plain(byte[] bytes, int from, int width, long[] to, int at, int count);

  /** A number of a page of deltas as the physical type has it. */
  long narrow(long value) {
    return value;
  }

  /** Reads the next {@code count} values of {@code page}. */
  final void load(ValuePage page, long[] to, int at, int count) {
    if (page instanceof ValuePage.Plain plain) {
      plain(plain.bytes(), plain.advance(count), plain.width(), to, at, count);
    } else if (page instanceof ValuePage.Deltas deltas) {
      deltas.reader().read(to, at, count);
      for (int i = 0; i < count; i++) {
        to[at + i] = narrow(to[at + i]);
      }
    } else if (page instanceof ValuePage.ByteArrays arrays && this == BIG_ENDIAN) {
      loadArrays(arrays.source(), to, at, count);
    } else {
      throw LeafValues.unfit(page, "numbers");
    }
  }

  private static void loadArrays(BytesSource source, long[] to, int at, int count) {
    for (int done = 0; done < count; done += source.taken) {
      byte[] bytes = source.next(count - done);
      int from = 0;
      for (int i = 0; i < source.taken; i++) {
        to[at + done + i] = bigEndian(bytes, from, source.lengths[i]);
        from += source.lengths[i];
      }
    }
  }

  /** The number of {@code length} bytes. If there are more than eight the first repeat the sign. */
  static long bigEndian(byte[] bytes, int from, int length) {
    if (length == 0) {
      return 0;
    }
    long value = bytes[from];
    for (int i = 1; i < length; i++) {
      value = value << 8 | bytes[from + i] & 0xFF;
    }
    return value;
  }
}
