package dev.lakehouse.dml.merge;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Selection;
import dev.lakehouse.dml.Assignments;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.eval.Filter;
import dev.lakehouse.rules.Completion;
import dev.lakehouse.types.ColumnPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The clauses of one kind, in order: of those whose condition is TRUE the first takes effect. */
final class BoundClauses {
  private final List<BoundClause> clauses;

  BoundClauses(List<BoundClause> clauses) {
    this.clauses = List.copyOf(clauses);
  }

  /**
   * A clause whose names are bound.
   *
   * @param expression its condition with qualified names; null if it has none
   * @param condition the same, bound
   * @param assignments the new values; null if the row goes
   * @param completion makes rows whole; null if the row goes
   */
  record BoundClause(
      @Nullable Expression expression,
      @Nullable Filter condition,
      @Nullable Assignments assignments,
      @Nullable Completion completion) {
    boolean isDelete() {
      return assignments == null;
    }
  }

  boolean isEmpty() {
    return clauses.isEmpty();
  }

  int size() {
    return clauses.size();
  }

  BoundClause get(int index) {
    return clauses.get(index);
  }

  /** True if there is one clause, which deletes whatever it is for. */
  boolean isDeleteAlone() {
    return clauses.size() == 1 && clauses.get(0).isDelete() && clauses.get(0).condition() == null;
  }

  boolean updates() {
    return clauses.stream().anyMatch(clause -> !clause.isDelete());
  }

  /** What the conditions read. */
  Set<ColumnPath> conditionReads() {
    Set<ColumnPath> reads = new LinkedHashSet<>();
    for (BoundClause clause : clauses) {
      if (clause.condition() != null) {
        reads.addAll(clause.condition().columns());
      }
    }
    return reads;
  }

  /** What is true of every row on which a clause takes effect; empty if that is nothing. */
  Optional<Expression> anyCondition() {
    List<Expression> conditions = new ArrayList<>();
    for (BoundClause clause : clauses) {
      if (clause.expression() == null) {
        return Optional.empty();
      }
      conditions.add(clause.expression());
    }
    // Conditions after the first are not asked where it holds: together they could fail.
    return conditions.size() == 1 ? Optional.of(Expressions.or(conditions)) : Optional.empty();
  }

  /** The clause that takes effect on each row; -1 where none does. */
  int[] choose(Batch rows) {
    int[] effects = new int[rows.rowCount()];
    Arrays.fill(effects, -1);
    int[] open = Selection.all(rows.rowCount()).rows();
    int openCount = rows.rowCount();
    for (int i = 0; i < clauses.size() && openCount > 0; i++) {
      Filter condition = clauses.get(i).condition();
      Selection chosen =
          condition == null
              ? Selection.all(openCount)
              : condition.select(rows.select(new Selection(open, openCount)));
      for (int j = 0; j < chosen.count(); j++) {
        effects[open[chosen.rows()[j]]] = i;
      }
      int left = 0;
      for (int j = 0; j < openCount; j++) {
        open[left] = open[j];
        left += effects[open[j]] < 0 ? 1 : 0;
      }
      openCount = left;
    }
    return effects;
  }

  /** The rows at which {@code effects} is {@code clause}. */
  static Selection rows(int[] effects, int clause) {
    int[] rows = new int[effects.length];
    int count = 0;
    for (int i = 0; i < effects.length; i++) {
      rows[count] = i;
      count += effects[i] == clause ? 1 : 0;
    }
    return new Selection(rows, count);
  }

  /** The rows of a clause as the table will have them. */
  static Batch values(BoundClause clause, @Nullable List<Column> old, Batch rows, long rowsBefore) {
    Assignments assignments = java.util.Objects.requireNonNull(clause.assignments());
    Completion completion = java.util.Objects.requireNonNull(clause.completion());
    return completion.complete(assignments.apply(old, rows), rowsBefore);
  }
}
