package dev.lakehouse.log.packed;

/**
 * Finds rows by the hash of their key: a table of slots, each with 8 bits of the hash and a row.
 * Who asks compares the keys of the candidates.
 */
public final class KeyIndex {
  /** One more than the highest row that can be indexed. */
  public static final int MAX_ROWS = (1 << 24) - 1;

  private static final int ROW = MAX_ROWS;

  private int[] slots;
  private int size;

  /** An empty table for about {@code expected} rows. */
  public KeyIndex(int expected) {
    slots = new int[Math.max(16, Integer.highestOneBit(Math.max(1, expected)) << 2)];
  }

  /** Where to look first for {@code hash}. */
  public int first(long hash) {
    return (int) (hash >>> 8) & (slots.length - 1);
  }

  /** Where to look after {@code slot}. */
  public int next(int slot) {
    return (slot + 1) & (slots.length - 1);
  }

  /** True if the search for a key ends at {@code slot}: it is not there. */
  public boolean isEnd(int slot) {
    return slots[slot] == 0;
  }

  /** The row in {@code slot} if it may have {@code hash}; -1 if it surely has another. */
  public int candidate(int slot, long hash) {
    int entry = slots[slot];
    return entry >>> 24 == (int) (hash & 0xFF) ? (entry & ROW) - 1 : -1;
  }

  /** Adds a row that is not there yet. {@code hashes} gives those of all rows added before. */
  public void add(int row, long hash, RowHash hashes) {
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

  /** Tells hashes of rows. */
  public interface RowHash {
    /** The hash of the key of {@code row}. */
    long hash(int row);
  }
}
