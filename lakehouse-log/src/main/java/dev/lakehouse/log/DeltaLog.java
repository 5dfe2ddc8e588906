package dev.lakehouse.log;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.TableNotFoundException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.commit.Committer;
import dev.lakehouse.log.commit.FileCommitter;
import dev.lakehouse.log.replay.Replay;
import dev.lakehouse.log.replay.Replay.UnusableCheckpoint;
import dev.lakehouse.log.replay.TableState;
import dev.lakehouse.log.segment.Checkpoint;
import dev.lakehouse.log.segment.LastCheckpoint;
import dev.lakehouse.log.segment.LogFile;
import dev.lakehouse.log.segment.LogListing;
import dev.lakehouse.log.segment.LogPath;
import dev.lakehouse.log.segment.LogSegment;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The log of one table: a light handle that keeps the newest snapshot it has seen. Thread-safe; the
 * versions it gives never go backwards.
 */
public final class DeltaLog {
  /** Commits up to this size are fetched in the request that finds out whether they are there. */
  private static final long SMALL_COMMIT = 4 << 20;

  /** So many new commits are fetched one by one before the rest is listed. */
  private static final int FETCHED_SINGLY = 4;

  /** After so long without a look the next commit may be gone already, and its absence no sign. */
  private static final Duration TRUSTED = Duration.ofHours(1);

  private final Location table;
  private final Environment environment;
  private final Replay replay;
  private final Committer committer;
  private final PostCommit postCommit;
  private final AtomicReference<@Nullable Seen> newest = new AtomicReference<>();

  private DeltaLog(Location table, Environment environment) {
    this.table = table;
    this.environment = environment;
    this.replay = new Replay(environment);
    this.committer =
        new FileCommitter(environment.files(), version -> LogPath.commit(table, version));
    this.postCommit = new PostCommit(this, List.of(new ChecksumHook(), new CheckpointHook()));
  }

  /** The newest snapshot, and when it was known to be the newest. */
  private record Seen(Snapshot snapshot, long millis) {}

  /** The log of the table at {@code table}. Nothing is read, and no table need be there. */
  public static DeltaLog open(Location table, Environment environment) {
    return new DeltaLog(table, environment);
  }

  /** The table's folder. */
  public Location table() {
    return table;
  }

  /** What it runs in. */
  public Environment environment() {
    return environment;
  }

  /**
   * The newest snapshot. The first call opens the table: hint, listing, checkpoint and commits.
   * Later ones read what is new, in one request if that is nothing.
   *
   * @throws TableNotFoundException if there is no table
   * @throws dev.lakehouse.error.UnsupportedFeatureException if the table needs what this library
   *     does not have
   * @throws dev.lakehouse.error.CorruptTableException if the log breaks the protocol
   */
  public Snapshot snapshot() {
    Seen seen = newest.get();
    long now = environment.clock().millis();
    Snapshot latest =
        seen == null
            ? openLatest()
            : now - seen.millis > TRUSTED.toMillis()
                ? relist(seen.snapshot)
                : refresh(seen.snapshot);
    return keep(latest, now);
  }

