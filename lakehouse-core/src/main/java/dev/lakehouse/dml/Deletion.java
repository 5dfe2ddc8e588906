package dev.lakehouse.dml;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.dml.Candidates.Candidate;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.dv.DeletionVector;
import dev.lakehouse.scan.Cancellation;
import dev.lakehouse.scan.FileRows;
import dev.lakehouse.scan.ScanQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the rows for which a condition is TRUE. A file of which partition values or statistics
 * say that all rows match is removed unread.
 */
public final class Deletion {
  private final TargetTable table;
  private final @Nullable Expression condition;
  private final List<TouchedFile> touched = new ArrayList<>();
  private final List<String> read = new ArrayList<>();
  private boolean hasImages;

  /**
   * @param condition which rows; null for all
   */
  public Deletion(TargetTable table, @Nullable Expression condition) {
    table.requireRowsMayGo();
    this.table = table;
    this.condition = condition;
  }

  /**
   * Finds the rows and writes what their deletion needs.
   *
   * @param transaction is told what was read; the changes are not applied to it
   * @param progress is told how many files were looked at
   */
  public RowChange run(Transaction transaction, LongConsumer progress) {
    try (Rewrite rewrite = new Rewrite(table)) {
      return run(transaction, rewrite, progress);
    }
  }

  private RowChange run(Transaction transaction, Rewrite rewrite, LongConsumer progress) {
    long started = table.environment().clock().millis();
    find(transaction, rewrite, progress);
    long found = table.environment().clock().millis();
    Changes changes = rewrite.finish(touched);
    long written = table.environment().clock().millis();
    return new RowChange(changes, rows(), found - started, written - found);
  }

  /** Finds the rows; images go to {@code rewrite}. */
  void find(Transaction transaction, Rewrite rewrite, LongConsumer progress) {
    find(rewrite, progress);
    if (condition == null) {
      transaction.readWholeTable();
    } else {
      transaction.readPaths(condition, table.context(), read);
    }
  }

  /** The files of which rows go. */
  List<TouchedFile> touched() {
    return touched;
  }

  /** True if images were recorded: all other changes of the commit need theirs, too. */
  boolean hasImages() {
    return hasImages;
  }

  /** How many rows go; empty where the log does not say. */
  OptionalLong rows() {
    long rows = 0;
    for (TouchedFile file : touched) {
      OptionalLong gone = file.goneCount();
      if (gone.isEmpty()) {
        return gone;
      }
      rows += gone.getAsLong();
    }
    return OptionalLong.of(rows);
  }

  private void find(Rewrite rewrite, LongConsumer progress) {
    boolean images = table.hasChangeFeed() && !table.marksRows();
    ScanQuery query = condition == null ? table.query() : table.query().where(condition);
    TargetRows rows = images ? TargetRows.of(table, query) : TargetRows.positions(table, query);
    List<TouchedFile> unread = new ArrayList<>();
    if (images) {
      rewrite.expectRows();
    }
    Candidates candidates = Candidates.of(table.base(), condition, table.context());
    while (candidates.hasNext()) {
      Cancellation.check("The delete");
      Candidate candidate = candidates.next();
      read.add(candidate.file().path());
      if (candidate.matches()) {
        unread.add(TouchedFile.whole(candidate.action(), candidate.file()));
      } else {
        rewrite.makeRoom();
        find(candidate, rows, images ? rewrite : null);
      }
      progress.accept(read.size());
    }
    if (hasImages) {
      // One change file hides all adds and removes of its commit from the feed.
      TargetRows all = TargetRows.of(table, table.query());
      unread.forEach(file -> image(file, all, rewrite));
    }
    touched.addAll(unread);
  }

  private void find(Candidate candidate, TargetRows rows, @Nullable Rewrite images) {
    DeletionVector before = rows.before(candidate.file());
    DeletionVector.Builder gone = DeletionVector.ascending();
    long rowCount;
    try (FileRows matching = rows.read(candidate.file(), before)) {
      while (matching.hasNext()) {
        Batch batch = matching.next();
        LongColumn positions = matching.positions();
        for (int i = 0; i < batch.rowCount(); i++) {
          gone.add(positions.values()[i]);
        }
        if (images != null) {
          images.image(ChangeType.DELETE, batch);
          hasImages = true;
        }
      }
      rowCount = matching.rowCount();
    }
    DeletionVector found = gone.build();
    if (!found.isEmpty()) {
      touched.add(TouchedFile.of(candidate.action(), candidate.file(), before, rowCount, found));
    }
  }

  private static void image(TouchedFile file, TargetRows all, Rewrite rewrite) {
    try (FileRows live = all.read(file.file(), all.before(file.file()))) {
      while (live.hasNext()) {
        rewrite.image(ChangeType.DELETE, live.next());
      }
    }
  }
}
