package dev.lakehouse.log;

import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.commit.Settlement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a log does when a commit of this process stands: its own snapshot moves on, then the hooks
 * run. Nothing that goes wrong here changes that the commit stands.
 */
final class PostCommit {
  private final DeltaLog log;
  private final List<PostCommitHook> hooks;

  PostCommit(DeltaLog log, List<PostCommitHook> hooks) {
    this.log = log;
    this.hooks = List.copyOf(hooks);
  }

  /**
   * @param base the snapshot that the transaction read; null if it made the table
   */
  CommitResult run(@Nullable Snapshot base, Settlement.Committed committed) {
    List<HookFailure> failures = new ArrayList<>();
    try {
      CommittedVersion version = version(base, committed);
      hooks.forEach(hook -> run(hook, version, failures));
    } catch (RuntimeException e) {
      failures.add(new HookFailure("snapshot", e));
    }
    return new CommitResult(
        CommitResult.Outcome.COMMITTED, committed.version(), committed.attempts(), failures);
  }

  private CommittedVersion version(@Nullable Snapshot base, Settlement.Committed committed) {
    List<Action> actions = committed.actions();
    Snapshot snapshot =
        base == null
            ? log.created(committed.bytes(), actions)
            : log.committed(log.upTo(base, committed.version() - 1), committed.bytes(), actions);
    return new CommittedVersion(
        snapshot, (CommitInfo) actions.get(0), actions.subList(1, actions.size()));
  }

  private static void run(
      PostCommitHook hook, CommittedVersion version, List<HookFailure> failures) {
    try {
      hook.run(version);
    } catch (RuntimeException e) {
      failures.add(new HookFailure(hook.name(), e));
    }
  }
}
