package dev.lakehouse.log.files;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The keys of rows of several blocks, each row known by its number over all of them. */
final class SeenKeys {
  private static final long HASH = 0xFFFF_FFFF_0000_0000L;

  private final List<FileBlock> blocks = new ArrayList<>();
  private final List<Integer> starts = new ArrayList<>();
  private long[] slots = new long[1 << 10];
  private int keys;
  private int rows;

  /** Begins with the rows of another block. */
  void begin(FileBlock block) {
    blocks.add(block);
    starts.add(rows);
    rows = Math.addExact(rows, block.size());
  }

  /** How many rows all blocks have: the number of the first row of the next one. */
  int size() {
    return rows;
  }

  /**
   * The number of the row with the key of {@code row} of the last block, or adds it and gives -1.
   */
  int findOrAdd(int row) {
    FileBlock block = blocks.get(blocks.size() - 1);
    long hash = block.hash(row);
    int slot = slot(hash);
    for (; slots[slot] != 0; slot = (slot + 1) & (slots.length - 1)) {
      if ((slots[slot] & HASH) == (hash & HASH)) {
        int number = (int) slots[slot] - 1;
        if (isSame(number, block, row)) {
          return number;
        }
      }
    }
    slots[slot] = (hash & HASH) | (starts.get(starts.size() - 1) + row + 1);
    if (2 * ++keys > slots.length) {
      grow();
    }
    return -1;
  }

  private int slot(long hash) {
    return (int) (hash >>> 32) & (slots.length - 1);
  }

  private boolean isSame(int number, FileBlock block, int row) {
    int at = blockOf(number);
    FileBlock other = blocks.get(at);
    int otherRow = number - starts.get(at);
    return other.paths().equals(otherRow, block.paths(), row)
        && FileBlock.sameVector(other.vector(otherRow), block.vector(row));
  }

  private int blockOf(int number) {
    int at = Collections.binarySearch(starts, number);
    at = at >= 0 ? at : -at - 2;
    while (at + 1 < starts.size() && starts.get(at + 1) <= number) {
      at++;
    }
    return at;
  }

  /** True if the row of this number is a remove. */
  boolean isRemove(int number) {
    int at = blockOf(number);
    return blocks.get(at).isRemove(number - starts.get(at));
  }

  private void grow() {
    long[] old = slots;
    slots = new long[2 * old.length];
    for (long entry : old) {
      if (entry != 0) {
        int slot = slot(entry);
        while (slots[slot] != 0) {
          slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = entry;
      }
    }
  }
}
