package dev.lakehouse.log.replay;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.files.FileLayer;
import dev.lakehouse.log.segment.LogFile;
import dev.lakehouse.log.segment.LogSegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rebuilds the state of a table from the files of a segment, newest first. */
public final class Replay {
  /** Stands for the checkpoint where commits are numbers. */
  private static final int CHECKPOINT = -1;

  private final Environment environment;

  /** A replay in {@code environment}, on whose executor files are read side by side. */
  public Replay(Environment environment) {
    this.environment = environment;
  }

  /** The checkpoint of a segment cannot be read. */
  public static final class UnusableCheckpoint extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient LakehouseException reason;

    UnusableCheckpoint(LakehouseException reason) {
      super(reason);
      this.reason = reason;
    }

    /** Why it cannot be read. */
    public LakehouseException reason() {
      return reason;
    }
  }

  /**
   * The state that {@code segment} makes up.
   *
   * @throws UnusableCheckpoint if the checkpoint is missing, torn, or lacks what it must have
   * @throws CorruptTableException if a commit is torn, or protocol or metadata are nowhere
   */
  public TableState load(LogSegment segment) throws UnusableCheckpoint {
    List<LogFile> cover = segment.cover();
    FetchAhead fetched = new FetchAhead(environment.files(), cover);
    fetched.begin();
    List<Integer> sources = new ArrayList<>();
    segment.checkpoint().ifPresent(checkpoint -> sources.add(CHECKPOINT));
    for (int i = 0; i < cover.size(); i++) {
      sources.add(i);
    }
    List<Object> read =
        Tasks.map(
            environment.executor(),
            sources,
            source -> source == CHECKPOINT ? open(segment) : read(cover, source, fetched));
    CheckpointSource base = null;
    if (segment.checkpoint().isPresent()) {
      Object last = read.remove(0);
      if (last instanceof LakehouseException failure) {
        throw new UnusableCheckpoint(failure);
      }
      base = (CheckpointSource) last;
    }
    List<CommitActions> commits = read.stream().map(CommitActions.class::cast).toList();
    return state(segment, withoutBadCompactions(segment, commits), base);
  }

  private CommitActions read(List<LogFile> cover, int number, FetchAhead fetched) {
    LogFile file = cover.get(number);
    Optional<byte[]> text = fetched.get(number);
    return text.isPresent()
        ? CommitActions.read(text.get(), file.entry().location().toString())
        : CommitActions.read(environment.files(), file);
  }

  /** The checkpoint as its source, or as the failure to read it. */
  private Object open(LogSegment segment) {
    try {
      return CheckpointSource.open(
          environment, segment.table(), segment.checkpoint().orElseThrow());
    } catch (LakehouseException e) {
      if (isOfCheckpoint(e)) {
        return e;
      }
      throw e;
    }
  }

  /**
   * True if {@code failure} says that what was read is damaged or gone, not that reading failed.
   */
  public static boolean isOfCheckpoint(LakehouseException failure) {
    return failure instanceof CorruptTableException
        || (failure instanceof StorageException storage
            && (storage.kind() == StorageException.Kind.MISSING
                || storage.kind() == StorageException.Kind.CORRUPT
                || storage.kind() == StorageException.Kind.CHANGED));
  }

  /**
   * The commits, newest first, with those in place of each compaction that is not reconciled: some
   * writers made compactions by putting commits together.
   */
  private List<CommitActions> withoutBadCompactions(
      LogSegment segment, List<CommitActions> commits) {
    List<LogFile> cover = segment.cover();
    List<CommitActions> good = new ArrayList<>();
    for (int i = 0; i < commits.size(); i++) {
      CommitActions actions = commits.get(i);
      if (cover.get(i) instanceof LogFile.Compaction compaction && !isReconciled(actions)) {
        good.addAll(
            Tasks.map(
                environment.executor(),
                segment.replaced(compaction),
                commit -> CommitActions.read(environment.files(), commit)));
      } else {
        good.add(actions);
      }
    }
    return good;
  }

  private static boolean isReconciled(CommitActions compaction) {
    return !compaction.hasCommitOnlyActions() && layer(compaction).isReconciled();
  }

  private static FileLayer.Commit layer(CommitActions commit) {
    return new FileLayer.Commit(commit.name(), commit.files());
  }

  private static TableState state(
      LogSegment segment, List<CommitActions> commits, @Nullable CheckpointSource base)
      throws UnusableCheckpoint {
    List<CommitActions> layers = new ArrayList<>(commits);
    if (base != null) {
      layers.add(base.header());
    }
    Protocol protocol = null;
    Metadata metadata = null;
    Map<String, Txn> txns = new LinkedHashMap<>();
    Map<String, DomainMetadata> domains = new LinkedHashMap<>();
    for (CommitActions layer : layers) {
      protocol = protocol == null ? layer.protocol() : protocol;
      metadata = metadata == null ? layer.metadata() : metadata;
      layer.txns().forEach(txns::putIfAbsent);
      layer.domains().forEach(domains::putIfAbsent);
    }
    domains.values().removeIf(DomainMetadata::removed);
    if (protocol == null || metadata == null) {
      CorruptTableException lacks = lacks(segment, protocol == null ? "protocol" : "metaData");
      if (base == null) {
        throw lacks;
      }
      throw new UnusableCheckpoint(lacks);
    }
    return new TableState(
        segment,
        protocol,
        metadata,
        txns,
        domains,
        commits.isEmpty() ? null : commits.get(0).info(),
        FileLayer.of(commits.stream().map(Replay::layer).toList()),
        base,
        null);
  }

  private static CorruptTableException lacks(LogSegment segment, String action) {
    return new CorruptTableException(
        "Cannot read "
            + segment.table()
            + " at version "
            + segment.version()
            + ": the log has no "
            + action
            + " action, neither in its commits nor in "
            + segment
                .checkpoint()
                .map(checkpoint -> "the checkpoint of version " + checkpoint.version())
                .orElse("a checkpoint"));
  }

  /**
   * The state after {@code commit}, the commit of the next version.
   *
   * @param text the commit's bytes, if they are held
   */
  public TableState next(TableState before, LogFile.Commit commit, Optional<byte[]> text) {
    CommitActions actions =
        text.isPresent()
            ? CommitActions.read(text.get(), commit.entry().location().toString())
            : CommitActions.read(environment.files(), commit);
    return before.after(actions, before.segment().with(commit));
  }

  /** The state after a commit whose actions are known, as its writer's are. */
  public TableState next(TableState before, LogFile.Commit commit, List<? extends Action> actions) {
    String name = commit.entry().location().toString();
    return before.after(CommitActions.of(actions.iterator(), name), before.segment().with(commit));
  }

  /** The state after the first commit of a table, whose actions are known. */
  public TableState first(Location table, LogFile.Commit commit, List<? extends Action> actions) {
    String name = commit.entry().location().toString();
    CommitActions read = CommitActions.of(actions.iterator(), name);
    LogSegment segment =
        new LogSegment(table, commit.version(), Optional.empty(), List.of(commit), List.of());
    try {
      return state(segment, List.of(read), null);
    } catch (UnusableCheckpoint e) {
      throw e.reason();
    }
  }
}
