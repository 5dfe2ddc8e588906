package dev.lakehouse.log.files;

import java.util.Arrays;

/**
 * Finds rows by the hash of their key: a table of slots, each with 8 bits of the hash and a row.
 * Who asks compares the keys of the candidates.
 */
final class KeyIndex {
  /** One more than the highest row that can be indexed. */
  static final int MAX_ROWS = (1 << 24) - 1;

  private static final int ROW = MAX_ROWS;

  private int[] slots;
  private int size;

  KeyIndex(int expected) {
    slots = new int[Math.max(16, Integer.highestOneBit(Math.max(1, expected)) << 2)];
  }

  /** Where to look first for {@code hash}. */
  int first(long hash) {
    return (int) (hash >>> 8) & (slots.length - 1);
  }

  int next(int slot) {
    return (slot + 1) & (slots.length - 1);
  }

  /** True if the search for a key ends at {@code slot}: it is not there. */
  boolean isEnd(int slot) {
    return slots[slot] == 0;
  }

  /** The row in {@code slot} if it may have {@code hash}; -1 if it surely has another. */
  int candidate(int slot, long hash) {
    int entry = slots[slot];
    return entry >>> 24 == (int) (hash & 0xFF) ? (entry & ROW) - 1 : -1;
  }

  /** Adds a row that is not there yet. {@code hashes} gives those of all rows added before. */
  void add(int row, long hash, RowHash hashes) {
    if (2 * (size + 1) > slots.length) {
      grow(hashes);
    }
    put(row, hash);
    size++;
  }

  private void put(int row, long hash) {
    int slot = first(hash);
    while (slots[slot] != 0) {
      slot = next(slot);
    }
    slots[slot] = (int) (hash & 0xFF) << 24 | (row + 1);
  }

  private void grow(RowHash hashes) {
    int[] old = slots;
    slots = new int[2 * old.length];
    for (int entry : old) {
      if (entry != 0) {
        int row = (entry & ROW) - 1;
        put(row, hashes.hash(row));
      }
    }
  }

  /** Removes all. */
  void clear() {
    Arrays.fill(slots, 0);
    size = 0;
  }

  /** The hash of a row's key. */
  interface RowHash {
    long hash(int row);
  }
}
