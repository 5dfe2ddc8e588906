package dev.lakehouse.log.commit;

import dev.lakehouse.log.action.Action;
import java.util.List;

/** How the commit of a transaction ended, when it did not fail. */
public sealed interface Settlement {
  /** How often it tried. */
  int attempts();

  /**
   * It is a version of the table.
   *
   * @param version which
   * @param bytes the length of the commit's file
   * @param actions what stands in the commit, commit info first
   */
  record Committed(long version, int attempts, long bytes, List<Action> actions)
      implements Settlement {
    /** Copies the actions. */
    public Committed {
      actions = List.copyOf(actions);
    }
  }

  /**
   * Nothing was committed: another commit carries the same application with the same or a later
   * version, so the work is done.
   *
   * @param version the table's version that did it
   */
  record Skipped(long version, int attempts) implements Settlement {}
}
