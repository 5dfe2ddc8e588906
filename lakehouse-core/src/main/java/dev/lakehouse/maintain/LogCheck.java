package dev.lakehouse.maintain;

import dev.lakehouse.data.VerifyReport.Rule;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.segment.Checkpoint;
import dev.lakehouse.log.segment.LogFile;
import dev.lakehouse.log.segment.LogListing;
import dev.lakehouse.log.segment.VersionChecksum;
import dev.lakehouse.scan.Cancellation;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks a table's log: that versions are dense, actions parse, and all files tell one story. */
final class LogCheck {
  private final DeltaLog log;
  private final FileIO files;
  private final Findings findings;

  LogCheck(DeltaLog log, Findings findings) {
    this.log = log;
    this.files = log.environment().files();
    this.findings = findings;
  }

  /** The state after the last commit, by plain replay; null if there is no start to replay from. */
  @Nullable ReplayModel run() {
    LogListing listing = LogListing.list(files, log.table(), 0);
    checkDense(listing.commits());
    ReplayModel model = start(listing);
    long from = model == null ? -1 : base(listing);
    for (Map.Entry<Long, LogFile.Commit> entry : listing.commits().entrySet()) {
      Cancellation.check("The check");
      long version = entry.getKey();
      List<Action> actions = actions(entry.getValue().entry());
      if (model != null && version > from) {
        actions.forEach(model::apply);
      }
      if (model != null && version >= from) {
        checkCheckpoints(listing, version, model);
        checkChecksum(listing, version, model);
      }
    }
    listing.compactions().forEach(compaction -> checkCompaction(listing, compaction));
    return model;
  }

  private void checkDense(NavigableMap<Long, LogFile.Commit> commits) {
    long next = commits.isEmpty() ? 0 : commits.firstKey();
    for (long version : commits.keySet()) {
      if (version != next) {
        String missing = next == version - 1 ? "" + next : next + " to " + (version - 1);
        findings.add(Rule.VERSIONS_DENSE, log.table(), "the commit of " + missing + " is missing");
      }
      next = version + 1;
    }
  }

  /** Where replay starts: before version 0, or at the oldest checkpoint. */
  private @Nullable ReplayModel start(LogListing listing) {
    if (listing.commits().containsKey(0L)) {
      return new ReplayModel();
    }
    try {
      return listing.checkpoints().isEmpty()
          ? null
          : ReplayModel.of(log.snapshot(listing.checkpoints().first().version()));
    } catch (LakehouseException e) {
      findings.add(
          Rule.CHECKPOINT_EQUALS_REPLAY,
          listing.checkpoints().first().files().get(0).location(),
          e);
      return null;
    }
  }

  private static long base(LogListing listing) {
    return listing.commits().containsKey(0L) ? -1 : listing.checkpoints().first().version();
  }

  private List<Action> actions(FileEntry file) {
    List<Action> actions = new ArrayList<>();
    try (CloseableIterator<Action> lines =
        ActionJson.read(
            new ByteArrayInputStream(files.readSmall(file.location(), Integer.MAX_VALUE)),
            file.location().toString())) {
      lines.forEachRemaining(actions::add);
    } catch (LakehouseException e) {
      findings.add(Rule.ACTIONS_PARSE, file.location(), e);
    }
    return actions;
  }

  private void checkCheckpoints(LogListing listing, long version, ReplayModel model) {
    for (Checkpoint checkpoint : listing.checkpoints()) {
      if (checkpoint.version() == version) {
        checkCheckpoint(checkpoint, model);
      }
    }
  }

  private void checkCheckpoint(Checkpoint checkpoint, ReplayModel model) {
    Object file = checkpoint.files().get(0).location();
    try {
      Snapshot snapshot = log.snapshot(checkpoint.version());
      ReplayModel actual = ReplayModel.of(snapshot);
      Optional<Checkpoint> used = snapshot.segment().checkpoint();
      if (used.isEmpty() || used.get().version() != checkpoint.version()) {
        findings.add(Rule.CHECKPOINT_EQUALS_REPLAY, file, "it cannot be read");
        return;
      }
      new StateCompare(findings, Rule.CHECKPOINT_EQUALS_REPLAY, file, model).state(actual);
    } catch (LakehouseException e) {
      findings.add(Rule.CHECKPOINT_EQUALS_REPLAY, file, e);
    }
  }

  private void checkChecksum(LogListing listing, long version, ReplayModel model) {
    LogFile.Checksum checksum = listing.checksums().get(version);
    if (checksum == null) {
      return;
    }
    Object file = checksum.entry().location();
    Optional<VersionChecksum> sums =
        VersionChecksum.parse(files.readSmall(checksum.entry().location(), Integer.MAX_VALUE));
    if (sums.isEmpty()) {
      findings.add(Rule.CHECKSUM_EQUALS_REPLAY, file, "it cannot be read");
      return;
    }
    new StateCompare(findings, Rule.CHECKSUM_EQUALS_REPLAY, file, model).checksum(sums.get());
  }

  private void checkCompaction(LogListing listing, LogFile.Compaction compaction) {
    NavigableMap<Long, LogFile.Commit> commits =
        listing.commits().subMap(compaction.version(), true, compaction.last(), true);
    if (commits.size() != compaction.last() - compaction.version() + 1) {
      return;
    }
    List<Action> compacted = actions(compaction.entry());
    if (!isReconciled(compacted, compaction)) {
      return;
    }
    ReplayModel expected = new ReplayModel();
    commits.values().forEach(commit -> actions(commit.entry()).forEach(expected::apply));
    ReplayModel actual = new ReplayModel();
    compacted.forEach(actual::apply);
    new StateCompare(
            findings, Rule.COMPACTION_EQUALS_REPLAY, compaction.entry().location(), expected)
        .range(actual);
  }

  /**
   * Some writers put commits together without reconciling them. Which of two actions of one file
   * counts is then not said: this library reads the commits instead, others may not.
   */
  private boolean isReconciled(List<Action> actions, LogFile.Compaction compaction) {
    Set<Object> seen = new HashSet<>();
    Set<Object> repeated = new LinkedHashSet<>();
    for (Action action : actions) {
      Object key = key(action);
      if (!seen.add(key)) {
        repeated.add(key);
      }
    }
    if (!repeated.isEmpty()) {
      findings.add(
          Rule.COMPACTION_EQUALS_REPLAY,
          compaction.entry().location(),
          "it is not reconciled: it has more than one action of "
              + repeated.iterator().next()
              + (repeated.size() == 1 ? "" : " and of " + (repeated.size() - 1) + " more")
              + ". Reading takes the commits instead; the file can be deleted");
    }
    return repeated.isEmpty();
  }

  /** What reconciled actions have once. */
  private static Object key(Action action) {
    if (action instanceof AddFile add) {
      return add.key();
    } else if (action instanceof RemoveFile remove) {
      return remove.key();
    } else if (action instanceof Txn txn) {
      return "txn " + txn.appId();
    } else if (action instanceof DomainMetadata domain) {
      return "domain " + domain.domain();
    }
    return action.getClass().getSimpleName();
  }
}
