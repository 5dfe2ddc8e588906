package dev.lakehouse;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.FileChanges;
import dev.lakehouse.data.MergeResult;
import dev.lakehouse.dml.Changes;
import dev.lakehouse.dml.TargetTable;
import dev.lakehouse.dml.merge.MergeChange;
import dev.lakehouse.dml.merge.MergeClause;
import dev.lakehouse.dml.merge.MergeClause.Action;
import dev.lakehouse.dml.merge.MergeClause.Kind;
import dev.lakehouse.dml.merge.Merging;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.rules.TableRules;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** A merge as an execution sees it. */
final class MergeVerb implements RowChangeRun.Verb<MergeResult> {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Source source;
  private final Rereadable rows;
  private final Expression on;
  private final List<MergeClause> clauses;
  private final WriteSettings settings;

  MergeVerb(
      Source source,
      Rereadable rows,
      Expression on,
      List<MergeClause> clauses,
      WriteSettings settings) {
    this.source = source;
    this.rows = rows;
    this.on = on;
    this.clauses = List.copyOf(clauses);
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
  public RowChangeRun.Prepared<MergeResult> prepare(
      TargetTable target, Transaction transaction, LongConsumer progress) {
    OwnRows.tell(source, target.base(), transaction);
    try (BatchReader reader = rows.open(target.files().schema())) {
      return new Joined(new Merging(target, reader, on, clauses).run(transaction, progress));
    }
  }

  @Override
  public MergeResult nothing(Ending ending) {
    return new MergeResult(
        ending.version(),
        ending.outcome(),
        0,
        0,
        0,
        0,
        FileChanges.NONE,
        ending.duration(),
        ending.attempts(),
        ending.hookFailures());
  }

  private final class Joined implements RowChangeRun.Prepared<MergeResult> {
    private final MergeChange change;

    Joined(MergeChange change) {
      this.change = change;
    }

    @Override
    public Changes changes() {
      return change.changes();
    }

    @Override
    public void tell(Transaction transaction) {
      change
          .metadata()
          .ifPresent(
              metadata -> {
                transaction.change(metadata);
                transaction.tag(TableRules.IDENTITY_TAG, "true");
              });
    }

    @Override
    public Operation operation(Duration elapsed) {
      Map<String, String> parameters = new LinkedHashMap<>();
      parameters.put("predicate", Descriptions.jsonArray(on.toString()));
      parameters.put("matchedPredicates", predicates(Kind.MATCHED));
      parameters.put("notMatchedPredicates", predicates(Kind.NOT_MATCHED));
      parameters.put("notMatchedBySourcePredicates", predicates(Kind.NOT_MATCHED_BY_SOURCE));
      return new Operation("MERGE", parameters, metrics(elapsed), settings.userMetadata());
    }

    private Map<String, Long> metrics(Duration elapsed) {
      Changes.Counts counts = change.changes().counts();
      Map<String, Long> metrics = new LinkedHashMap<>();
      metrics.put("numSourceRows", change.sourceRows());
      metrics.put("numTargetRowsInserted", change.inserted());
      metrics.put("numTargetRowsUpdated", change.updated());
      metrics.put("numTargetRowsMatchedUpdated", change.matchedUpdated());
      metrics.put("numTargetRowsNotMatchedBySourceUpdated", change.bySourceUpdated());
      metrics.put("numTargetRowsDeleted", change.deleted());
      metrics.put("numTargetRowsMatchedDeleted", change.matchedDeleted());
      metrics.put("numTargetRowsNotMatchedBySourceDeleted", change.bySourceDeleted());
      metrics.put("numTargetRowsCopied", counts.copiedRows());
      metrics.put("numOutputRows", change.inserted() + change.updated() + counts.copiedRows());
      metrics.put("numTargetFilesAdded", counts.addedFiles());
      metrics.put("numTargetBytesAdded", counts.addedBytes());
      metrics.put("numTargetFilesRemoved", counts.removedFiles());
      metrics.put("numTargetBytesRemoved", counts.removedBytes());
      metrics.put("numTargetChangeFilesAdded", counts.changeFiles());
      metrics.put("numTargetDeletionVectorsAdded", counts.vectorsAdded());
      metrics.put("numTargetDeletionVectorsRemoved", counts.vectorsRemoved());
      metrics.put("numTargetDeletionVectorsUpdated", counts.vectorsUpdated());
      metrics.put("scanTimeMs", change.scanMillis());
      metrics.put("rewriteTimeMs", change.rewriteMillis());
      metrics.put("executionTimeMs", elapsed.toMillis());
      return metrics;
    }

    @Override
    public MergeResult result(Ending ending) {
      return new MergeResult(
          ending.version(),
          ending.outcome(),
          change.sourceRows(),
          change.inserted(),
          change.updated(),
          change.deleted(),
          RowChangeRun.files(change.changes(), change.scanMillis(), change.rewriteMillis()),
          ending.duration(),
          ending.attempts(),
          ending.hookFailures());
    }
  }

  private String predicates(Kind kind) {
    ArrayNode array = MAPPER.createArrayNode();
    for (MergeClause clause : clauses) {
      if (clause.kind() == kind) {
        ObjectNode entry = array.addObject();
        if (clause.condition() != null) {
          entry.put("predicate", clause.condition().toString());
        }
        entry.put("actionType", actionType(clause.action()));
      }
    }
    return array.toString();
  }

  private static String actionType(Action action) {
    return switch (action) {
      case UPDATE, UPDATE_ALL -> "update";
      case INSERT, INSERT_ALL -> "insert";
      case DELETE -> "delete";
    };
  }
}
