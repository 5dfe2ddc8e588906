package dev.lakehouse.data;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a write did.
 *
 * @param version the version that it made; if it made none, the newest it saw
 * @param outcome whether there is a new version
 * @param filesAdded data files that the version has and the one before had not
 * @param filesRemoved data files that the one before had and the version has not
 * @param rowsAdded rows in the files added
 * @param rowsRemoved rows in the files removed; empty if the log does not say
 * @param bytesAdded length of the files added
 * @param bytesRemoved length of the files removed
 * @param duration how long it took
 * @param attempts how often a commit was tried; 0 if none was
 * @param hookFailures what went wrong after the commit, with checkpoints for one; the version
 *     stands all the same
 */
public record WriteResult(
    long version,
    Outcome outcome,
    long filesAdded,
    long filesRemoved,
    long rowsAdded,
    OptionalLong rowsRemoved,
    long bytesAdded,
    long bytesRemoved,
    Duration duration,
    int attempts,
    List<String> hookFailures) {
  /** Copies the list. */
  public WriteResult {
    hookFailures = List.copyOf(hookFailures);
  }

  /** The ways in which a write ends well. */
  public enum Outcome {
    /** There is a new version. */
    COMMITTED,
    /** There was nothing to do, so there is no new version. */
    UNCHANGED,
    /** An earlier or concurrent write of the same application id had done it already. */
    SKIPPED
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
