package dev.lakehouse.scan;

import dev.lakehouse.columnar.Selection;
import dev.lakehouse.log.dv.DeletionVector;

/**
 * Which rows of a file are left out. Immutable.
 *
 * @param vector positions of rows
 * @param meaning whether these are left out, or all others
 */
public record DeletedRows(DeletionVector vector, Meaning meaning) {
  /** What the rows of the vector are. */
  public enum Meaning {
    /** They are left out. */
    DELETED,
    /** All others are left out. */
    WANTED
  }

  /** The rows of {@code vector} are left out. */
  public DeletedRows(DeletionVector vector) {
    this(vector, Meaning.DELETED);
  }

  /** Those of the first {@code count} of {@code positions}, which ascend, that are left. */
  public Selection others(long[] positions, int count) {
    int[] rows = new int[count];
    if (count == 0) {
      return new Selection(rows, 0);
    } else if (meaning == Meaning.WANTED) {
      return wanted(positions, rows);
    } else if (positions[count - 1] - positions[0] == count - 1) {
      return new Selection(rows, vector.left(positions[0], count, rows));
    }
    int left = 0;
    for (int i = 0; i < count; i++) {
      rows[left] = i;
      left += vector.contains(positions[i]) ? 0 : 1;
    }
    return new Selection(rows, left);
  }

  private Selection wanted(long[] positions, int[] rows) {
    int found = 0;
    for (int i = 0; i < rows.length; i++) {
      rows[found] = i;
      found += vector.contains(positions[i]) ? 1 : 0;
    }
    return new Selection(rows, found);
  }
}
