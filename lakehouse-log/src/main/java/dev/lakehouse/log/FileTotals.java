package dev.lakehouse.log;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.segment.LogPath;
import dev.lakehouse.log.segment.VersionChecksum;
import java.util.Optional;

/**
 * How much a table holds at one version.
 *
 * @param files how many live files there are
 * @param bytes the length of all of them
 */
public record FileTotals(long files, long bytes) {
  private static final long MOST_BYTES = 64L << 20;

  /** What the checksum file of {@code snapshot}'s version says, if there is one that is of it. */
  static Optional<FileTotals> written(Snapshot snapshot) {
    return read(snapshot.log(), snapshot.version())
        .filter(sums -> isOf(snapshot, sums))
        .map(sums -> new FileTotals(sums.numFiles(), sums.tableSizeBytes()));
  }

  /** The checksum file of {@code version}; empty if there is none or it is torn. */
  static Optional<VersionChecksum> read(DeltaLog log, long version) {
    FileIO files = log.environment().files();
    try {
      return VersionChecksum.parse(
          files.readSmall(LogPath.checksum(log.table(), version), MOST_BYTES));
    } catch (StorageException e) {
      if (e.kind() == StorageException.Kind.MISSING) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** False if a table that stood there before left the file, or another program wrote nonsense. */
  private static boolean isOf(Snapshot snapshot, VersionChecksum sums) {
    String committed = snapshot.commitInfo().map(CommitInfo::txnId).orElse(null);
    return (committed == null || sums.txnId() == null || committed.equals(sums.txnId()))
        && (sums.protocol() == null || sums.protocol().equals(snapshot.protocol()))
        && (sums.metadata() == null || sums.metadata().equals(snapshot.metadata()))
        && sums.numFiles() >= 0
        && sums.tableSizeBytes() >= 0;
  }
}
