package dev.lakehouse.dml.merge;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/** Rows of a source, held in memory and found by the hash of their keys. Used by one thread. */
final class SourceChunk {
  private final StructColumn rows;
  private final List<Column> keys;
  private final KeyHashes hashes;
  private final int[] first;
  private final int[] next;
  private final BitSet matched = new BitSet();

  SourceChunk(StructColumn rows, MergeKeys mergeKeys) {
    this.rows = rows;
    this.keys = mergeKeys.ofSource(MergeNames.side(MergeNames.SOURCE, rows));
    this.hashes = KeyHashes.of(keys, rows.size());
    this.first = new int[Integer.highestOneBit(Math.max(16, rows.size())) * 2];
    this.next = new int[rows.size()];
    Arrays.fill(first, -1);
    // Backwards, so that a chain has the rows in their order.
    for (int row = rows.size() - 1; row >= 0; row--) {
      if (hashes.isComplete(row)) {
        int slot = slot(hashes.hash(row));
        next[row] = first[slot];
        first[slot] = row;
      }
    }
  }

  private int slot(long hash) {
    return (int) (hash >>> 7) & (first.length - 1);
  }

  int size() {
    return rows.size();
  }

  StructColumn rows() {
    return rows;
  }

  List<Column> keys() {
    return keys;
  }

  /**
   * The first row, from {@code row} on in its chain, that has {@code hash}; -1 if there is none.
   */
  private int seek(int row, long hash) {
    int found = row;
    while (found >= 0 && hashes.hash(found) != hash) {
      found = next[found];
    }
    return found;
  }

  /** The first row that has {@code hash}; -1 if there is none. */
  int first(long hash) {
    return seek(first[slot(hash)], hash);
  }

  /** The row after {@code row} that has {@code hash}; -1 if there is none. */
  int after(int row, long hash) {
    return seek(next[row], hash);
  }

  void markMatched(int row) {
    matched.set(row);
  }

  /** The rows that were not marked. */
  int[] unmatched() {
    int[] unmatched = new int[size() - matched.cardinality()];
    int count = 0;
    for (int row = matched.nextClearBit(0); row < size(); row = matched.nextClearBit(row + 1)) {
      unmatched[count++] = row;
    }
    return unmatched;
  }

  /** The rows with the columns {@code names} only. */
  StructColumn only(Set<String> names) {
    List<StructField> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < rows.type().size(); i++) {
      if (names.contains(rows.type().field(i).name())) {
        fields.add(rows.type().field(i));
        columns.add(rows.child(i));
      }
    }
    return new StructColumn(new StructType(fields), columns, null, size());
  }
}
