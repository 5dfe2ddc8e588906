package dev.lakehouse.parquet.write;

import dev.lakehouse.io.Location;

/**
 * A file that was written.
 *
 * @param location where it is
 * @param bytes its exact length
 * @param rowCount how many rows it has
 * @param statistics of the columns that were asked for
 */
public record WrittenFile(
    Location location, long bytes, long rowCount, FileStatistics statistics) {}
