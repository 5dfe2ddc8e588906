package dev.lakehouse.log.commit;

import dev.lakehouse.error.ConflictException;

/** What a commit that came first means for ours. */
sealed interface Verdict {
  /** Ours can follow it, as {@code request}. */
  record Compatible(CommitRequest request) implements Verdict {}

  /**
   * It, or one of its kin, already did what ours wants: same application, same or later version.
   */
  record AlreadyDone() implements Verdict {}

  /** Ours rests on what it changed. */
  record Conflicting(ConflictException.Kind kind, String reason) implements Verdict {}
}
