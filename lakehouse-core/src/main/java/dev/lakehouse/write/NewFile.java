package dev.lakehouse.write;

import dev.lakehouse.io.Location;
import dev.lakehouse.parquet.write.FileStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A data file that was written and that no version names yet.
 *
 * @param location where it is
 * @param path the same as the log says it: relative to the table, encoded once
 * @param partitionTexts the text of each partition column's value, in the order of the columns
 * @param bytes its length
 * @param statistics what is known of its rows
 */
public record NewFile(
    Location location,
    String path,
    List<@Nullable String> partitionTexts,
    long bytes,
    FileStatistics statistics) {
  /** How many rows it has. */
  public long rowCount() {
    return statistics.rowCount();
  }
}
