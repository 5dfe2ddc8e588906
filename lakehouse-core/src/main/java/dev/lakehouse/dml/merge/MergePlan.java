package dev.lakehouse.dml.merge;

import dev.lakehouse.dml.Assignment;
import dev.lakehouse.dml.Assignments;
import dev.lakehouse.dml.TargetTable;
import dev.lakehouse.dml.merge.BoundClauses.BoundClause;
import dev.lakehouse.dml.merge.MergeClause.Action;
import dev.lakehouse.dml.merge.MergeClause.Kind;
import dev.lakehouse.dml.merge.MergeNames.Scope;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.eval.Filter;
import dev.lakehouse.rules.Completion;
import dev.lakehouse.rules.TableRules;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A merge whose names are bound to table and source. Immutable but for the rules' counting. */
final class MergePlan {
  private final TargetTable table;
  private final StructType source;
  private final MergeNames names;
  private final StructType pair;
  private final Filter on;
  private final MergeKeys keys;
  private final TableRules rules;
  private final BoundClauses matched;
  private final BoundClauses notMatched;
  private final BoundClauses notMatchedBySource;

  /**
   * @throws SchemaMismatchException if a name is not there, or out of scope
   * @throws dev.lakehouse.error.ExpressionException if an expression does not bind
   */
  MergePlan(TargetTable table, StructType source, Expression on, List<MergeClause> clauses) {
    this.table = table;
    this.source = source;
    this.names = new MergeNames(table.schema(), source);
    this.pair = names.schema();
    Expression qualified = names.qualified(on, Scope.BOTH);
    this.on = Filter.bind(qualified, pair, table.context());
    this.keys = MergeKeys.of(qualified, pair, table.context());
    this.rules = table.rules();
    this.matched = bound(clauses, Kind.MATCHED, Scope.BOTH);
    this.notMatched = bound(clauses, Kind.NOT_MATCHED, Scope.SOURCE_ONLY);
    this.notMatchedBySource = bound(clauses, Kind.NOT_MATCHED_BY_SOURCE, Scope.TARGET_ONLY);
  }

  private BoundClauses bound(List<MergeClause> clauses, Kind kind, Scope scope) {
    List<BoundClause> bound = new ArrayList<>();
    for (MergeClause clause : clauses) {
      if (clause.kind() == kind) {
        bound.add(bound(clause, scope));
      }
    }
    return new BoundClauses(bound);
  }

  private BoundClause bound(MergeClause clause, Scope scope) {
    Expression expression =
        clause.condition() == null ? null : names.qualified(clause.condition(), scope);
    Filter condition = expression == null ? null : Filter.bind(expression, pair, table.context());
    if (clause.action() == Action.DELETE) {
      return new BoundClause(expression, condition, null, null);
    }
    Assignments assignments =
        Assignments.of(table.schema(), assignments(clause, scope), pair, table.context());
    boolean inserts = clause.action() == Action.INSERT || clause.action() == Action.INSERT_ALL;
    Completion completion =
        inserts ? rules.inserting(assignments.columns()) : rules.updating(assignments.columns());
    return new BoundClause(expression, condition, assignments, completion);
  }

  private List<Assignment> assignments(MergeClause clause, Scope scope) {
    List<Assignment> assignments = new ArrayList<>();
    if (clause.action() == Action.UPDATE || clause.action() == Action.INSERT) {
      for (Assignment assignment : clause.assignments()) {
        assignments.add(
            new Assignment(
                columnOfTable(assignment.column()), names.qualified(assignment.value(), scope)));
      }
      return assignments;
    }
    for (StructField field : table.schema()) {
      if (source.indexOf(field.name()) < 0) {
        throw new SchemaMismatchException(
            "The source has no column '"
                + field.name()
                + "', which the table has. It has "
                + source.names()
                + ". Name the columns instead of taking all.");
      }
      assignments.add(
          new Assignment(
              ColumnPath.of(field.name()), MergeNames.column(MergeNames.SOURCE, field.name())));
    }
    return assignments;
  }

  /** The column without the qualifier that it may have. */
  private ColumnPath columnOfTable(ColumnPath path) {
    boolean qualified =
        path.names().size() > 1
            && path.root().equalsIgnoreCase(MergeNames.TARGET)
            && table.schema().indexOf(path.names().get(1)) >= 0;
    return qualified ? new ColumnPath(path.names().subList(1, path.names().size())) : path;
  }

  /** True if a row of the table may go or change. */
  boolean changesRows() {
    return !matched.isEmpty() || !notMatchedBySource.isEmpty();
  }

  /** True if rows may come, or come anew. */
  boolean writesRows() {
    return matched.updates() || !notMatched.isEmpty() || notMatchedBySource.updates();
  }

  Filter on() {
    return on;
  }

  MergeKeys keys() {
    return keys;
  }

  TableRules rules() {
    return rules;
  }

  BoundClauses matched() {
    return matched;
  }

  BoundClauses notMatched() {
    return notMatched;
  }

  BoundClauses notMatchedBySource() {
    return notMatchedBySource;
  }

  /** The condition of which rows a by-source clause can be for, on the table; null for all. */
  @Nullable Expression bySourceCondition() {
    return notMatchedBySource.anyCondition().map(MergeNames::ofTable).orElse(null);
  }
}
