package dev.lakehouse.scan;

import dev.lakehouse.columnar.Selection;
import dev.lakehouse.log.dv.DeletionVector;

/**
 * Which rows of a file are deleted. Immutable.
 *
 * @param vector their positions
 */
public record DeletedRows(DeletionVector vector) {
  /** Those of the first {@code count} of {@code positions}, which ascend, that are not deleted. */
  public Selection others(long[] positions, int count) {
    int[] rows = new int[count];
    if (count == 0) {
      return new Selection(rows, 0);
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
}
