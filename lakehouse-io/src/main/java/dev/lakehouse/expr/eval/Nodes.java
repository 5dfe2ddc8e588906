package dev.lakehouse.expr.eval;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.kernel.Booleans;
import dev.lakehouse.expr.kernel.Comparisons;
import dev.lakehouse.expr.kernel.ConstantComparisons;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.Membership;
import dev.lakehouse.expr.kernel.Relation;
import dev.lakehouse.expr.kernel.Repetition;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;

/** The kinds of {@link Node} that read, compare, join conditions, and call functions. */
final class Nodes {
  /** One row without columns. */
  static final Batch ONE_ROW = new Batch(StructType.of(), List.of(), 1);

  private Nodes() {}

  /** The same value for every row. */
  record Constant(Column value, Repetition repetition) implements Node {
    static Constant of(Column value) {
      return new Constant(value, new Repetition(value));
    }

    boolean isNull() {
      return value.isNull(0);
    }

    @Override
    public Column evaluate(Rows rows) {
      return repetition.times(rows.size());
    }

    @Override
    public boolean canFail() {
      return false;
    }
  }

  /** A column of the batch, or a field inside one. */
  record ColumnRead(ColumnPath path) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      Batch batch = rows.batch();
      Column column = child(batch.schema(), batch.columns(), path.root());
      for (String name : path.names().subList(1, path.names().size())) {
        StructColumn struct = (StructColumn) column;
        column = child(struct.type(), struct.children(), name);
      }
      return column;
    }

    private Column child(StructType type, List<Column> columns, String name) {
      int index = type.indexOf(name);
      if (index < 0) {
        throw new SchemaMismatchException(
            "The batch lacks the column '" + path + "'; it has " + type.names());
      }
      return columns.get(index);
    }

    @Override
    public boolean canFail() {
      return false;
    }
  }

  /** A field of computed structs, or of arrays of structs. */
  record FieldRead(Node operand, Kernel field) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      Column column = operand.evaluate(rows);
      return field.apply(List.of(column), new LiveRows(rows.size(), column.validity()));
    }

    @Override
    public boolean canFail() {
      return operand.canFail();
    }
  }

  /**
   * A function of its arguments, computed one after the other. If it is strict, a null argument
   * makes the result null, and the arguments after it are not asked for.
   */
  record Applied(
      List<Node> arguments, Kernel kernel, boolean strict, boolean mayFail, Expression source)
      implements Node {
    @Override
    public Column evaluate(Rows rows) {
      List<Column> columns = new ArrayList<>(arguments.size());
      Validity live = rows.active();
      for (Node argument : arguments) {
        Column column = argument.evaluate(argument.canFail() ? new Rows(rows.batch(), live) : rows);
        live = strict ? Validity.and(live, column.validity(), rows.size()) : live;
        columns.add(column);
      }
      try {
        return kernel.apply(columns, new LiveRows(rows.size(), live));
      } catch (RowFailure failure) {
        throw Failures.of(source, rows.batch(), failure);
      }
    }

    @Override
    public boolean canFail() {
      return mayFail || arguments.stream().anyMatch(Node::canFail);
    }
  }

  /** A comparison with a value that is not null. */
  record ConstantComparison(Relation relation, Node operand, Column constant) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      return ConstantComparisons.compare(relation, operand.evaluate(rows), constant);
    }

    @Override
    public boolean canFail() {
      return operand.canFail();
    }
  }

  /** A comparison of two expressions. */
  record Comparison(Relation relation, Node left, Node right) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      Column first = left.evaluate(rows);
      Rows others = right.canFail() ? rows.narrowed(first.validity()) : rows;
      return Comparisons.compare(relation, first, right.evaluate(others));
    }

    @Override
    public boolean canFail() {
      return left.canFail() || right.canFail();
    }
  }

  /** {@code <=>}. */
  record NullSafeEquality(Node left, Node right) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      return Comparisons.equalNullSafe(left.evaluate(rows), right.evaluate(rows));
    }

    @Override
    public boolean canFail() {
      return left.canFail() || right.canFail();
    }
  }

  /** IN with constants. */
  record MembershipTest(Node operand, Membership membership) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      return membership.test(operand.evaluate(rows));
    }

    @Override
    public boolean canFail() {
      return operand.canFail();
    }
  }

  /** AND, or OR: a condition that is {@code decisive} gives the result alone. */
  record Junction(boolean decisive, List<Node> conditions) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      BooleanColumn result = Booleans.of(conditions.get(0).evaluate(rows));
      for (Node condition : conditions.subList(1, conditions.size())) {
        Validity open = Booleans.undecided(result, decisive);
        if (open != null && open.nullCount(rows.size()) == rows.size()) {
          return result;
        }
        Rows asked = condition.canFail() ? rows.narrowed(open) : rows;
        BooleanColumn next = Booleans.of(condition.evaluate(asked));
        result = decisive ? Booleans.or(result, next) : Booleans.and(result, next);
      }
      return result;
    }

    @Override
    public boolean canFail() {
      return conditions.stream().anyMatch(Node::canFail);
    }
  }

  /** NOT. */
  record Negation(Node operand) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      return Booleans.not(Booleans.of(operand.evaluate(rows)));
    }

    @Override
    public boolean canFail() {
      return operand.canFail();
    }
  }

  /** IS NULL. */
  record NullTest(Node operand) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      return Booleans.isNull(operand.evaluate(rows));
    }

    @Override
    public boolean canFail() {
      return operand.canFail();
    }
  }

  /** The rows of {@code batch}, all of them active. */
  static Rows all(Batch batch) {
    return new Rows(batch, null);
  }
}