  /** The newest snapshot; empty if there is no table. Errors as {@link #snapshot()}. */
  public Optional<Snapshot> find() {
    try {
      return Optional.of(snapshot());
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  /** The newest snapshot this handle has seen, without looking for a newer one. */
  public Optional<Snapshot> seen() {
    return Optional.ofNullable(newest.get()).map(Seen::snapshot);
  }

  /** Keeps {@code snapshot} unless a newer one was seen; gives the newer of the two. */
  private Snapshot keep(Snapshot snapshot, long millis) {
    Seen kept =
        newest.accumulateAndGet(
            new Seen(snapshot, millis),
            (old, fresh) ->
                old != null && fresh != null && old.snapshot.version() > fresh.snapshot.version()
                    ? old
                    : fresh);
    return kept == null ? snapshot : kept.snapshot;
  }

  /**
   * The snapshot of a version.
   *
   * @throws dev.lakehouse.error.VersionNotFoundException if it is out of range; names the range
   * @throws TableNotFoundException if there is no table
   */
  public Snapshot snapshot(long version) {
    Seen seen = newest.get();
    if (seen != null && seen.snapshot.version() == version) {
      return seen.snapshot;
    }
    OptionalLong hint = version < 0 ? OptionalLong.empty() : hintUpTo(version);
    return Snapshot.of(this, load(hint, OptionalLong.of(version), new HashSet<>(), null), null);
  }

  private OptionalLong hintUpTo(long version) {
    return LastCheckpoint.read(environment.files(), table)
        .filter(hint -> hint.version() <= version)
        .map(hint -> OptionalLong.of(hint.version()))
        .orElse(OptionalLong.empty());
  }

  private Snapshot openLatest() {
    OptionalLong hint =
        LastCheckpoint.read(environment.files(), table)
            .map(found -> OptionalLong.of(found.version()))
            .orElse(OptionalLong.empty());
    return Snapshot.of(this, load(hint, OptionalLong.empty(), new HashSet<>(), null), null);
  }

  /** The state of {@code version} without {@code unusable}, a checkpoint that failed late. */
  TableState reload(long version, Checkpoint unusable, LakehouseException reason) {
    return load(
        OptionalLong.empty(), OptionalLong.of(version), new HashSet<>(Set.of(unusable)), reason);
  }

  /**
   * The state of a version, the newest if none is said.
   *
   * @param start the version from which on to list; empty for all
   * @param unusable checkpoints not to be used; those that fail are added
   * @param reason why the first of them cannot be used
   */
  private TableState load(
      OptionalLong start,
      OptionalLong version,
      Set<Checkpoint> unusable,
      @Nullable LakehouseException reason) {
    LogListing listing = list(start, version, unusable);
    LakehouseException failure = reason;
    while (true) {
      LogSegment segment;
      try {
        segment = segment(listing, version, unusable);
      } catch (CorruptTableException e) {
        // Without the checkpoint the log has a gap: the checkpoint's own failure tells more.
        throw failure == null ? e : failure;
      }
      try {
        return replay.load(segment);
      } catch (UnusableCheckpoint e) {
        unusable.add(segment.checkpoint().orElseThrow());
        failure = failure == null ? e.reason() : failure;
        listing = LogListing.list(environment.files(), table, 0);
      }
    }
  }

  /** The log from the hint on if that is enough for the version, else all of it. */
  private LogListing list(OptionalLong start, OptionalLong version, Set<Checkpoint> unusable) {
    if (start.isPresent() && start.getAsLong() > 0 && unusable.isEmpty()) {
      LogListing fromHint = LogListing.list(environment.files(), table, start.getAsLong());
      long wanted = version.orElse(fromHint.latest().orElse(-1));
      boolean hasBase =
          fromHint.checkpoints().stream().anyMatch(found -> found.version() <= wanted);
      if (hasBase && wanted <= fromHint.latest().orElse(-1)) {
        return fromHint;
      }
    }
    return LogListing.list(environment.files(), table, 0);
  }

  private static LogSegment segment(
      LogListing listing, OptionalLong version, Set<Checkpoint> unusable) {
    return version.isPresent()
        ? listing.segment(version.getAsLong(), unusable)
        : listing.latestSegment(unusable);
  }

  /** The newest snapshot after {@code known}, by asking for the commits that follow it. */
  private Snapshot refresh(Snapshot known) {
    Snapshot latest = known;
    for (int i = 0; i < FETCHED_SINGLY; i++) {
      Optional<Snapshot> next = next(latest);
      if (next.isEmpty()) {
        return latest;
      }
      latest = next.get();
    }
    return relist(latest);
  }

  private Optional<Snapshot> next(Snapshot known) {
    Location commit = LogPath.commit(table, known.version() + 1);
    try {
      byte[] text = environment.files().readSmall(commit, SMALL_COMMIT);
      FileEntry entry = FileEntry.of(commit, text.length);
      return Optional.of(after(known, new LogFile.Commit(known.version() + 1, entry), text));
    } catch (StorageException e) {
      if (e.kind() == StorageException.Kind.MISSING) {
        return Optional.empty();
      } else if (e.kind() == StorageException.Kind.CORRUPT) {
        FileEntry entry = environment.files().stat(commit);
        return Optional.of(after(known, new LogFile.Commit(known.version() + 1, entry), null));
      }
      throw e;
    }
  }

  private Snapshot after(Snapshot known, LogFile.Commit commit, byte @Nullable [] text) {
    TableState state = replay.next(known.state(), commit, Optional.ofNullable(text));
    return Snapshot.of(this, state, known);
  }

  /** The newest snapshot after {@code known}, by a listing from its version on. */
  private Snapshot relist(Snapshot known) {
    LogListing listing = LogListing.list(environment.files(), table, known.version());
    long latest = listing.latest().orElse(known.version());
    Snapshot snapshot = known;
    for (long version = known.version() + 1; version <= latest; version++) {
      LogFile.Commit commit = listing.commits().get(version);
      if (commit == null) {
        // Cleaned up meanwhile: only a later checkpoint can tell.
        return openLatest();
      }
      snapshot = after(snapshot, commit, null);
    }
    return snapshot;
  }

  /**
   * Takes note of a commit that was just made: the snapshot after it, without reading it back.
   *
   * @param before the snapshot of the version before
   * @param bytes the length of the commit's file
   * @param actions the actions it holds
   */
  public Snapshot committed(Snapshot before, long bytes, List<? extends Action> actions) {
    long version = before.version() + 1;
    FileEntry entry = FileEntry.of(LogPath.commit(table, version), bytes);
    TableState state = replay.next(before.state(), new LogFile.Commit(version, entry), actions);
    return keep(Snapshot.of(this, state, before), environment.clock().millis());
  }

  /**
   * The snapshot of {@code version}, which is there and not before {@code known}: reads only the
   * commits between.
   */
  Snapshot upTo(Snapshot known, long version) {
    Snapshot snapshot = known;
    while (snapshot.version() < version) {
      Snapshot before = snapshot;
      snapshot =
          next(before)
              .orElseThrow(
                  () ->
                      new CorruptTableException(
                          "Version " + (before.version() + 1) + " of " + table + " is gone"));
    }
    return snapshot;
  }

  /**
   * Takes note of version 0, which was just made.
   *
   * @param bytes the length of the commit's file
   * @param actions the actions it holds
   */
  Snapshot created(long bytes, List<? extends Action> actions) {
    FileEntry entry = FileEntry.of(LogPath.commit(table, 0), bytes);
    TableState state = replay.first(table, new LogFile.Commit(0, entry), actions);
    return keep(Snapshot.of(this, state, null), environment.clock().millis());
  }

  /**
   * The newest version that is known. Looks again if that is long ago: the commits after an old
   * version may be gone, and their absence is then no sign that nobody made them.
   */
  long newestKnown() {
    Seen seen = newest.get();
    return seen == null || environment.clock().millis() - seen.millis > TRUSTED.toMillis()
        ? snapshot().version()
        : seen.snapshot.version();
  }

  Committer committer() {
    return committer;
  }

  PostCommit postCommit() {
    return postCommit;
  }

  /**
   * A transaction on the newest version.
   *
   * @throws TableNotFoundException if there is no table
   * @throws dev.lakehouse.error.UnsupportedFeatureException if the table may not be written by this
   *     library, or not in this storage, naming why
   */
  public Transaction begin() {
    return begin(snapshot());
  }

  /** A transaction on {@code snapshot}, the newest or not. Errors as {@link #begin()}. */
  public Transaction begin(Snapshot snapshot) {
    committer.requireWritable();
    return Transaction.on(this, snapshot);
  }

  /** A transaction that makes a table where none is. Errors as {@link #begin()}. */
  public Transaction create(Protocol protocol, Metadata metadata) {
    committer.requireWritable();
    return Transaction.creating(this, protocol, metadata);
  }

  /**
   * The actions of a commit, of the kinds that {@code kinds} takes by their JSON key; empty if the
   * commit is not there. The caller closes it.
   */
  public Optional<CloseableIterator<Action>> commit(long version, Predicate<String> kinds) {
    return committer.read(version, kinds);
  }

  /** What was committed and when. Lists the log. */
  public History history() {
    return History.of(environment.files(), table, snapshot().metadata());
  }
}
