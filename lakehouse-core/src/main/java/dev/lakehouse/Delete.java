package dev.lakehouse;

import dev.lakehouse.data.DeleteResult;
import dev.lakehouse.data.FileChanges;
import dev.lakehouse.dml.Changes;
import dev.lakehouse.dml.Deletion;
import dev.lakehouse.dml.RowChange;
import dev.lakehouse.dml.TargetTable;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Transaction;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Deletes rows of a table: all, until it is refined. Single use, by one thread; {@link #execute}
 * does it.
 */
public final class Delete {
  private final Table table;
  private final WriteSettings settings = new WriteSettings();
  private @Nullable Expression condition;

  Delete(Table table) {
    this.table = table;
  }

  /**
   * Deletes only rows for which {@code predicate} is TRUE; those for which it is FALSE or null
   * stay. Called again, rows must satisfy both.
   */
  public Delete where(Expression predicate) {
    Objects.requireNonNull(predicate, "A condition is null: for all rows leave where out");
    condition = condition == null ? predicate : Expressions.and(condition, predicate);
    return this;
  }

  /**
   * As {@link #where(Expression)}, with SQL text.
   *
   * @param bindValues one value for each {@code ?} of the text
   * @throws dev.lakehouse.error.ExpressionException if it does not parse
   */
  public Delete where(String predicate, @Nullable Object... bindValues) {
    return where(Expressions.sql(predicate, bindValues));
  }

  /** As {@link Append#idempotent}. A delete that finds no row leaves no mark of it. */
  public Delete idempotent(String appId, long version) {
    settings.idempotent(appId, version);
    return this;
  }

  /** As {@link Append#commitInfo}. */
  public Delete commitInfo(Map<String, String> info) {
    settings.commitInfo(info);
    return this;
  }

  /** As {@link Append#retryOnConflict}. */
  public Delete retryOnConflict(int times) {
    settings.retryOnConflict(times);
    return this;
  }

  /** As {@link Append#option}. */
  public Delete option(String key, String value) {
    settings.option(key, value);
    return this;
  }

  /**
   * Finds the rows and commits their deletion as one version. If there are none there is no
   * version.
   *
   * <p>Files whose rows all go are removed, unread where partition values or statistics tell. Of
   * the others, rows are marked in deletion vectors if the table has them enabled; else the rows
   * that stay are written anew.
   *
   * @throws dev.lakehouse.error.TableNotFoundException if there is no table
   * @throws dev.lakehouse.error.SchemaMismatchException if the condition names a column that is not
   *     there
   * @throws dev.lakehouse.error.ExpressionException if types do not go together, or the condition
   *     fails for a row
   * @throws dev.lakehouse.error.ConstraintViolationException if the table is append-only
   * @throws dev.lakehouse.error.ConflictException if another commit came first that this cannot
   *     follow
   */
  public DeleteResult execute() {
    return new RowChangeRun<>("delete", table, settings, new Deleting()).run();
  }

  private final class Deleting implements RowChangeRun.Verb<DeleteResult> {
    @Override
    public RowChangeRun.Prepared<DeleteResult> prepare(
        TargetTable target, Transaction transaction, LongConsumer progress) {
      return new Found(new Deletion(target, condition).run(transaction, progress));
    }

    @Override
    public DeleteResult nothing(Ending ending) {
      return result(ending, OptionalLong.of(0), FileChanges.NONE);
    }
  }

  private final class Found implements RowChangeRun.Prepared<DeleteResult> {
    private final RowChange change;

    Found(RowChange change) {
      this.change = change;
    }

    @Override
    public Changes changes() {
      return change.changes();
    }

    @Override
    public Operation operation(Duration elapsed) {
      Map<String, Long> metrics = RowChangeRun.metrics(change.changes());
      change.rows().ifPresent(rows -> metrics.put("numDeletedRows", rows));
      metrics.put("scanTimeMs", change.scanMillis());
      metrics.put("rewriteTimeMs", change.rewriteMillis());
      metrics.put("executionTimeMs", elapsed.toMillis());
      String text = condition == null ? "true" : condition.toString();
      Map<String, String> parameters = Map.of("predicate", Descriptions.jsonArray(text));
      return new Operation("DELETE", parameters, metrics, settings.userMetadata());
    }

    @Override
    public DeleteResult result(Ending ending) {
      FileChanges files =
          RowChangeRun.files(change.changes(), change.scanMillis(), change.rewriteMillis());
      return Delete.result(ending, change.rows(), files);
    }
  }

  private static DeleteResult result(Ending ending, OptionalLong deleted, FileChanges files) {
    return new DeleteResult(
        ending.version(),
        ending.outcome(),
        deleted,
        files,
        ending.duration(),
        ending.attempts(),
        ending.hookFailures());
  }
}
