package dev.lakehouse.log.replay;

import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.files.CheckpointFiles;
import dev.lakehouse.log.files.FileLayer;
import dev.lakehouse.log.files.LiveFiles;
import dev.lakehouse.log.segment.LogSegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All that the log says of a table at one version. Immutable; the files of a checkpoint are read
 * when they are first asked for, and shared with the states that follow. Thread-safe.
 */
public final class TableState {
  private final LogSegment segment;
  private final Protocol protocol;
  private final Metadata metadata;
  private final Map<String, Txn> txns;
  private final Map<String, DomainMetadata> domains;
  private final @Nullable CommitInfo commitInfo;
  private final FileLayer layer;
  private final @Nullable CheckpointSource base;
  private @Nullable CheckpointFiles rest;
  private @Nullable LiveFiles files;

  TableState(
      LogSegment segment,
      Protocol protocol,
      Metadata metadata,
      Map<String, Txn> txns,
      Map<String, DomainMetadata> domains,
      @Nullable CommitInfo commitInfo,
      FileLayer layer,
      @Nullable CheckpointSource base,
      @Nullable CheckpointFiles rest) {
    this.segment = segment;
    this.protocol = protocol;
    this.metadata = metadata;
    this.txns = Map.copyOf(txns);
    this.domains = Map.copyOf(domains);
    this.commitInfo = commitInfo;
    this.layer = layer;
    this.base = base;
    this.rest = rest;
  }

  /** The files of the log from which it was read. */
  public LogSegment segment() {
    return segment;
  }

  /** The protocol in force. */
  public Protocol protocol() {
    return protocol;
  }

  /** The metadata in force. */
  public Metadata metadata() {
    return metadata;
  }

  /** Progress by application. */
  public Map<String, Txn> txns() {
    return txns;
  }

  /** Live metadata domains by name. */
  public Map<String, DomainMetadata> domains() {
    return domains;
  }

  /** Who committed this version; null if the commit does not say, or only a checkpoint is left. */
  public @Nullable CommitInfo commitInfo() {
    return commitInfo;
  }

  /** The live files. The first call may read a checkpoint. */
  public synchronized LiveFiles files() {
    LiveFiles known = files;
    if (known == null) {
      CheckpointFiles left = rest;
      if (left == null) {
        left = base == null ? CheckpointFiles.NONE : base.files().readUnder(layer);
        rest = left;
      }
      known = layer.over(left);
      files = known;
    }
    return known;
  }

  /** True if {@link #files} reads nothing more. */
  public boolean filesAreRead() {
    return base == null || restIfRead() != null;
  }

  private synchronized @Nullable CheckpointFiles restIfRead() {
    return rest;
  }

  /** Gives the tombstones, expired ones too. May read a checkpoint. */
  public void forEachTombstone(Consumer<RemoveFile> consumer) {
    layer.forEachTombstone(consumer);
    if (base != null) {
      base.forEachTombstone(
          remove -> {
            if (!layer.hides(remove)) {
              consumer.accept(remove);
            }
          });
    }
  }

  /**
   * The state after {@code next}, the commit of the version after this one.
   *
   * @param newSegment this state's segment with that commit
   */
  TableState after(CommitActions next, LogSegment newSegment) {
    Map<String, Txn> newTxns = new LinkedHashMap<>(txns);
    newTxns.putAll(next.txns());
    Map<String, DomainMetadata> newDomains = new LinkedHashMap<>(domains);
    newDomains.putAll(next.domains());
    newDomains.values().removeIf(DomainMetadata::removed);
    FileLayer newer =
        FileLayer.of(java.util.List.of(new FileLayer.Commit(next.name(), next.files())));
    CheckpointFiles left = restIfRead();
    return new TableState(
        newSegment,
        next.protocol() == null ? protocol : next.protocol(),
        next.metadata() == null ? metadata : next.metadata(),
        newTxns,
        newDomains,
        next.info(),
        layer.under(newer),
        base,
        left == null ? null : left.without(newer));
  }
}
