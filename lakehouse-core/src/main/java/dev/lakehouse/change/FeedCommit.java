package dev.lakehouse.change;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CdcFile;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.RemoveFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one commit says of the rows that it changed: by files of changed rows if it has any, which
 * then tell all, else by the files that it added and removed. Immutable.
 *
 * @param version its version
 * @param info who committed what
 * @param changes the files of changed rows
 * @param adds the files it added with other rows than before, by path
 * @param removes the files it removed with their rows, by path
 */
record FeedCommit(
    long version,
    Optional<CommitInfo> info,
    List<CdcFile> changes,
    Map<String, AddFile> adds,
    Map<String, RemoveFile> removes) {
  static final Set<String> KINDS = Set.of("commitInfo", "add", "remove", "cdc");

  /** Reads the commit to its end. */
  static FeedCommit read(long version, CloseableIterator<Action> actions) {
    CommitInfo info = null;
    List<CdcFile> changes = new ArrayList<>();
    Map<String, AddFile> adds = new LinkedHashMap<>();
    Map<String, RemoveFile> removes = new LinkedHashMap<>();
    while (actions.hasNext()) {
      Action action = actions.next();
      if (action instanceof CdcFile file) {
        changes.add(file);
      } else if (action instanceof AddFile add && add.dataChange()) {
        adds.put(add.path(), add);
      } else if (action instanceof RemoveFile remove && remove.dataChange()) {
        removes.put(remove.path(), remove);
      } else if (action instanceof CommitInfo found) {
        info = found;
      }
    }
    return new FeedCommit(version, Optional.ofNullable(info), changes, adds, removes);
  }

  /** True for a merge that says it changed no row, though it may have rewritten files. */
  boolean changedNothing() {
    return info.filter(known -> "MERGE".equals(known.operation()))
        .map(CommitInfo::operationMetrics)
        .filter(
            metrics ->
                "0".equals(metrics.get("numTargetRowsInserted"))
                    && "0".equals(metrics.get("numTargetRowsUpdated"))
                    && "0".equals(metrics.get("numTargetRowsDeleted")))
        .isPresent();
  }

  /** The removed file as an add, so that it can be read. */
  AddFile readable(RemoveFile remove, boolean isPartitioned, long size) {
    Map<String, @Nullable String> values = remove.partitionValues();
    if (values == null && isPartitioned) {
      throw new CorruptTableException(
          "Cannot read the changes of version "
              + version
              + ": its commit removes "
              + remove.path()
              + " without saying of which partition it was");
    }
    return new AddFile(
        remove.path(),
        values == null ? Map.of() : values,
        size,
        0,
        true,
        remove.stats(),
        Map.of(),
        remove.deletionVector(),
        null,
        null,
        null);
  }
}
