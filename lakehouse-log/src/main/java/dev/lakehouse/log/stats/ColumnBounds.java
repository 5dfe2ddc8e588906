package dev.lakehouse.log.stats;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;

/**
 * The statistics of one column in some files, one value a file; null where nothing is known.
 *
 * @param min a value that no value of the column is below
 * @param max a value that no value of the column is above
 * @param nullCount how many rows are null
 */
public record ColumnBounds(Column min, Column max, LongColumn nullCount) {
  /** About how many bytes of heap they take. */
  public long bytes() {
    return min.bytes() + max.bytes() + nullCount.bytes();
  }
}
