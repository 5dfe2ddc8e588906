package dev.lakehouse.parquet.encode;

import dev.lakehouse.parquet.Compression;
import dev.lakehouse.parquet.Compressor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Arrays and compressors that writers use one after the other. Owned by whoever makes many files,
 * who closes it when the last is finished. Thread-safe.
 */
public final class WriteBuffers implements AutoCloseable {
  private static final long DEFAULT_MAX_IDLE = 32L << 20;
  private static final int MIN_LENGTH = 1024;
  private static final int MAX_POOLED = 1 << 22;

  private final long maxIdleBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Integer, Deque<byte[]>> bytes = new HashMap<>();
  private final Map<Integer, Deque<int[]>> ints = new HashMap<>();
  private final Map<Integer, Deque<long[]>> longs = new HashMap<>();
  private final Map<CompressorKey, Deque<Compressor>> compressors = new HashMap<>();
  private long idleBytes;
  private boolean closed;

  private record CompressorKey(Compression compression, int level) {}

  /** A pool that keeps at most {@code maxIdleBytes} of arrays that nobody uses. */
  public WriteBuffers(long maxIdleBytes) {
    this.maxIdleBytes = maxIdleBytes;
  }

  /** A pool of the default size. */
  public WriteBuffers() {
    this(DEFAULT_MAX_IDLE);
  }

  /** The bytes of arrays that nobody uses. */
  public long idleBytes() {
    lock.lock();
    try {
      return idleBytes;
    } finally {
      lock.unlock();
    }
  }

  /** An array of at least {@code min} bytes, of any content. */
  byte[] bytes(int min) {
    byte[] pooled = take(bytes, lengthFor(min), 1);
    return pooled == null ? new byte[lengthFor(min)] : pooled;
  }

  /** An array of at least {@code min} numbers, of any content. */
  int[] ints(int min) {
    int[] pooled = take(ints, lengthFor(min), Integer.BYTES);
    return pooled == null ? new int[lengthFor(min)] : pooled;
  }

  /** An array of at least {@code min} numbers, of any content. */
  long[] longs(int min) {
    long[] pooled = take(longs, lengthFor(min), Long.BYTES);
    return pooled == null ? new long[lengthFor(min)] : pooled;
  }

  /** A longer array with the first {@code used} bytes of {@code array}, which it takes back. */
  byte[] grow(byte[] array, int used, int min) {
    byte[] longer = bytes(Math.max(min, doubled(array.length)));
    System.arraycopy(array, 0, longer, 0, used);
    release(array);
    return longer;
  }

  /** A longer array with the first {@code used} numbers of {@code array}, which it takes back. */
  int[] grow(int[] array, int used, int min) {
    int[] longer = ints(Math.max(min, doubled(array.length)));
    System.arraycopy(array, 0, longer, 0, used);
    release(array);
    return longer;
  }

  /** A longer array with the first {@code used} numbers of {@code array}, which it takes back. */
  long[] grow(long[] array, int used, int min) {
    long[] longer = longs(Math.max(min, doubled(array.length)));
    System.arraycopy(array, 0, longer, 0, used);
    release(array);
    return longer;
  }

  void release(byte[] array) {
    put(bytes, array, array.length, 1);
  }

  void release(int[] array) {
    put(ints, array, array.length, Integer.BYTES);
  }

  void release(long[] array) {
    put(longs, array, array.length, Long.BYTES);
  }

  /** A compressor, to be given back. */
  public Compressor compressor(Compression compression, int level) {
    lock.lock();
    try {
      Deque<Compressor> pooled = compressors.get(new CompressorKey(compression, level));
      if (pooled != null && !pooled.isEmpty()) {
        return pooled.pop();
      }
    } finally {
      lock.unlock();
    }
    return Compressor.of(compression, level);
  }

  /** Takes back a compressor. */
  public void release(Compressor compressor, Compression compression, int level) {
    lock.lock();
    try {
      if (!closed) {
        compressors
            .computeIfAbsent(new CompressorKey(compression, level), key -> new ArrayDeque<>())
            .push(compressor);
        return;
      }
    } finally {
      lock.unlock();
    }
    compressor.close();
  }

  /** Frees what is idle; what is still in use is freed when it comes back. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      compressors.values().forEach(idle -> idle.forEach(Compressor::close));
      compressors.clear();
      bytes.clear();
      ints.clear();
      longs.clear();
      idleBytes = 0;
    } finally {
      lock.unlock();
    }
  }

  private static int lengthFor(int min) {
    if (min <= MIN_LENGTH) {
      return MIN_LENGTH;
    }
    return min > MAX_POOLED ? min : Integer.highestOneBit(min - 1) << 1;
  }

  private static int doubled(int length) {
    return (int) Math.min(Integer.MAX_VALUE - 8L, 2L * length);
  }

  private <T> @Nullable T take(Map<Integer, Deque<T>> pool, int length, int width) {
    lock.lock();
    try {
      Deque<T> idle = pool.get(length);
      T array = idle == null ? null : idle.poll();
      if (array != null) {
        idleBytes -= (long) length * width;
      }
      return array;
    } finally {
      lock.unlock();
    }
  }

  private <T> void put(Map<Integer, Deque<T>> pool, T array, int length, int width) {
    long size = (long) length * width;
    lock.lock();
    try {
      if (!closed
          && length >= MIN_LENGTH
          && length <= MAX_POOLED
          && idleBytes + size <= maxIdleBytes) {
        pool.computeIfAbsent(length, key -> new ArrayDeque<>()).push(array);
        idleBytes += size;
      }
    } finally {
      lock.unlock();
    }
  }

  /** An array of zeros. */
  int[] zeros(int min) {
    int[] array = ints(min);
    Arrays.fill(array, 0);
    return array;
  }
}
