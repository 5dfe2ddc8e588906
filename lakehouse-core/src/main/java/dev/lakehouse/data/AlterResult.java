package dev.lakehouse.data;

import dev.lakehouse.data.WriteResult.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * What a change of a table's columns or properties did.
 *
 * @param version the version that it made, the last one if it made several; if it made none, the
 *     newest it saw
 * @param outcome whether there is a new version
 * @param duration how long it took
 * @param attempts how often a commit was tried; 0 if none was
 * @param hookFailures what went wrong after the commit; the version stands all the same
 */
public record AlterResult(
    long version, Outcome outcome, Duration duration, int attempts, List<String> hookFailures) {
  /** Copies the list. */
  public AlterResult {
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
