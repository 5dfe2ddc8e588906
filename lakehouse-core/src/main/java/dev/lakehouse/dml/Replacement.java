package dev.lakehouse.dml;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.rules.Completion;
import dev.lakehouse.rules.RowRule;
import dev.lakehouse.rules.TableRules;
import dev.lakehouse.scan.Cancellation;
import dev.lakehouse.write.Alignment;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** Puts the rows of a source in the place of those for which a condition is TRUE. */
public final class Replacement {
  private final TargetTable table;
  private final Deletion deletion;
  private final BatchReader source;
  private final TableRules rules;
  private final RowRule rule;

  /**
   * @param source the new rows; they stay the caller's to close
   */
  public Replacement(TargetTable table, Expression condition, BatchReader source) {
    this.table = table;
    this.deletion = new Deletion(table, condition);
    this.source = source;
    this.rules = table.rules();
    this.rule =
        RowRule.of(
            condition,
            table.schema(),
            table.context(),
            "which is what is overwritten. Leave it out, or overwrite its place too.");
  }

  /**
   * What a replacement does.
   *
   * @param changes what it does to files
   * @param metadata the table's metadata, if identity values were given out
   * @param deleted how many rows go; empty if the log does not say
   * @param inserted how many rows come
   */
  public record Result(
      Changes changes, Optional<Metadata> metadata, OptionalLong deleted, long inserted) {}

  /**
   * Finds the old rows and writes the new ones.
   *
   * @param transaction is told what was read; the changes are not applied to it
   * @param progress is told how many files were looked at
   */
  public Result run(Transaction transaction, LongConsumer progress) {
    try (Rewrite rewrite = new Rewrite(table)) {
      deletion.find(transaction, rewrite, progress);
      long inserted = insert(rewrite);
      Changes changes = rewrite.finish(deletion.touched());
      return new Result(changes, rules.changedMetadata(), deletion.rows(), inserted);
    }
  }

  private long insert(Rewrite rewrite) {
    Alignment alignment = Alignment.of(source.schema(), table.schema(), rules::fills);
    Completion completion = rules.inserting(source.schema().names());
    long inserted = 0;
    while (source.hasNext()) {
      Cancellation.check("The overwrite");
      Batch rows = completion.complete(alignment.align(source.next(), inserted), inserted);
      rules.check(rows, inserted);
      rule.check(rows, inserted);
      rewrite.add(rows);
      if (deletion.hasImages()) {
        rewrite.image(ChangeType.INSERT, rows);
      }
      inserted += rows.rowCount();
    }
    return inserted;
  }
}
