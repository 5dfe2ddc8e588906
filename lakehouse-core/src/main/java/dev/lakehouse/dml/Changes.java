package dev.lakehouse.dml;

import dev.lakehouse.io.Location;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CdcFile;
import dev.lakehouse.log.action.RemoveFile;
import java.util.List;

/**
 * What a change of rows does to the files of a table, ready to be committed. Immutable.
 *
 * @param adds files that come, or stay with another vector
 * @param removes files that go, or stay with another vector
 * @param changes files of the change feed
 * @param written everything that was written and no version names yet
 * @param counts how much it is
 */
public record Changes(
    List<AddFile> adds,
    List<RemoveFile> removes,
    List<CdcFile> changes,
    List<Location> written,
    Counts counts) {
  /** Copies the lists. */
  public Changes {
    adds = List.copyOf(adds);
    removes = List.copyOf(removes);
    changes = List.copyOf(changes);
    written = List.copyOf(written);
  }

  /**
   * How much a change does.
   *
   * @param addedFiles new data files
   * @param addedBytes their length
   * @param removedFiles data files that are gone, those with a new vector not among them
   * @param removedBytes their length
   * @param vectorsAdded deletion vectors that are new, also in place of others
   * @param vectorsRemoved deletion vectors that are gone, also for others
   * @param vectorsUpdated deletion vectors that took the place of others
   * @param changeFiles files of the change feed
   * @param copiedRows rows that were copied into new files as they were
   */
  public record Counts(
      long addedFiles,
      long addedBytes,
      long removedFiles,
      long removedBytes,
      long vectorsAdded,
      long vectorsRemoved,
      long vectorsUpdated,
      long changeFiles,
      long copiedRows) {}

  /** True if it does nothing. */
  public boolean isEmpty() {
    return adds.isEmpty() && removes.isEmpty() && changes.isEmpty();
  }

  /** Tells {@code transaction} all of it. */
  public void applyTo(Transaction transaction) {
    adds.forEach(transaction::add);
    removes.forEach(transaction::remove);
    changes.forEach(transaction::addChanges);
  }
}
