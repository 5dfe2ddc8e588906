package dev.lakehouse;

import dev.lakehouse.expr.Expression;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.files.FileBatch;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Writes whose source is a scan of the very table that is written. */
final class OwnRows {
  private OwnRows() {}

  /**
   * The version to change: a scan of the table as it is ties the write to the one that it reads.
   */
  static Snapshot base(Source source, DeltaLog log) {
    return isOwn(source, log) ? ((Scan) source).snapshot() : log.snapshot();
  }

  private static boolean isOwn(Source source, DeltaLog log) {
    return source instanceof Scan scan && scan.followsNewest() && scan.isOf(log);
  }

  /** Tells {@code transaction} what such a source reads. */
  static void tell(Source source, Snapshot base, Transaction transaction) {
    if (!isOwn(source, base.log())) {
      return;
    }
    Scan scan = (Scan) source;
    Expression predicate = scan.query().predicate();
    if (predicate == null) {
      transaction.readWholeTable();
      return;
    }
    List<AddFile> read = new ArrayList<>();
    Iterator<FileBatch> batches = base.files(predicate, scan.query().context());
    batches.forEachRemaining(batch -> batch.forEachAdd(read::add));
    transaction.read(predicate, scan.query().context(), read);
  }
}
