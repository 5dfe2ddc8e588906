package dev.lakehouse.log;

import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.CommitInfo;
import java.util.List;

/**
 * A version that this process committed.
 *
 * @param snapshot the table at it
 * @param info who committed what
 * @param actions what stands in the commit, commit info left out
 */
public record CommittedVersion(Snapshot snapshot, CommitInfo info, List<Action> actions) {
  /** Copies the actions. */
  public CommittedVersion {
    actions = List.copyOf(actions);
  }

  /** Its number. */
  public long version() {
    return snapshot.version();
  }
}
