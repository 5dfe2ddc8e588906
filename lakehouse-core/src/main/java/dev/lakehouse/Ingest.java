package dev.lakehouse;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.scan.Cancellation;
import dev.lakehouse.types.StructType;
import dev.lakehouse.write.Alignment;
import dev.lakehouse.write.NewFile;
import dev.lakehouse.write.RowRule;
import dev.lakehouse.write.TableWriter;
import dev.lakehouse.write.WriteTarget;
import java.util.List;
import java.util.OptionalLong;

/** From the rows of a source to data files that no version names yet. */
final class Ingest {
  private final Session session;
  private final WriteTarget target;
  private final StructType schema;
  private final RowRule rule;
  private final Progress progress;

  /**
   * @param rule what every row must satisfy
   */
  Ingest(Session session, WriteTarget target, RowRule rule, Progress progress) {
    this.session = session;
    this.target = target;
    this.schema = target.schema();
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
      Alignment alignment = Alignment.of(source.schema(), schema);
      try (TableWriter writer =
          new TableWriter(session.environment(), target, session.spillFolder())) {
        while (source.hasNext()) {
          Cancellation.check("The write");
          Batch aligned = alignment.align(source.next(), writer.rowCount());
          rule.check(aligned, writer.rowCount());
          writer.write(aligned);
          progress.done(writer.rowCount(), OptionalLong.empty(), "rows");
        }
        return writer.finish();
      }
    }
  }
}
