package dev.lakehouse.data;

import java.time.Duration;

/**
 * What a change of rows did to the files of a table.
 *
 * @param filesAdded new data files
 * @param filesRemoved data files that the version does not have any more
 * @param vectorsAdded files that stay, with rows that are marked as deleted now
 * @param changeFilesAdded files of changed rows, for the change data feed
 * @param bytesAdded length of the files added
 * @param bytesRemoved length of the files removed
 * @param rowsCopied rows that were written into new files as they were
 * @param finding how long it took to find the rows
 * @param writing how long it took to write files
 */
public record FileChanges(
    long filesAdded,
    long filesRemoved,
    long vectorsAdded,
    long changeFilesAdded,
    long bytesAdded,
    long bytesRemoved,
    long rowsCopied,
    Duration finding,
    Duration writing) {
  /** Nothing was done. */
  public static final FileChanges NONE =
      new FileChanges(0, 0, 0, 0, 0, 0, 0, Duration.ZERO, Duration.ZERO);
}
