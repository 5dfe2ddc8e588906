package dev.lakehouse.log;

import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.TableAlreadyExistsException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CdcFile;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.commit.CommitLoop;
import dev.lakehouse.log.commit.CommitRequest;
import dev.lakehouse.log.commit.ReadSet;
import dev.lakehouse.log.commit.Settlement;
import dev.lakehouse.log.commit.Stamping;
import dev.lakehouse.log.files.FileFilter;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.log.segment.LogFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One change of a table, from what it reads to its commit. Single use, by one thread.
 *
 * <p>Everything that the outcome depends on is told to it, everything that changes is collected by
 * it, and {@link #commit} makes both one version, or throws. Files are written by the caller before
 * the commit and are his to delete when it fails, save for {@link
 * dev.lakehouse.error.CommitStateUnknownException}.
 */
public final class Transaction {
  private final DeltaLog log;
  private final @Nullable Snapshot base;
  private final String id;
  private Protocol protocol;
  private Metadata metadata;
  private boolean protocolChanges;
  private boolean metadataChanges;
  private final Map<String, Txn> txns = new LinkedHashMap<>();
  private final Map<String, DomainMetadata> domains = new LinkedHashMap<>();
  private final List<AddFile> adds = new ArrayList<>();
  private final List<RemoveFile> removes = new ArrayList<>();
  private final List<CdcFile> changes = new ArrayList<>();
  private final List<FileFilter> filters = new ArrayList<>();
  private final Set<String> readFiles = new HashSet<>();
  private final Set<String> appIds = new LinkedHashSet<>();
  private ReadSet.Scope scope = ReadSet.Scope.FILTERED;
  private final Map<String, String> tags = new LinkedHashMap<>();
  private boolean done;

  private Transaction(DeltaLog log, @Nullable Snapshot base, Protocol protocol, Metadata metadata) {
    this.log = log;
    this.base = base;
    this.id = log.environment().ids().get().toString();
    this.protocol = protocol;
    this.metadata = metadata;
    requireWritable();
  }

  /**
   * A transaction on the table as {@code base} is.
   *
   * @throws dev.lakehouse.error.UnsupportedFeatureException if this library cannot keep the rules
   *     of a feature that the table makes use of
   */
  static Transaction on(DeltaLog log, Snapshot base) {
    return new Transaction(log, base, base.protocol(), base.metadata());
  }

  /** A transaction that makes a new table of {@code metadata}. Errors as {@link #on}. */
  static Transaction creating(DeltaLog log, Protocol protocol, Metadata metadata) {
    Transaction transaction = new Transaction(log, null, protocol, metadata);
    transaction.protocolChanges = true;
    transaction.metadataChanges = true;
    return transaction;
  }

  private void requireWritable() {
    ProtocolRules.requireWritable(protocol, metadata, metadata.schema(), log.table().toString());
  }

  /** The id that the commit will carry, different from that of every other. */
  public String id() {
    return id;
  }

  /** The version that the transaction reads; empty if it makes a new table. */
  public Optional<Snapshot> base() {
    return Optional.ofNullable(base);
  }

  /** The metadata in force for what is written. */
  public Metadata metadata() {
    return metadata;
  }

  /** The protocol in force for what is written. */
  public Protocol protocol() {
    return protocol;
  }

  /** Notes that the outcome depends on every row of the table. */
  public void readWholeTable() {
    scope = scope == ReadSet.Scope.FILTERED ? ReadSet.Scope.TABLE : scope;
  }

  /** Notes that no commit may come between the version read and this one, whatever it does. */
  public void requireNewest() {
    scope = ReadSet.Scope.VERSION;
  }

  /**
   * Notes that the outcome depends on the rows for which {@code predicate} is TRUE.
   *
   * @param context the zone and the time in which the operation evaluates {@code predicate}
   * @param files the files of the version read that may hold such rows and were read
   */
  public void read(Expression predicate, ExpressionContext context, Collection<AddFile> files) {
    readPaths(predicate, context, files.stream().map(AddFile::path).toList());
  }

  /**
   * Notes that the outcome depends on the rows for which {@code predicate} is TRUE.
   *
   * @param paths the files of the version read that may hold such rows and were read, as the log
   *     has them
   */
  public void readPaths(Expression predicate, ExpressionContext context, Collection<String> paths) {
    if (base == null) {
      throw new IllegalStateException("A table that is not there yet cannot be read");
    }
    filters.add(base.filter(predicate, context));
    readFiles.addAll(paths);
  }

  /** How far {@code appId} came. The outcome depends on that from now on. */
  public OptionalLong progress(String appId) {
    appIds.add(appId);
    return base == null
        ? OptionalLong.empty()
        : base.txn(appId).map(txn -> OptionalLong.of(txn.version())).orElse(OptionalLong.empty());
  }

  /**
   * Makes the transaction one that counts once: it carries {@code appId} and {@code version}, and
   * is not committed where the table has come so far already.
   *
   * @return true if it has: there is nothing left to do, and no transaction to commit
   */
  public boolean isDone(String appId, long version) {
    OptionalLong progress = progress(appId);
    if (progress.isPresent() && progress.getAsLong() >= version) {
      return true;
    }
    txns.put(appId, new Txn(appId, version, log.environment().clock().millis()));
    return false;
  }

  /** Replaces the table's metadata. Errors as {@link #on}. */
  public void change(Metadata newMetadata) {
    metadata = newMetadata;
    metadataChanges = true;
    requireWritable();
  }

  /** Replaces the table's protocol and metadata. Errors as {@link #on}. */
  public void change(Protocol newProtocol, Metadata newMetadata) {
    protocol = newProtocol;
    protocolChanges = true;
    change(newMetadata);
  }

  /** Says something of the commit to other programs: a tag of its commit info. */
  public void tag(String key, String value) {
    tags.put(key, value);
  }

  /** Sets or ends a metadata domain. */
  public void change(DomainMetadata domain) {
    domains.put(domain.domain(), domain);
  }

  /**
   * Adds a file.
   *
   * @throws IllegalArgumentException if its partition values are not those of the table's partition
   *     columns
   */
  public void add(AddFile file) {
    Set<String> columns = new HashSet<>(partitionColumns());
    if (!file.partitionValues().keySet().equals(columns)) {
      throw new IllegalArgumentException(
          "The file "
              + file.path()
              + " has partition values for "
              + file.partitionValues().keySet()
              + ", but "
              + log.table()
              + " is partitioned by "
              + columns);
    }
    adds.add(file);
  }

  private List<String> partitionColumns() {
    ColumnMapping mapping = ColumnMapping.of(protocol, metadata, metadata.schema());
    return metadata.partitionColumns().stream().map(mapping::physicalName).toList();
  }

  /**
   * Removes a file that is live at the version read.
   *
   * @throws ConstraintViolationException if that takes data from an append-only table
   */
  public void remove(RemoveFile file) {
    if (file.dataChange() && TableProperty.APPEND_ONLY.of(metadata)) {
      throw new ConstraintViolationException(
          "Cannot remove data from "
              + log.table()
              + ": it is append-only (property "
              + TableProperty.APPEND_ONLY
              + "). Only rows may be added.");
    }
    removes.add(file);
  }

  /** Adds a file of changed rows. */
  public void addChanges(CdcFile file) {
    changes.add(file);
  }

  /** True if there is nothing to commit but the commit info. */
  public boolean isEmpty() {
    return !protocolChanges
        && !metadataChanges
        && txns.isEmpty()
        && domains.isEmpty()
        && adds.isEmpty()
        && removes.isEmpty()
        && changes.isEmpty();
  }

  /**
   * Makes all of it the table's next version, and does what follows a commit: sums, checkpoint.
   *
   * @throws ConflictException if another commit came first that this one cannot follow
   * @throws TableAlreadyExistsException if the table was to be new and is there
   * @throws dev.lakehouse.error.CommitStateUnknownException if nobody can say whether it stands
   * @throws IllegalArgumentException if it adds or removes a file twice, or is too large for one
   *     commit
   */
  public CommitResult commit(Operation operation) {
    if (done) {
      throw new IllegalStateException("This transaction was committed before; begin a new one");
    }
    done = true;
    requireDistinctFiles();
    Settlement settlement = settle(operation);
    if (settlement instanceof Settlement.Committed committed) {
      return log.postCommit().run(base, committed);
    }
    long version = ((Settlement.Skipped) settlement).version();
    return new CommitResult(
        CommitResult.Outcome.SKIPPED, version, settlement.attempts(), List.of());
  }

  /** PROTOCOL "Delta Log Entries": at most one add and one remove of a path. */
  private void requireDistinctFiles() {
    Set<String> added = new HashSet<>();
    for (AddFile add : adds) {
      if (!added.add(add.path())) {
        throw new IllegalArgumentException("The file " + add.path() + " is added twice");
      }
    }
    Map<String, RemoveFile> removed = new HashMap<>();
    for (RemoveFile remove : removes) {
      if (removed.put(remove.path(), remove) != null) {
        throw new IllegalArgumentException("The file " + remove.path() + " is removed twice");
      }
    }
    for (AddFile add : adds) {
      RemoveFile remove = removed.get(add.path());
      if (remove != null && remove.key().equals(add.key())) {
        throw new IllegalArgumentException(
            "The file " + add.path() + " is both added and removed with one deletion vector");
      }
    }
  }

  private Settlement settle(Operation operation) {
    try {
      CommitRequest request = request(operation);
      long newest = base == null ? -1 : log.newestKnown();
      return new CommitLoop(log.committer(), log.environment(), request, newest).run();
    } catch (ConflictException e) {
      if (base == null) {
        throw new TableAlreadyExistsException(
            "Cannot create the table "
                + log.table()
                + ": version "
                + e.winner()
                + " of it is there already",
            e);
      }
      throw e;
    }
  }

  private CommitRequest request(Operation operation) {
    return new CommitRequest(
        log.table().toString(),
        base == null ? -1 : base.version(),
        protocol,
        metadata,
        new ReadSet(filters, readFiles, scope, appIds),
        actions(),
        info(operation),
        previousTime(),
        stamping());
  }

  /** The time that the commit's own must be after; the file's where commits carried none so far. */
  private @Nullable Long previousTime() {
    if (base == null) {
      return null;
    }
    Long time = base.commitInfo().map(CommitInfo::inCommitTimestamp).orElse(null);
    List<LogFile.Commit> commits = base.segment().commits();
    return time == null && startsTime() && !commits.isEmpty()
        ? Long.valueOf(commits.get(commits.size() - 1).entry().modifiedMillis())
        : time;
  }

  private boolean startsTime() {
    return base != null && !base.property(TableProperty.ENABLE_IN_COMMIT_TIMESTAMPS);
  }

  private Stamping stamping() {
    long mark = base == null ? -1 : Stamping.markOf(base.domains().get(Stamping.ROW_TRACKING));
    return new Stamping(mark, startsTime());
  }

  /** In the order of Delta Spark. */
  private List<Action> actions() {
    List<Action> actions = new ArrayList<>();
    if (metadataChanges) {
      actions.add(metadata);
    }
    if (protocolChanges) {
      actions.add(protocol);
    }
    actions.addAll(txns.values());
    actions.addAll(adds);
    actions.addAll(removes);
    actions.addAll(changes);
    actions.addAll(domains.values());
    return actions;
  }

  private CommitInfo info(Operation operation) {
    Map<String, String> metrics = new LinkedHashMap<>();
    operation.metrics().forEach((name, value) -> metrics.put(name, Long.toString(value)));
    return new CommitInfo(
        null,
        null,
        null,
        null,
        operation.name(),
        new LinkedHashMap<>(operation.parameters()),
        null,
        null,
        null,
        metrics,
        operation.userMetadata().orElse(null),
        tags,
        Engine.NAME,
        id);
  }
}
