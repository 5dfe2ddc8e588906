package dev.lakehouse.log.commit;

import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.ActionJson;
import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Commits in a map, with steps of a script played before the map is asked. */
final class MemoryCommitter implements Committer {
  final Map<Long, byte[]> commits = new ConcurrentSkipListMap<>();
  final List<Long> attempts = new ArrayList<>();
  private final Deque<Step> commitScript = new ArrayDeque<>();
  private final Deque<LongFunction<@Nullable RuntimeException>> readScript = new ArrayDeque<>();

  /** A step of the script: an outcome, or null to go on to the map. */
  interface Step {
    @Nullable CommitOutcome play(long version, byte[] body);
  }

  MemoryCommitter onCommit(Step step) {
    commitScript.add(step);
    return this;
  }

  MemoryCommitter onRead(LongFunction<@Nullable RuntimeException> step) {
    readScript.add(step);
    return this;
  }

  void put(long version, Action... actions) {
    commits.put(version, ActionJson.write(List.of(actions)));
  }

  List<Action> actions(long version) {
    List<Action> actions = new ArrayList<>();
    read(version, kind -> true).orElseThrow().forEachRemaining(actions::add);
    return actions;
  }

  @Override
  public CommitOutcome commit(long version, byte[] body) {
    synchronized (attempts) {
      attempts.add(version);
    }
    Step step = commitScript.poll();
    CommitOutcome scripted = step == null ? null : step.play(version, body);
    if (scripted != null) {
      return scripted;
    }
    return commits.putIfAbsent(version, body) == null
        ? new CommitOutcome.Committed(version)
        : new CommitOutcome.Conflict(version);
  }

  @Override
  public Optional<CloseableIterator<Action>> read(long version, Predicate<String> kinds) {
    LongFunction<@Nullable RuntimeException> step = readScript.poll();
    RuntimeException failure = step == null ? null : step.apply(version);
    if (failure != null) {
      throw failure;
    }
    byte[] body = commits.get(version);
    return body == null
        ? Optional.empty()
        : Optional.of(ActionJson.read(new ByteArrayInputStream(body), "commit " + version, kinds));
  }
}
