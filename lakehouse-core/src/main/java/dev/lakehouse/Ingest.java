package dev.lakehouse;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.rules.Completion;
import dev.lakehouse.rules.RowRule;
import dev.lakehouse.rules.TableRules;
import dev.lakehouse.scan.Cancellation;
import dev.lakehouse.types.StructType;
import dev.lakehouse.write.Alignment;
import dev.lakehouse.write.NewFile;
import dev.lakehouse.write.TableWriter;
import dev.lakehouse.write.WriteTarget;
import java.util.List;
import java.util.OptionalLong;

/** From the rows of a source to data files that no version names yet. */
final class Ingest {
  private final Session session;
  private final WriteTarget target;
  private final StructType schema;
  private final TableRules rules;
  private final RowRule rule;
  private final Progress progress;

  /**
   * @param rules what the table demands of every row
   * @param rule what the operation demands of it besides
   */
  Ingest(Session session, WriteTarget target, TableRules rules, RowRule rule, Progress progress) {
    this.session = session;
    this.target = target;
    this.schema = target.schema();
    this.rules = rules;
    this.rule = rule;
    this.progress = progress;
  }

  /**
   * Writes all rows of {@code source}, which it closes.
   *
   * @return the files, for the caller to commit or to delete
   */
  List<NewFile> write(BatchReader source) {
    try (source) {
      Alignment alignment = Alignment.of(source.schema(), schema, rules::fills);
      Completion completion = rules.inserting(source.schema().names());
      try (TableWriter writer =
          new TableWriter(session.environment(), target, session.spillFolder())) {
        while (source.hasNext()) {
          Cancellation.check("The write");
          long before = writer.rowCount();
          Batch rows = completion.complete(alignment.align(source.next(), before), before);
          rules.check(rows, before);
          rule.check(rows, before);
          writer.write(rows);
          progress.done(writer.rowCount(), OptionalLong.empty(), "rows");
        }
        return writer.finish();
      }
    }
  }
}
