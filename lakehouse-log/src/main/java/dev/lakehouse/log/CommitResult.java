package dev.lakehouse.log;

import java.util.List;

/**
 * How a transaction ended.
 *
 * @param outcome whether it is a version of the table, or did not have to be one
 * @param version the version it is, or the one that did its work
 * @param attempts how often it tried to commit
 * @param hookFailures what did not work after the commit
 */
public record CommitResult(
    Outcome outcome, long version, int attempts, List<HookFailure> hookFailures) {
  /** Copies the failures. */
  public CommitResult {
    hookFailures = List.copyOf(hookFailures);
  }

  /** What became of a transaction that did not fail. */
  public enum Outcome {
    /** It is a version of the table. */
    COMMITTED,
    /** Another commit of the same application had done its work: nothing was committed. */
    SKIPPED
  }

  /** True if nothing was committed, since the work was done. */
  public boolean skipped() {
    return outcome == Outcome.SKIPPED;
  }
}
