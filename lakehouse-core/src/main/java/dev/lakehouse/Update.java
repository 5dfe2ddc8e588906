package dev.lakehouse;

import dev.lakehouse.data.FileChanges;
import dev.lakehouse.data.UpdateResult;
import dev.lakehouse.dml.Assignment;
import dev.lakehouse.dml.Changes;
import dev.lakehouse.dml.RowChange;
import dev.lakehouse.dml.TargetTable;
import dev.lakehouse.dml.Updating;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.types.ColumnPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives columns of a table new values: in all rows, until it is refined. Single use, by one thread;
 * {@link #execute} does it.
 *
 * <p>Every value sees the row as it was before. It is cast to the column's type as {@code CAST}
 * does; what does not fit is an error.
 */
public final class Update {
  private final Table table;
  private final WriteSettings settings = new WriteSettings();
  private final List<Assignment> assignments = new ArrayList<>();
  private @Nullable Expression condition;

  Update(Table table) {
    this.table = table;
  }

  /**
   * Gives a column a new value.
   *
   * @param column its name in any case, {@code address.city} for a field of a struct, back-ticks
   *     around a name with a dot in it
   * @param value of what it is computed
   */
  public Update set(String column, Expression value) {
    assignments.add(new Assignment(ColumnPath.parse(column), value));
    return this;
  }

  /**
   * As {@link #set(String, Expression)}, with SQL text; {@code DEFAULT} stands for the column's
   * default.
   *
   * @param bindValues one value for each {@code ?} of the text
   * @throws dev.lakehouse.error.ExpressionException if it does not parse
   */
  public Update set(String column, String value, @Nullable Object... bindValues) {
    return set(column, Expressions.sql(value, bindValues));
  }

  /**
   * Updates only rows for which {@code predicate} is TRUE. Called again, rows must satisfy both.
   */
  public Update where(Expression predicate) {
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
  public Update where(String predicate, @Nullable Object... bindValues) {
    return where(Expressions.sql(predicate, bindValues));
  }

  /** As {@link Append#idempotent}. */
  public Update idempotent(String appId, long version) {
    settings.idempotent(appId, version);
    return this;
  }

  /** As {@link Append#commitInfo}. */
  public Update commitInfo(Map<String, String> info) {
    settings.commitInfo(info);
    return this;
  }

  /** As {@link Append#retryOnConflict}. */
  public Update retryOnConflict(int times) {
    settings.retryOnConflict(times);
    return this;
  }

  /** As {@link Append#option}. */
  public Update option(String key, String value) {
    settings.option(key, value);
    return this;
  }

  /**
   * Writes the rows with their new values and commits them as one version. If no row satisfies the
   * condition there is no version.
   *
   * <p>Generated columns that are not assigned are computed anew; a row goes to the partition of
   * its new values. Where the table has deletion vectors enabled only the changed rows are written,
   * else also those that stay in the files touched.
   *
   * @throws dev.lakehouse.error.TableNotFoundException if there is no table
   * @throws dev.lakehouse.error.SchemaMismatchException if a column is not there, is assigned twice
   *     or may not be assigned, or values cannot be cast to its type
   * @throws dev.lakehouse.error.ExpressionException if types do not go together, or an expression
   *     fails for a row
   * @throws dev.lakehouse.error.ConstraintViolationException if a new row breaks a rule of the
   *     table, or the table is append-only
   * @throws dev.lakehouse.error.ConflictException if another commit came first that this cannot
   *     follow
   * @throws IllegalStateException if nothing is set
   */
  public UpdateResult execute() {
    if (assignments.isEmpty()) {
      throw new IllegalStateException("Say what is updated: update().set(column, value)");
    }
    return new RowChangeRun<>("update", table, settings, new Changing()).run();
  }

  private final class Changing implements RowChangeRun.Verb<UpdateResult> {
    @Override
    public boolean keepsProgress() {
      return true;
    }

    @Override
    public RowChangeRun.Prepared<UpdateResult> prepare(
        TargetTable target, Transaction transaction, LongConsumer progress) {
      return new Found(new Updating(target, condition, assignments).run(transaction, progress));
    }

    @Override
    public UpdateResult nothing(Ending ending) {
      return result(ending, 0, FileChanges.NONE);
    }
  }

  private final class Found implements RowChangeRun.Prepared<UpdateResult> {
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
      metrics.put("numUpdatedRows", change.rows().orElse(0));
      metrics.put("scanTimeMs", change.scanMillis());
      metrics.put("rewriteTimeMs", change.rewriteMillis());
      metrics.put("executionTimeMs", elapsed.toMillis());
      String predicate =
          condition == null
              ? Descriptions.jsonArray()
              : Descriptions.jsonArray(condition.toString());
      return new Operation(
          "UPDATE", Map.of("predicate", predicate), metrics, settings.userMetadata());
    }

    @Override
    public UpdateResult result(Ending ending) {
      FileChanges files =
          RowChangeRun.files(change.changes(), change.scanMillis(), change.rewriteMillis());
      return Update.result(ending, change.rows().orElse(0), files);
    }
  }

  private static UpdateResult result(Ending ending, long updated, FileChanges files) {
    return new UpdateResult(
        ending.version(),
        ending.outcome(),
        updated,
        files,
        ending.duration(),
        ending.attempts(),
        ending.hookFailures());
  }
}
