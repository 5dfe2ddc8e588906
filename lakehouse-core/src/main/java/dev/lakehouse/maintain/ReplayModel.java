package dev.lakehouse.maintain;

import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CdcFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.FileKey;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.Txn;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a table by the plainest replay there is: commit after commit, oldest first. What
 * checkpoints, compaction files and checksums say is held against it.
 */
final class ReplayModel {
  final Map<FileKey, AddFile> live = new LinkedHashMap<>();
  final Map<FileKey, RemoveFile> tombstones = new LinkedHashMap<>();
  final Map<String, Txn> txns = new LinkedHashMap<>();
  final Map<String, DomainMetadata> domains = new LinkedHashMap<>();
  final Set<String> paths = new HashSet<>();
  final Set<DeletionVectorDescriptor> vectors = new HashSet<>();
  @Nullable Protocol protocol;
  @Nullable Metadata metadata;

  /** The state that {@code snapshot} says. */
  static ReplayModel of(Snapshot snapshot) {
    ReplayModel model = new ReplayModel();
    model.protocol = snapshot.protocol();
    model.metadata = snapshot.metadata();
    snapshot.txns().forEach(model::apply);
    snapshot.domains().values().forEach(model::apply);
    snapshot.forEachTombstone(model::apply);
    snapshot.forEachAdd(model::apply);
    return model;
  }

  void apply(Action action) {
    if (action instanceof AddFile add) {
      live.put(add.key(), add);
      tombstones.remove(add.key());
      note(add.path(), add.deletionVector());
    } else if (action instanceof RemoveFile remove) {
      live.remove(remove.key());
      tombstones.put(remove.key(), remove);
      note(remove.path(), remove.deletionVector());
    } else if (action instanceof CdcFile change) {
      note(change.path(), null);
    } else if (action instanceof Txn txn) {
      txns.put(txn.appId(), txn);
    } else if (action instanceof DomainMetadata domain) {
      domains.put(domain.domain(), domain);
    } else if (action instanceof Protocol newer) {
      protocol = newer;
    } else if (action instanceof Metadata newer) {
      metadata = newer;
    }
  }

  private void note(String path, @Nullable DeletionVectorDescriptor vector) {
    paths.add(path);
    if (vector != null) {
      vectors.add(vector);
    }
  }

  Map<String, DomainMetadata> liveDomains() {
    Map<String, DomainMetadata> alive = new LinkedHashMap<>(domains);
    alive.values().removeIf(DomainMetadata::removed);
    return alive;
  }
}
