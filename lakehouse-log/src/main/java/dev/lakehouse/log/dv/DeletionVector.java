package dev.lakehouse.log.dv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * The rows of a file that are deleted, by their position in the file from 0. Immutable.
 *
 * <p>A row beyond the highest member is not deleted: a vector does not say how many rows a file
 * has.
 */
public final class DeletionVector {
  /** No row is deleted. */
  public static final DeletionVector NONE = new DeletionVector(new TreeMap<>());

  /** Chunks by the row divided by {@link Chunk#SPAN}; none is empty. */
  private final NavigableMap<Long, Chunk> chunks;

  private final long cardinality;

  private DeletionVector(NavigableMap<Long, Chunk> chunks) {
    this.chunks = chunks;
    this.cardinality = chunks.values().stream().mapToLong(Chunk::count).sum();
  }

  static DeletionVector ofChunks(NavigableMap<Long, Chunk> chunks) {
    NavigableMap<Long, Chunk> some = new TreeMap<>(chunks);
    some.values().removeIf(chunk -> chunk.count() == 0);
    return new DeletionVector(some);
  }

  NavigableMap<Long, Chunk> chunks() {
    return chunks;
  }

  /**
   * The vector of these rows, in any order, repeats allowed.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public static DeletionVector of(long... rows) {
    long[] sorted = rows.clone();
    Arrays.sort(sorted);
    if (sorted.length > 0 && sorted[0] < 0) {
      throw new IllegalArgumentException("A row's position is never negative: " + sorted[0]);
    }
    NavigableMap<Long, Chunk> chunks = new TreeMap<>();
    char[] members = new char[Chunk.SPAN];
    int count = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        members[count++] = (char) sorted[i];
      }
      boolean endsChunk = i + 1 == sorted.length || sorted[i + 1] >>> 16 != sorted[i] >>> 16;
      if (endsChunk) {
        chunks.put(sorted[i] >>> 16, Chunk.of(Arrays.copyOf(members, count)));
        count = 0;
      }
    }
    return new DeletionVector(chunks);
  }

  /** A builder of a vector whose rows come in ascending order. */
  public static Builder ascending() {
    return new Builder();
  }

  /** Collects ascending rows, in little more memory than the vector takes. Not thread-safe. */
  public static final class Builder {
    private final NavigableMap<Long, Chunk> chunks = new TreeMap<>();
    private final char[] members = new char[Chunk.SPAN];
    private long key;
    private int count;
    private long last = -1;

    private Builder() {}

    /**
     * Adds {@code row}.
     *
     * @throws IllegalArgumentException if it is not above the row before
     */
    public void add(long row) {
      if (row <= last) {
        throw new IllegalArgumentException("Row " + row + " does not follow row " + last);
      }
      if (row >>> 16 != key) {
        endChunk();
        key = row >>> 16;
      }
      members[count++] = (char) row;
      last = row;
    }

    private void endChunk() {
      if (count > 0) {
        chunks.put(key, Chunk.of(Arrays.copyOf(members, count)));
      }
      count = 0;
    }

    /** The vector of the rows added. */
    public DeletionVector build() {
      endChunk();
      return new DeletionVector(new TreeMap<>(chunks));
    }
  }

  /** How many rows are deleted. */
  public long cardinality() {
    return cardinality;
  }

  /** True if no row is deleted. */
  public boolean isEmpty() {
    return cardinality == 0;
  }

  /** True if {@code row} is deleted. */
  public boolean contains(long row) {
    Chunk chunk = chunks.get(row >>> 16);
    return chunk != null && chunk.contains((int) (row & 0xFFFF));
  }

  /** The highest row that is deleted; -1 if none is. */
  public long last() {
    return chunks.isEmpty() ? -1 : (chunks.lastKey() << 16) + chunks.lastEntry().getValue().last();
  }

  /** Gives the deleted rows, ascending. */
  public void forEach(LongConsumer consumer) {
    chunks.forEach((key, chunk) -> chunk.forEach(key << 16, consumer));
  }

  /** The deleted rows, ascending. */
  public long[] toArray() {
    long[] rows = new long[Math.toIntExact(cardinality)];
    int[] at = {0};
    forEach(row -> rows[at[0]++] = row);
    return rows;
  }

  /**
   * Writes which of the rows {@code from} to {@code from + count} are left to {@code target}, as
   * ascending numbers from 0.
   *
   * @return how many are left
   */
  public int left(long from, int count, int[] target) {
    int left = 0;
    long row = from;
    long end = from + count;
    while (row < end) {
      long chunkEnd = Math.min(end, ((row >>> 16) + 1) << 16);
      Chunk chunk = chunks.get(row >>> 16);
      if (chunk == null) {
        for (; row < chunkEnd; row++) {
          target[left++] = (int) (row - from);
        }
      } else {
        for (; row < chunkEnd; row++) {
          target[left] = (int) (row - from);
          left += chunk.contains((int) (row & 0xFFFF)) ? 0 : 1;
        }
      }
    }
    return left;
  }

  /** The rows that this vector or {@code other} deletes. */
  public DeletionVector or(DeletionVector other) {
    NavigableMap<Long, Chunk> all = new TreeMap<>(chunks);
    other.chunks.forEach((key, chunk) -> all.merge(key, chunk, Chunk::or));
    return new DeletionVector(all);
  }

  /** The rows that this vector deletes and {@code other} does not. */
  public DeletionVector andNot(DeletionVector other) {
    NavigableMap<Long, Chunk> rest = new TreeMap<>();
    for (Map.Entry<Long, Chunk> entry : chunks.entrySet()) {
      Chunk others = other.chunks.get(entry.getKey());
      rest.put(entry.getKey(), others == null ? entry.getValue() : entry.getValue().andNot(others));
    }
    return ofChunks(rest);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof DeletionVector other
        && other.cardinality == cardinality
        && andNot(other).isEmpty();
  }

  @Override
  public int hashCode() {
    return Long.hashCode(cardinality) * 31 + chunks.keySet().hashCode();
  }

  /** For messages: the number of rows and the first of them. */
  @Override
  public String toString() {
    List<Long> first = new ArrayList<>();
    forEach(
        row -> {
          if (first.size() < 5) {
            first.add(row);
          }
        });
    return cardinality + " deleted rows " + first;
  }
}
