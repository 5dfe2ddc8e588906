package dev.lakehouse.maintain;

import dev.lakehouse.data.VerifyReport;
import dev.lakehouse.data.VerifyReport.Rule;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.dv.DeletionVectorStore;
import dev.lakehouse.log.segment.LogListing;
import dev.lakehouse.scan.Cancellation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks a table against the protocol: its log, every file of its newest version, every value in
 * them. Changes nothing.
 */
public final class TableCheck {
  private final DeltaLog log;
  private final Environment environment;
  private final ExpressionContext context;
  private final LongConsumer progress;
  private final Findings findings = new Findings();

  /**
   * @param log a handle of its own, that nothing was read with
   * @param progress is told how many data files were checked
   */
  public TableCheck(DeltaLog log, ExpressionContext context, LongConsumer progress) {
    this.log = log;
    this.environment = log.environment();
    this.context = context;
    this.progress = progress;
  }

  /**
   * Runs all checks.
   *
   * @throws dev.lakehouse.error.TableNotFoundException if there is no table
   */
  public VerifyReport run() {
    Snapshot snapshot = snapshot();
    ReplayModel model = new LogCheck(log, findings).run();
    if (snapshot == null) {
      long latest = LogListing.list(environment.files(), log.table(), 0).latest().orElse(-1);
      return new VerifyReport(latest, findings.all(), List.of(), 0);
    }
    long files = checkFiles(snapshot);
    List<String> orphans = model == null ? List.of() : orphans(model);
    return new VerifyReport(snapshot.version(), findings.all(), orphans, files);
  }

  private @Nullable Snapshot snapshot() {
    try {
      return log.snapshot();
    } catch (CorruptTableException e) {
      findings.add(Rule.STATE_READABLE, log.table(), e);
      return null;
    }
  }

  private long checkFiles(Snapshot snapshot) {
    FileCheck check = new FileCheck(environment, snapshot, context, findings);
    RowIdCheck rowIds = new RowIdCheck(snapshot, findings);
    long[] checked = {0};
    try {
      snapshot.forEachAdd(
          file -> {
            Cancellation.check("The check");
            check.check(file);
            rowIds.accept(file);
            progress.accept(++checked[0]);
          });
    } catch (CorruptTableException e) {
      findings.add(Rule.STATE_READABLE, log.table(), e);
    }
    rowIds.finish();
    return checked[0];
  }

  /** Files that no commit at hand names: not data of any version, nor on the way out. */
  private List<String> orphans(ReplayModel model) {
    Set<Location> named = new HashSet<>();
    for (String path : model.paths) {
      try {
        named.add(log.table().resolveUri(path));
      } catch (IllegalArgumentException e) {
        findings.add(Rule.DATA_FILE_THERE, path, e);
      }
    }
    DeletionVectorStore vectors = new DeletionVectorStore(environment.files(), log.table());
    for (DeletionVectorDescriptor vector : model.vectors) {
      if (!vector.storageType().equals(DeletionVectorDescriptor.INLINE)) {
        named.add(vectors.location(vector));
      }
    }
    List<String> orphans = new ArrayList<>();
    try (CloseableIterator<FileEntry> all = environment.files().listRecursive(log.table())) {
      while (all.hasNext()) {
        Location file = all.next().location();
        String relative = log.table().relativize(file);
        if (!named.contains(file) && !isHidden(relative)) {
          orphans.add(relative);
        }
      }
    } catch (StorageException e) {
      findings.add(Rule.STATE_READABLE, log.table(), e);
    }
    orphans.sort(null);
    return orphans;
  }

  /** The log, and what other programs keep in folders and files of their own. */
  private static boolean isHidden(String relative) {
    for (String name : relative.split("/", -1)) {
      boolean isPartition = name.indexOf('=') > 0;
      if ((name.startsWith("_") || name.startsWith(".")) && !isPartition) {
        return !relative.startsWith("_change_data/");
      }
    }
    return false;
  }
}
