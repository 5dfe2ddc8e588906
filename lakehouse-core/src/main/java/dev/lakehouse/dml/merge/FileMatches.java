package dev.lakehouse.dml.merge;

import dev.lakehouse.log.dv.DeletionVector;
import java.util.Arrays;

/** Pairs of a row of one file and a row of the source, in the order of the file's rows. */
final class FileMatches {
  private long[] positions = new long[16];
  private int[] sources = new int[16];
  private int count;

  void add(long position, int source) {
    if (count == positions.length) {
      positions = Arrays.copyOf(positions, 2 * count);
      sources = Arrays.copyOf(sources, 2 * count);
    }
    positions[count] = position;
    sources[count] = source;
    count++;
  }

  int count() {
    return count;
  }

  long position(int index) {
    return positions[index];
  }

  int source(int index) {
    return sources[index];
  }

  /** The rows of the file that have a pair. */
  DeletionVector positions() {
    DeletionVector.Builder rows = DeletionVector.ascending();
    for (int i = 0; i < count; i++) {
      if (i == 0 || positions[i] != positions[i - 1]) {
        rows.add(positions[i]);
      }
    }
    return rows.build();
  }
}
