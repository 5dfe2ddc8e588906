package dev.lakehouse.parquet.encode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes that grow at their end, in an array of the pool. There is always some slack behind them.
 */
final class Bytes {
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle BIG_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** How many bytes may be written past the end, so that copies can go in steps of eight. */
  static final int SLACK = 8;

  private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;
  private static final byte[] NONE = {};

  private final WriteBuffers buffers;
  byte[] array = NONE;
  int size;

  Bytes(WriteBuffers buffers) {
    this.buffers = buffers;
  }

  /**
   * Makes room for {@code more} bytes and the slack.
   *
   * @throws IllegalArgumentException if an array cannot be so long
   */
  void ensure(long more) {
    long needed = size + more + SLACK;
    if (needed > array.length) {
      if (needed > MAX_LENGTH) {
        throw new IllegalArgumentException(
            "A page or dictionary would have " + needed + " bytes, and Parquet allows 2 GiB");
      }
      array = buffers.grow(array, size, (int) needed);
    }
  }

  void putInts(long[] values, int from, int count) {
    ensure(4L * count);
    byte[] target = array;
    int at = size;
    for (int i = 0; i < count; i++) {
      INT.set(target, at + 4 * i, (int) values[from + i]);
    }
    size = at + 4 * count;
  }

  void putLongs(long[] values, int from, int count) {
    ensure(8L * count);
    ByteBuffer.wrap(array, size, 8 * count)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .put(values, from, count);
    size += 8 * count;
  }

  /** Copies bytes; there must be room for them already. */
  void copy(byte[] source, int from, int length) {
    copy(source, from, array, size, length);
    size += length;
  }

  /** Copies short runs in steps of eight where both arrays reach so far. */
  static void copy(byte[] source, int from, byte[] target, int at, int length) {
    if (length > 32
        || from + length + SLACK > source.length
        || at + length + SLACK > target.length) {
      System.arraycopy(source, from, target, at, length);
      return;
    }
    for (int i = 0; i < length; i += 8) {
      LONG.set(target, at + i, (long) LONG.get(source, from + i));
    }
  }

  /** How many bytes of heap the array takes. */
  long capacity() {
    return array.length;
  }

  void release() {
    if (array.length > 0) {
      buffers.release(array);
      array = NONE;
    }
    size = 0;
  }

  /** Whether two runs of {@code length} bytes are equal; at least eight bytes. */
  static boolean same(byte[] left, int from, byte[] right, int at, int length) {
    if (length > 64) {
      return Arrays.equals(left, from, from + length, right, at, at + length);
    }
    if ((long) LONG.get(left, from) != (long) LONG.get(right, at)) {
      return false;
    }
    int last = length - 8;
    for (int i = 8; i < last; i += 8) {
      if ((long) LONG.get(left, from + i) != (long) LONG.get(right, at + i)) {
        return false;
      }
    }
    return (long) LONG.get(left, from + last) == (long) LONG.get(right, at + last);
  }
}
