package dev.lakehouse.log.commit;

import dev.lakehouse.error.StorageException;

/** How one attempt to commit ended. */
public sealed interface CommitOutcome {
  /** The version that was tried. */
  long version();

  /** The version is ours. */
  record Committed(long version) implements CommitOutcome {}

  /** The version is another's. */
  record Conflict(long version) implements CommitOutcome {}

  /**
   * The version may be ours, now or in a while: the storage did not say and could not be asked.
   *
   * @param cause the last failure
   */
  record Unknown(long version, StorageException cause) implements CommitOutcome {}
}
