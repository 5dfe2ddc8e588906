package dev.lakehouse.parquet.encode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Optional;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;

/**
 * A Bloom filter of full size that is folded to the size that its values need. A block stands at
 * {@code hash * blocks >> 32}, so with half as many blocks it stands at half the place: two
 * neighbours become one.
 */
final class FoldingBloomFilter {
  private static final int BLOCK_LONGS = 4;

  /** Folds while at most half of the bits are set: eight bits a value, so 0.4 % lie. */
  private static final double FOLDED = 0.5;

  /** Above this a filter says yes too often to be worth its bytes. */
  private static final double USELESS = 0.8;

  private final int maxBytes;
  private BlockSplitBloomFilter filter;

  FoldingBloomFilter(int maxBytes) {
    this.maxBytes = maxBytes;
    filter = new BlockSplitBloomFilter(maxBytes, maxBytes);
  }

  /** The filter to put values into. */
  BloomFilter filter() {
    return filter;
  }

  int capacity() {
    return maxBytes;
  }

  /** The values' filter in the right size, and begins anew; empty if there are too many values. */
  Optional<BloomFilter> finish() {
    long[] bits = bits();
    filter = new BlockSplitBloomFilter(maxBytes, maxBytes);
    if (fill(bits) > USELESS) {
      return Optional.empty();
    }
    while (bits.length > BLOCK_LONGS) {
      long[] half = fold(bits);
      if (fill(half) > FOLDED) {
        break;
      }
      bits = half;
    }
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * bits.length);
    bytes.asLongBuffer().put(bits);
    return Optional.of(new BlockSplitBloomFilter(bytes.array()));
  }

  private long[] bits() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(maxBytes);
    try {
      filter.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    LongBuffer longs = ByteBuffer.wrap(out.toByteArray()).asLongBuffer();
    long[] bits = new long[longs.remaining()];
    longs.get(bits);
    return bits;
  }

  private static long[] fold(long[] bits) {
    long[] half = new long[bits.length / 2];
    for (int i = 0; i < bits.length; i++) {
      int block = i / BLOCK_LONGS;
      half[block / 2 * BLOCK_LONGS + i % BLOCK_LONGS] |= bits[i];
    }
    return half;
  }

  private static double fill(long[] bits) {
    long set = 0;
    for (long word : bits) {
      set += Long.bitCount(word);
    }
    return (double) set / (Long.SIZE * (long) bits.length);
  }
}
