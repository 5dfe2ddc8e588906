package dev.lakehouse.parquet.read;

import dev.lakehouse.columnar.Column;

/**
 * Reads one column of a row group, forwards. Rows count from the row group's first. Not
 * thread-safe.
 */
interface ColumnReader extends AutoCloseable {
  /**
   * How many rows from {@code row} on, at most {@code max} and at least one, {@link #take} can give
   * at once. Reads them if need be.
   */
  int available(long row, int max);

  /** The values of {@code count} rows from {@code row} on. */
  Column take(long row, int count);

  /** Stops what runs ahead. */
  @Override
  void close();
}
