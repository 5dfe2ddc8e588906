package dev.lakehouse.log.action;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A data file of the table.
 *
 * @param path URI reference, relative to the table or absolute; kept as the log has it
 * @param partitionValues partition value by physical column name; null is SQL null
 * @param size length of the file in bytes
 * @param modificationTime milliseconds since the epoch
 * @param dataChange false if the commit only rearranged rows
 * @param stats statistics as JSON text; null if there are none
 * @param tags free tags; empty if there are none
 * @param deletionVector the file's deleted rows; null if there are none
 * @param baseRowId row id of the first row; null without row tracking
 * @param defaultRowCommitVersion version that first added the path; null without row tracking
 * @param clusteringProvider who clustered the file; null if nobody
 */
public record AddFile(
    String path,
    Map<String, @Nullable String> partitionValues,
    long size,
    long modificationTime,
    boolean dataChange,
    @Nullable String stats,
    Map<String, @Nullable String> tags,
    @Nullable DeletionVectorDescriptor deletionVector,
    @Nullable Long baseRowId,
    @Nullable Long defaultRowCommitVersion,
    @Nullable String clusteringProvider)
    implements Action {
  /** Copies the maps. */
  public AddFile {
    partitionValues = Maps.copy(partitionValues);
    tags = Maps.copy(tags);
  }

  /** A new file that changes data, without vector, row ids, tags. */
  public static AddFile of(
      String path,
      Map<String, ? extends @Nullable String> partitionValues,
      long size,
      long modificationTime,
      @Nullable String stats) {
    return new AddFile(
        path,
        Maps.copy(partitionValues),
        size,
        modificationTime,
        true,
        stats,
        Map.of(),
        null,
        null,
        null,
        null);
  }

  /** The identity of the logical file. */
  public FileKey key() {
    return FileKey.of(path, deletionVector);
  }

  /**
   * The remove that cancels this add: same path, same vector, with all that is known of the file.
   */
  public RemoveFile toRemove(long deletionTimestamp, boolean removeChangesData) {
    return new RemoveFile(
        path,
        deletionTimestamp,
        removeChangesData,
        true,
        partitionValues,
        size,
        null,
        tags,
        deletionVector,
        baseRowId,
        defaultRowCommitVersion);
  }

  /** This file, with {@code dataChange} set. */
  public AddFile withDataChange(boolean newDataChange) {
    return new AddFile(
        path,
        partitionValues,
        size,
        modificationTime,
        newDataChange,
        stats,
        tags,
        deletionVector,
        baseRowId,
        defaultRowCommitVersion,
        clusteringProvider);
  }

  /** This file with another vector and the statistics that go with it. */
  public AddFile withDeletionVector(
      @Nullable DeletionVectorDescriptor newVector, @Nullable String newStats) {
    return new AddFile(
        path,
        partitionValues,
        size,
        modificationTime,
        dataChange,
        newStats,
        tags,
        newVector,
        baseRowId,
        defaultRowCommitVersion,
        clusteringProvider);
  }

  /** This file with other statistics. */
  public AddFile withStats(@Nullable String newStats) {
    return withDeletionVector(deletionVector, newStats);
  }

  /** This file with row ids. */
  public AddFile withRowIds(
      @Nullable Long newBaseRowId, @Nullable Long newDefaultRowCommitVersion) {
    return new AddFile(
        path,
        partitionValues,
        size,
        modificationTime,
        dataChange,
        stats,
        tags,
        deletionVector,
        newBaseRowId,
        newDefaultRowCommitVersion,
        clusteringProvider);
  }

  /** This file with other tags and clustering provider. */
  public AddFile withTags(
      Map<String, ? extends @Nullable String> newTags, @Nullable String newClusteringProvider) {
    return new AddFile(
        path,
        partitionValues,
        size,
        modificationTime,
        dataChange,
        stats,
        Maps.copy(newTags),
        deletionVector,
        baseRowId,
        defaultRowCommitVersion,
        newClusteringProvider);
  }
}
