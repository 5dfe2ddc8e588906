package dev.lakehouse.parquet.encode;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** Booleans: a bit each, no dictionary, and no bounds in the Delta protocol. */
final class BooleanValues implements LeafValues {
  private final PrimitiveType type;
  private boolean[] loaded = {};
  private int count;
  private int pageCount;
  private int pageTrue;

  BooleanValues(PrimitiveType type) {
    this.type = type;
  }

  @Override
  public long load(Column column, Slots slots, int from, int to) {
    boolean[] values = ((BooleanColumn) column).values();
    count = to - from;
    if (loaded.length < count) {
      loaded = new boolean[Math.max(count, 1024)];
    }
    int[] positions = slots.positions();
    if (positions == null) {
      System.arraycopy(values, slots.first() + from, loaded, 0, count);
    } else {
      for (int i = 0; i < count; i++) {
        loaded[i] = values[positions[from + i]];
      }
    }
    return bytes(count);
  }

  private static int bytes(int bits) {
    return (bits + 7) >> 3;
  }

  @Override
  public void toPlain(Bytes page) {
    page.ensure((count >> 3) + 2);
    byte[] target = page.array;
    int at = page.size - bytes(pageCount) + (pageCount >> 3);
    int shift = pageCount & 7;
    int bits = shift == 0 ? 0 : target[at];
    int ones = 0;
    int i = 0;
    for (; i < count && shift + i < 8; i++) {
      int bit = loaded[i] ? 1 : 0;
      bits |= bit << (shift + i);
      ones += bit;
    }
    target[at++] = (byte) bits;
    for (; i + 8 <= count; i += 8) {
      int eight = eight(i);
      target[at++] = (byte) eight;
      ones += Integer.bitCount(eight);
    }
    int rest = 0;
    for (int from = i; i < count; i++) {
      rest |= (loaded[i] ? 1 : 0) << (i - from);
    }
    target[at] = (byte) rest;
    pageTrue += ones + Integer.bitCount(rest);
    page.size += bytes(pageCount + count) - bytes(pageCount);
    pageCount += count;
  }

  private int eight(int from) {
    return (loaded[from] ? 1 : 0)
        | (loaded[from + 1] ? 2 : 0)
        | (loaded[from + 2] ? 4 : 0)
        | (loaded[from + 3] ? 8 : 0)
        | (loaded[from + 4] ? 16 : 0)
        | (loaded[from + 5] ? 32 : 0)
        | (loaded[from + 6] ? 64 : 0)
        | (loaded[from + 7] ? 128 : 0);
  }

  @Override
  public Statistics<?> endPage(int @Nullable [] ids, int idCount, long nulls) {
    Statistics.Builder statistics = Statistics.getBuilderForReading(type).withNumNulls(nulls);
    if (pageCount > 0) {
      statistics.withMin(new byte[] {(byte) (pageTrue == pageCount ? 1 : 0)});
      statistics.withMax(new byte[] {(byte) (pageTrue > 0 ? 1 : 0)});
    }
    pageCount = 0;
    pageTrue = 0;
    return statistics.build();
  }

  @Override
  public boolean hasDictionary() {
    return false;
  }

  @Override
  public void toIds(int[] ids, int at) {
    throw new IllegalStateException("Booleans have no dictionary");
  }

  @Override
  public void idsToPlain(int[] ids, int idCount, Bytes page) {
    throw new IllegalStateException("Booleans have no dictionary");
  }

  @Override
  public int dictionarySize() {
    return 0;
  }

  @Override
  public long dictionaryBytes() {
    return 0;
  }

  @Override
  public void dictionaryToPlain(Bytes page) {}

  @Override
  public void dictionaryToBloom(BloomFilter bloom) {}

  /** Parquet has no Bloom filters of booleans. */
  @Override
  public void toBloom(BloomFilter bloom) {}

  @Override
  public void clearDictionary() {}

  @Override
  public @Nullable Object min() {
    return null;
  }

  @Override
  public @Nullable Object max() {
    return null;
  }

  @Override
  public long capacity() {
    return loaded.length;
  }

  @Override
  public void release() {}
}
