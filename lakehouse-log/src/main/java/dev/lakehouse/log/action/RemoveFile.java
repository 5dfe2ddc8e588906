package dev.lakehouse.log.action;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The end of a data file's life in the table, also its tombstone.
 *
 * @param path the text of the add it cancels
 * @param deletionTimestamp milliseconds since the epoch; null means expired
 * @param dataChange false if the commit only rearranged rows
 * @param extendedFileMetadata true if partition values, size and tags are there; null if not said
 * @param partitionValues as of the add; null where old writers leave them out
 * @param size as of the add; null where old writers leave it out
 * @param stats statistics as JSON text; mostly null
 * @param tags as of the add; empty if there are none
 * @param deletionVector the vector of the add it cancels
 * @param baseRowId as of the add
 * @param defaultRowCommitVersion as of the add
 */
public record RemoveFile(
    String path,
    @Nullable Long deletionTimestamp,
    boolean dataChange,
    @Nullable Boolean extendedFileMetadata,
    @Nullable Map<String, @Nullable String> partitionValues,
    @Nullable Long size,
    @Nullable String stats,
    Map<String, @Nullable String> tags,
    @Nullable DeletionVectorDescriptor deletionVector,
    @Nullable Long baseRowId,
    @Nullable Long defaultRowCommitVersion)
    implements Action {
  /** Copies the maps. */
  public RemoveFile {
    partitionValues = partitionValues == null ? null : Maps.copy(partitionValues);
    tags = Maps.copy(tags);
  }

  /** The identity of the logical file. */
  public FileKey key() {
    return FileKey.of(path, deletionVector);
  }
}
