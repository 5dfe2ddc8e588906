package dev.lakehouse.dml;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.dml.Candidates.Candidate;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.dv.DeletionVector;
import dev.lakehouse.rules.Completion;
import dev.lakehouse.rules.TableRules;
import dev.lakehouse.scan.Cancellation;
import dev.lakehouse.scan.FileRows;
import dev.lakehouse.scan.ScanQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives columns new values in the rows for which a condition is TRUE: the rows go, and come anew,
 * in the partition that they belong to then.
 */
public final class Updating {
  private final TargetTable table;
  private final @Nullable Expression condition;
  private final Assignments assignments;
  private final TableRules rules;
  private final Completion completion;
  private final List<TouchedFile> touched = new ArrayList<>();
  private final List<String> read = new ArrayList<>();
  private long updated;

  /**
   * @param condition which rows; null for all
   * @throws dev.lakehouse.error.SchemaMismatchException if a column is not there, or may not be
   *     assigned
   * @throws dev.lakehouse.error.ExpressionException if an expression does not bind
   */
  public Updating(TargetTable table, @Nullable Expression condition, List<Assignment> assigned) {
    table.requireRowsMayGo();
    this.table = table;
    this.condition = condition;
    this.assignments = Assignments.of(table.schema(), assigned, table.schema(), table.context());
    this.rules = table.rules();
    this.completion = rules.updating(assignments.columns());
  }

  /**
   * Finds the rows and writes what their update needs.
   *
   * @param transaction is told what was read; the changes are not applied to it
   * @param progress is told how many files were looked at
   */
  public RowChange run(Transaction transaction, LongConsumer progress) {
    long started = table.environment().clock().millis();
    try (Rewrite rewrite = new Rewrite(table)) {
      find(rewrite, progress);
      if (condition == null) {
        transaction.readWholeTable();
      } else {
        transaction.readPaths(condition, table.context(), read);
      }
      long found = table.environment().clock().millis();
      Changes changes = rewrite.finish(touched);
      long written = table.environment().clock().millis();
      return new RowChange(changes, OptionalLong.of(updated), found - started, written - found);
    }
  }

  private void find(Rewrite rewrite, LongConsumer progress) {
    ScanQuery query = condition == null ? table.movedQuery() : table.movedQuery().where(condition);
    TargetRows rows = TargetRows.of(table, query);
    rewrite.expectRows();
    Candidates candidates = Candidates.of(table.base(), condition, table.context());
    while (candidates.hasNext()) {
      Cancellation.check("The update");
      Candidate candidate = candidates.next();
      read.add(candidate.file().path());
      rewrite.makeRoom();
      update(candidate, rows, rewrite);
      progress.accept(read.size());
    }
  }

  private void update(Candidate candidate, TargetRows rows, Rewrite rewrite) {
    DeletionVector before = rows.before(candidate.file());
    DeletionVector.Builder gone = DeletionVector.ascending();
    long rowCount;
    try (FileRows matching = rows.read(candidate.file(), before)) {
      while (matching.hasNext()) {
        Batch read = matching.next();
        LongColumn positions = matching.positions();
        Batch old = table.identified(read, positions, candidate.action());
        for (int i = 0; i < old.rowCount(); i++) {
          gone.add(positions.values()[i]);
        }
        update(old, rewrite);
      }
      rowCount = matching.rowCount();
    }
    DeletionVector found = gone.build();
    if (!found.isEmpty()) {
      touched.add(TouchedFile.of(candidate.action(), candidate.file(), before, rowCount, found));
    }
  }

  private void update(Batch read, Rewrite rewrite) {
    int columns = table.schema().size();
    Batch old = new Batch(table.schema(), read.columns().subList(0, columns), read.rowCount());
    Batch values = completion.complete(assignments.apply(old.columns(), old), updated);
    rules.check(values, updated);
    rewrite.addChanged(values, read.columns());
    if (table.hasChangeFeed()) {
      rewrite.image(ChangeType.UPDATE_PREIMAGE, old);
      rewrite.image(ChangeType.UPDATE_POSTIMAGE, values);
    }
    updated += old.rowCount();
  }
}
