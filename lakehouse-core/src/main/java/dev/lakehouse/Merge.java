package dev.lakehouse;

import dev.lakehouse.data.MergeResult;
import dev.lakehouse.dml.Assignment;
import dev.lakehouse.dml.merge.MergeClause;
import dev.lakehouse.dml.merge.MergeClause.Action;
import dev.lakehouse.dml.merge.MergeClause.Kind;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.types.ColumnPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Merges the rows of a source into a table: joins them and says, clause by clause, what becomes of
 * the rows that match and of those that do not. Single use, by one thread; {@link #execute} does
 * it.
 *
 * <p>Columns are called {@code target.name} and {@code source.name}; without qualifier where only
 * one side has the name. Of the clauses of one kind, the first whose condition is TRUE takes
 * effect. Rows match where {@link #on(Expression)} is TRUE, so a null key matches nothing.
 */
public final class Merge {
  private final Table table;
  private final Source source;
  private final WriteSettings settings = new WriteSettings();
  private final List<MergeClause> clauses = new ArrayList<>();
  private @Nullable Expression on;

  Merge(Table table, Source source) {
    this.table = table;
    this.source = source;
  }

  /** Which rows match. Equalities between both sides, joined by AND, are found by hash. */
  public Merge on(Expression condition) {
    on = on == null ? condition : Expressions.and(on, condition);
    return this;
  }

  /**
   * As {@link #on(Expression)}, with SQL text: {@code target.id = source.id}.
   *
   * @param bindValues one value for each {@code ?} of the text
   * @throws dev.lakehouse.error.ExpressionException if it does not parse
   */
  public Merge on(String condition, @Nullable Object... bindValues) {
    return on(Expressions.sql(condition, bindValues));
  }

  /** What becomes of the table's rows that match a row of the source. */
  public WhenMatched whenMatched() {
    return new WhenMatched(this, Kind.MATCHED, null);
  }

  /** What becomes of those for which {@code condition} is TRUE. It may use both sides. */
  public WhenMatched whenMatched(Expression condition) {
    return new WhenMatched(this, Kind.MATCHED, condition);
  }

  /** As {@link #whenMatched(Expression)}, with SQL text. */
  public WhenMatched whenMatched(String condition, @Nullable Object... bindValues) {
    return whenMatched(Expressions.sql(condition, bindValues));
  }

  /** What becomes of the source's rows that match no row of the table. */
  public WhenNotMatched whenNotMatched() {
    return new WhenNotMatched(this, null);
  }

  /** What becomes of those for which {@code condition} is TRUE. It may use the source. */
  public WhenNotMatched whenNotMatched(Expression condition) {
    return new WhenNotMatched(this, condition);
  }

  /** As {@link #whenNotMatched(Expression)}, with SQL text. */
  public WhenNotMatched whenNotMatched(String condition, @Nullable Object... bindValues) {
    return whenNotMatched(Expressions.sql(condition, bindValues));
  }

  /** What becomes of the table's rows that match no row of the source. All files are read. */
  public WhenNotMatchedBySource whenNotMatchedBySource() {
    return new WhenNotMatchedBySource(this, null);
  }

  /** What becomes of those for which {@code condition} is TRUE. It may use the target. */
  public WhenNotMatchedBySource whenNotMatchedBySource(Expression condition) {
    return new WhenNotMatchedBySource(this, condition);
  }

  /** As {@link #whenNotMatchedBySource(Expression)}, with SQL text. */
  public WhenNotMatchedBySource whenNotMatchedBySource(
      String condition, @Nullable Object... bindValues) {
    return whenNotMatchedBySource(Expressions.sql(condition, bindValues));
  }

  /** What becomes of rows that match. */
  public static final class WhenMatched {
    private final Merge merge;
    private final Kind kind;
    private final @Nullable Expression condition;

    private WhenMatched(Merge merge, Kind kind, @Nullable Expression condition) {
      this.merge = merge;
      this.kind = kind;
      this.condition = condition;
    }

    /**
     * Columns get new values.
     *
     * @param set by column, as for {@link Update#set(String, Expression)}: an {@link Expression},
     *     or SQL text
     */
    public Merge update(Map<String, ?> set) {
      return merge.add(new MergeClause(kind, condition, Action.UPDATE, assignments(set)));
    }

    /**
     * Every column gets the value of the source's column of the same name. Further columns of the
     * source are left out.
     */
    public Merge updateAll() {
      return merge.add(new MergeClause(kind, condition, Action.UPDATE_ALL, List.of()));
    }

    /** The row goes. */
    public Merge delete() {
      return merge.add(new MergeClause(kind, condition, Action.DELETE, List.of()));
    }
  }

  /** What becomes of rows of the source without match. */
  public static final class WhenNotMatched {
    private final Merge merge;
    private final @Nullable Expression condition;

    private WhenNotMatched(Merge merge, @Nullable Expression condition) {
      this.merge = merge;
      this.condition = condition;
    }

    /**
     * A row comes. Columns that are not named get their default, generated or identity value, or
     * null.
     *
     * @param values by column: an {@link Expression}, or SQL text
     */
    public Merge insert(Map<String, ?> values) {
      return merge.add(
          new MergeClause(Kind.NOT_MATCHED, condition, Action.INSERT, assignments(values)));
    }

    /** The row comes, each column with the value of the source's column of the same name. */
    public Merge insertAll() {
      return merge.add(new MergeClause(Kind.NOT_MATCHED, condition, Action.INSERT_ALL, List.of()));
    }
  }

  /** What becomes of rows of the table without match. */
  public static final class WhenNotMatchedBySource {
    private final Merge merge;
    private final @Nullable Expression condition;

    private WhenNotMatchedBySource(Merge merge, @Nullable Expression condition) {
      this.merge = merge;
      this.condition = condition;
    }

    /**
     * Columns get new values.
     *
     * @param set by column, as for {@link Update#set(String, Expression)}: an {@link Expression},
     *     or SQL text
     */
    public Merge update(Map<String, ?> set) {
      return merge.add(
          new MergeClause(Kind.NOT_MATCHED_BY_SOURCE, condition, Action.UPDATE, assignments(set)));
    }

    /** The row goes. */
    public Merge delete() {
      return merge.add(
          new MergeClause(Kind.NOT_MATCHED_BY_SOURCE, condition, Action.DELETE, List.of()));
    }
  }

  private static List<Assignment> assignments(Map<String, ?> values) {
    List<Assignment> assignments = new ArrayList<>();
    values.forEach(
        (column, value) ->
            assignments.add(new Assignment(ColumnPath.parse(column), expression(value))));
    if (assignments.isEmpty()) {
      throw new IllegalArgumentException("Name at least one column");
    }
    return assignments;
  }

  private static Expression expression(Object value) {
    if (value instanceof Expression expression) {
      return expression;
    } else if (value instanceof String text) {
      return Expressions.sql(text);
    }
    throw new IllegalArgumentException(
        "A value is an Expression or SQL text, not a " + value.getClass().getSimpleName());
  }

  private Merge add(MergeClause clause) {
    for (MergeClause before : clauses) {
      if (before.kind() == clause.kind() && before.condition() == null) {
        throw new IllegalArgumentException(
            "A clause without condition takes all rows that are left: nothing can follow it");
      }
    }
    clauses.add(clause);
    return this;
  }

  /** As {@link Append#idempotent}. */
  public Merge idempotent(String appId, long version) {
    settings.idempotent(appId, version);
    return this;
  }

  /** As {@link Append#commitInfo}. */
  public Merge commitInfo(Map<String, String> info) {
    settings.commitInfo(info);
    return this;
  }

  /** As {@link Append#retryOnConflict}. */
  public Merge retryOnConflict(int times) {
    settings.retryOnConflict(times);
    return this;
  }

  /** As {@link Append#option}. */
  public Merge option(String key, String value) {
    settings.option(key, value);
    return this;
  }

  /**
   * Joins, writes, and commits all of it as one version. If no row changes there is no version.
   *
   * <p>The source is read once. A part of it that the memory holds is joined with the table at a
   * time; the columns of {@code on} are read once for each part, further ones only of files with
   * matches.
   *
   * @throws dev.lakehouse.error.TableNotFoundException if there is no table
   * @throws dev.lakehouse.error.SchemaMismatchException if a column is not there, could be one of
   *     either side, is assigned twice or may not be assigned, or values cannot be cast to its type
   * @throws dev.lakehouse.error.ExpressionException if types do not go together, or an expression
   *     fails for a row
   * @throws dev.lakehouse.error.ConstraintViolationException if clauses take effect on one row of
   *     the table for more than one row of the source, a new row breaks a rule of the table, or
   *     rows would go from a table that is append-only
   * @throws dev.lakehouse.error.ConflictException if another commit came first that this cannot
   *     follow
   * @throws IllegalStateException if there is no condition or no clause
   */
  public MergeResult execute() {
    Expression condition = on;
    if (condition == null || clauses.isEmpty()) {
      throw new IllegalStateException(
          "A merge needs a condition, on(...), and a clause, for example"
              + " whenMatched().updateAll()");
    }
    try (Rereadable rows = Rereadable.of(source, settings.retries() > 0, table.session())) {
      MergeVerb verb = new MergeVerb(source, rows, condition, clauses, settings);
      return new RowChangeRun<>("merge", table, settings, verb).run();
    }
  }
}
