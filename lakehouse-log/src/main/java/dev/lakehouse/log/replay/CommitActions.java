package dev.lakehouse.log.replay;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CdcFile;
import dev.lakehouse.log.action.CheckpointMetadata;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.action.SidecarFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.files.FileBlock;
import dev.lakehouse.log.files.FileBlockBuilder;
import dev.lakehouse.log.segment.LogFile;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The actions of one JSON file of the log, taken in: files as columns, the rest as records, the
 * last line of a kind and key winning.
 *
 * @param name the file, for messages
 * @param info who committed; null if the file does not say
 * @param protocol the protocol; null if the file has none
 * @param metadata the metadata; null if the file has none
 * @param txns progress by application
 * @param domains metadata domains by name, ended ones included
 * @param files adds and removes, in the order of the lines; in one block unless there are millions
 * @param sidecars files that hold more; only in checkpoints
 * @param hasCommitOnlyActions whether there is an action that only a commit may hold
 */
record CommitActions(
    String name,
    @Nullable CommitInfo info,
    @Nullable Protocol protocol,
    @Nullable Metadata metadata,
    Map<String, Txn> txns,
    Map<String, DomainMetadata> domains,
    List<FileBlock> files,
    List<SidecarFile> sidecars,
    boolean hasCommitOnlyActions) {
  private static final Set<String> KINDS =
      Set.of(
          "commitInfo",
          "protocol",
          "metaData",
          "txn",
          "domainMetadata",
          "add",
          "remove",
          "cdc",
          "sidecar");

  /**
   * Reads a commit, a compaction or a checkpoint in JSON, streaming.
   *
   * @throws CorruptTableException if it is empty or torn, naming file and line
   */
  static CommitActions read(FileIO storage, LogFile file) {
    if (file.entry().length() == 0) {
      throw empty(file.entry().location().toString());
    }
    InputFile input = storage.open(file.entry());
    return read(new FileStream(input), file.entry().location().toString());
  }

  /** The actions of a commit whose text is held. */
  static CommitActions read(byte[] text, String name) {
    if (text.length == 0) {
      throw empty(name);
    }
    return read(new ByteArrayInputStream(text), name);
  }

  private static CorruptTableException empty(String name) {
    return new CorruptTableException(
        "The log file "
            + name
            + " is empty: its writer crashed, or the disk lost it. If no writer is at work and"
            + " there is no later version, the table can be used again once it is removed.");
  }

  private static CommitActions read(InputStream lines, String name) {
    try (CloseableIterator<Action> actions = ActionJson.read(lines, name, KINDS::contains)) {
      return of(actions, name);
    }
  }

  /** The actions that {@code actions} gives. */
  static CommitActions of(Iterator<? extends Action> actions, String name) {
    Collector collector = new Collector();
    while (actions.hasNext()) {
      collector.accept(actions.next());
    }
    return collector.build(name);
  }

  /** Takes actions in, one by one. */
  static final class Collector {
    private @Nullable CommitInfo info;
    private @Nullable Protocol protocol;
    private @Nullable Metadata metadata;
    private final Map<String, Txn> txns = new LinkedHashMap<>();
    private final Map<String, DomainMetadata> domains = new LinkedHashMap<>();
    private final List<FileBlock> files = new ArrayList<>();
    private final List<SidecarFile> sidecars = new ArrayList<>();
    private FileBlockBuilder builder = new FileBlockBuilder();
    private boolean hasCommitOnlyActions;

    void accept(Action action) {
      if (action instanceof AddFile add) {
        builder().append(add);
      } else if (action instanceof RemoveFile remove) {
        builder().append(remove);
      } else if (action instanceof Txn txn) {
        txns.put(txn.appId(), txn);
      } else if (action instanceof DomainMetadata domain) {
        domains.put(domain.domain(), domain);
      } else if (action instanceof Protocol newProtocol) {
        protocol = newProtocol;
      } else if (action instanceof Metadata newMetadata) {
        metadata = newMetadata;
      } else if (action instanceof CommitInfo newInfo) {
        info = newInfo;
        hasCommitOnlyActions = true;
      } else if (action instanceof SidecarFile sidecar) {
        sidecars.add(sidecar);
      } else if (action instanceof CdcFile || action instanceof CheckpointMetadata) {
        hasCommitOnlyActions |= action instanceof CdcFile;
      }
    }

    /** Takes in what {@code other} has beyond files. */
    void acceptHeader(Collector other) {
      protocol = other.protocol == null ? protocol : other.protocol;
      metadata = other.metadata == null ? metadata : other.metadata;
      txns.putAll(other.txns);
      domains.putAll(other.domains);
      sidecars.addAll(other.sidecars);
    }

    private FileBlockBuilder builder() {
      if (builder.isFull()) {
        files.add(builder.build());
        builder = new FileBlockBuilder();
      }
      return builder;
    }

    CommitActions build(String name) {
      if (builder.size() > 0) {
        files.add(builder.build());
      }
      return new CommitActions(
          name, info, protocol, metadata, txns, domains, files, sidecars, hasCommitOnlyActions);
    }
  }
}
