package dev.lakehouse.data;

import dev.lakehouse.data.WriteResult.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * What a merge did.
 *
 * @param version the version that it made; if it made none, the newest it saw
 * @param outcome whether there is a new version
 * @param sourceRows how many rows the source had
 * @param inserted how many rows of the source came into the table
 * @param updated how many rows of the table a clause updated, whether their values changed or not
 * @param deleted how many rows of the table are gone
 * @param files what it did to files
 * @param duration how long it took
 * @param attempts how often a commit was tried; 0 if none was
 * @param hookFailures what went wrong after the commit, with checkpoints for one; the version
 *     stands all the same
 */
public record MergeResult(
    long version,
    Outcome outcome,
    long sourceRows,
    long inserted,
    long updated,
    long deleted,
    FileChanges files,
    Duration duration,
    int attempts,
    List<String> hookFailures) {
  /** Copies the list. */
  public MergeResult {
    hookFailures = List.copyOf(hookFailures);
  }

  /** True if there is a new version. */
  public boolean committed() {
    return outcome == Outcome.COMMITTED;
  }

  /** True if the application's version was in the table already. */
  public boolean skipped() {
    return outcome == Outcome.SKIPPED;
  }
}
