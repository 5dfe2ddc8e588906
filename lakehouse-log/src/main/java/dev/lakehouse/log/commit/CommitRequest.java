package dev.lakehouse.log.commit;

import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CdcFile;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction wants to commit, and what that rests on. Immutable: a rebase on a winner
 * gives a new one.
 *
 * @param table the table, for messages
 * @param readVersion the version it read; -1 for a table that is not there
 * @param protocol the protocol in force for the commit: its own new one, or that of the version it
 *     follows
 * @param metadata the metadata in force for the commit, likewise
 * @param reads what it read
 * @param actions what it does, without commit info
 * @param info who commits what; time, level and the like are filled in
 * @param previousTime the in-commit timestamp of the version it follows; null where there is none
 * @param stamping what depends on the version that it follows
 */
public record CommitRequest(
    String table,
    long readVersion,
    Protocol protocol,
    Metadata metadata,
    ReadSet reads,
    List<Action> actions,
    CommitInfo info,
    @Nullable Long previousTime,
    Stamping stamping) {
  /** Copies the actions. */
  public CommitRequest {
    actions = List.copyOf(actions);
  }

  /** A request whose actions are the same at every version. */
  CommitRequest(
      String table,
      long readVersion,
      Protocol protocol,
      Metadata metadata,
      ReadSet reads,
      List<Action> actions,
      CommitInfo info,
      @Nullable Long previousTime) {
    this(table, readVersion, protocol, metadata, reads, actions, info, previousTime, Stamping.NONE);
  }

  String txnId() {
    String id = info.txnId();
    if (id == null) {
      throw new IllegalStateException("A commit needs a transaction id");
    }
    return id;
  }

  boolean hasOwnProtocol() {
    return actions.stream().anyMatch(Protocol.class::isInstance);
  }

  boolean hasOwnMetadata() {
    return actions.stream().anyMatch(Metadata.class::isInstance);
  }

  IsolationLevel isolation() {
    return IsolationLevel.of(metadata, actions);
  }

  /** True if it read no row and all files it names are new ones. */
  boolean isBlindAppend() {
    return reads.readsNoData()
        && actions.stream()
            .noneMatch(
                action ->
                    action instanceof RemoveFile
                        || action instanceof CdcFile
                        || (action instanceof AddFile add && !add.dataChange()));
  }

  /** The paths of files that it removes, or adds: those it adds may have been there before. */
  Set<String> rewrittenPaths() {
    return actions.stream()
        .map(
            action ->
                action instanceof RemoveFile remove
                    ? remove.path()
                    : action instanceof AddFile add ? add.path() : "")
        .filter(path -> !path.isEmpty())
        .collect(Collectors.toSet());
  }

  /** The first of {@code adds} that it may have read, had it been there; empty if none may. */
  Optional<AddFile> firstReadOf(List<AddFile> adds, ConflictRules rules) {
    boolean readsAny = rules == ConflictRules.SPARK && metadata.partitionColumns().isEmpty();
    return readsAny ? adds.stream().findFirst() : reads.firstReadOf(adds, rules);
  }

  Set<String> domains() {
    return actions.stream()
        .filter(DomainMetadata.class::isInstance)
        .map(action -> ((DomainMetadata) action).domain())
        .collect(Collectors.toSet());
  }

  Optional<Txn> txn(String appId) {
    return actions.stream()
        .filter(Txn.class::isInstance)
        .map(Txn.class::cast)
        .filter(txn -> txn.appId().equals(appId))
        .findFirst();
  }

  /** True if the commit must carry its own time. */
  boolean keepsTimeInCommits() {
    return ProtocolRules.supports(protocol, TableFeature.IN_COMMIT_TIMESTAMP)
        && TableProperty.ENABLE_IN_COMMIT_TIMESTAMPS.of(metadata);
  }

  /** Errors as {@link ProtocolRules#requireWritable}. */
  void requireWritable() {
    ProtocolRules.requireWritable(protocol, metadata, metadata.schema(), table);
  }

  CommitRequest with(Protocol newProtocol) {
    return new CommitRequest(
        table, readVersion, newProtocol, metadata, reads, actions, info, previousTime, stamping);
  }

  CommitRequest with(Metadata newMetadata) {
    return new CommitRequest(
        table, readVersion, protocol, newMetadata, reads, actions, info, previousTime, stamping);
  }

  CommitRequest after(@Nullable Long newPreviousTime) {
    return new CommitRequest(
        table, readVersion, protocol, metadata, reads, actions, info, newPreviousTime, stamping);
  }

  CommitRequest with(Stamping newStamping) {
    return new CommitRequest(
        table, readVersion, protocol, metadata, reads, actions, info, previousTime, newStamping);
  }
}
