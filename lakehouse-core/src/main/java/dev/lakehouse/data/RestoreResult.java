package dev.lakehouse.data;

import dev.lakehouse.data.WriteResult.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * What a restore did.
 *
 * @param version the version that it made; if it made none, the newest it saw
 * @param restoredVersion the version whose rows, columns and properties the table has again
 * @param outcome whether there is a new version
 * @param filesRestored data files that are in the table again
 * @param filesRemoved data files that are not in the table any more
 * @param bytesRestored length of the files that are in the table again
 * @param bytesRemoved length of the files that are not in the table any more
 * @param files how many data files the table has now
 * @param bytes length of all data files now
 * @param duration how long it took
 * @param attempts how often a commit was tried; 0 if none was
 * @param hookFailures what went wrong after the commit; the version stands all the same
 */
public record RestoreResult(
    long version,
    long restoredVersion,
    Outcome outcome,
    long filesRestored,
    long filesRemoved,
    long bytesRestored,
    long bytesRemoved,
    long files,
    long bytes,
    Duration duration,
    int attempts,
    List<String> hookFailures) {
  /** Copies the list. */
  public RestoreResult {
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
