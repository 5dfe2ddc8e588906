package dev.lakehouse.scan;

import dev.lakehouse.log.action.DeletionVectorDescriptor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A data file to be read.
 *
 * @param path as the log has it: a URI reference, relative to the table or absolute
 * @param bytes its length
 * @param partitionValues as the log has them, by physical name
 * @param deletionVector its deleted rows; null if there are none
 * @param rowCount how many rows it has, deleted ones included; null where the log does not say
 */
public record ScanFile(
    String path,
    long bytes,
    Map<String, @Nullable String> partitionValues,
    @Nullable DeletionVectorDescriptor deletionVector,
    @Nullable Long rowCount) {
  /** How many rows are left; null where the log does not say. */
  public @Nullable Long liveRows() {
    if (rowCount == null || deletionVector == null) {
      return rowCount;
    }
    return rowCount - deletionVector.cardinality();
  }
}
