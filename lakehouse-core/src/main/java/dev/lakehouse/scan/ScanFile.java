package dev.lakehouse.scan;

import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.files.FileBatch;
import java.util.ArrayList;
import java.util.List;
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
  /** The files of {@code batch}, in its order. */
  public static List<ScanFile> of(FileBatch batch) {
    List<ScanFile> files = new ArrayList<>(batch.size());
    LongColumn rows = batch.numRecords();
    for (int i = 0; i < batch.size(); i++) {
      files.add(
          new ScanFile(
              batch.path(i),
              batch.fileSize(i),
              batch.partitionValues(i),
              batch.deletionVector(i),
              rows.isNull(i) ? null : (Long) rows.values()[i]));
    }
    return files;
  }

  /** How many rows are left; null where the log does not say. */
  public @Nullable Long liveRows() {
    if (rowCount == null || deletionVector == null) {
      return rowCount;
    }
    return rowCount - deletionVector.cardinality();
  }
}
