package dev.lakehouse;

import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.WriteResult;
import dev.lakehouse.dml.Changes;
import dev.lakehouse.dml.Replacement;
import dev.lakehouse.dml.TargetTable;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.rules.TableRules;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** An overwrite of the rows for which a condition is TRUE, as an execution sees it. */
final class ReplaceVerb implements RowChangeRun.Verb<WriteResult> {
  private final Source source;
  private final Rereadable rows;
  private final Expression condition;
  private final WriteSettings settings;

  ReplaceVerb(Source source, Rereadable rows, Expression condition, WriteSettings settings) {
    this.source = source;
    this.rows = rows;
    this.condition = condition;
    this.settings = settings;
  }

  @Override
  public Snapshot base(DeltaLog log) {
    return OwnRows.base(source, log);
  }

  @Override
  public boolean keepsProgress() {
    return true;
  }

  @Override
  public RowChangeRun.Prepared<WriteResult> prepare(
      TargetTable target, Transaction transaction, LongConsumer progress) {
    OwnRows.tell(source, target.base(), transaction);
    try (BatchReader reader = rows.open(target.files().schema())) {
      return new Replaced(new Replacement(target, condition, reader).run(transaction, progress));
    }
  }

  @Override
  public WriteResult nothing(Ending ending) {
    return new WriteResult(
        ending.version(),
        ending.outcome(),
        0,
        0,
        0,
        OptionalLong.of(0),
        0,
        0,
        ending.duration(),
        ending.attempts(),
        ending.hookFailures());
  }

  private final class Replaced implements RowChangeRun.Prepared<WriteResult> {
    private final Replacement.Result replaced;

    Replaced(Replacement.Result replaced) {
      this.replaced = replaced;
    }

    @Override
    public Changes changes() {
      return replaced.changes();
    }

    @Override
    public void tell(Transaction transaction) {
      replaced
          .metadata()
          .ifPresent(
              metadata -> {
                transaction.change(metadata);
                transaction.tag(TableRules.IDENTITY_TAG, "true");
              });
    }

    @Override
    public Operation operation(Duration elapsed) {
      Changes.Counts counts = changes().counts();
      Map<String, Long> metrics = new LinkedHashMap<>();
      metrics.put("numFiles", counts.addedFiles());
      metrics.put("numOutputRows", replaced.inserted() + counts.copiedRows());
      metrics.put("numOutputBytes", counts.addedBytes());
      metrics.put("numRemovedFiles", counts.removedFiles());
      metrics.put("numRemovedBytes", counts.removedBytes());
      metrics.put("numAddedChangeFiles", counts.changeFiles());
      replaced.deleted().ifPresent(rows -> metrics.put("numDeletedRows", rows));
      metrics.put("numCopiedRows", counts.copiedRows());
      Map<String, String> parameters = new LinkedHashMap<>();
      parameters.put("mode", "Overwrite");
      parameters.put("partitionBy", "[]");
      parameters.put("predicate", condition.toString());
      return new Operation("WRITE", parameters, metrics, settings.userMetadata());
    }

    @Override
    public WriteResult result(Ending ending) {
      Changes.Counts counts = changes().counts();
      return new WriteResult(
          ending.version(),
          ending.outcome(),
          counts.addedFiles(),
          counts.removedFiles(),
          replaced.inserted() + counts.copiedRows(),
          replaced.deleted(),
          counts.addedBytes(),
          counts.removedBytes(),
          ending.duration(),
          ending.attempts(),
          ending.hookFailures());
    }
  }
}
