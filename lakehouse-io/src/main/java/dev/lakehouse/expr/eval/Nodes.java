package dev.lakehouse.expr.eval;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.kernel.Booleans;
import dev.lakehouse.expr.kernel.Comparisons;
import dev.lakehouse.expr.kernel.ConstantComparisons;
import dev.lakehouse.expr.kernel.LikePattern;
import dev.lakehouse.expr.kernel.Nulls;
import dev.lakehouse.expr.kernel.Relation;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.expr.kernel.Texts;
import dev.lakehouse.expr.kernel.Widening;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kinds of {@link Node}. */
final class Nodes {
  private Nodes() {}

  /** The same value for every row. */
  record Constant(Column value) implements Node {
    static Constant of(DataType type, @Nullable Object value) {
      return new Constant(
          value == null ? Nulls.column(type, 1) : ColumnBuilder.of(type).append(value).build());
    }

    boolean isNull() {
      return value.isNull(0);
    }

    @Override
    public Column evaluate(Rows rows) {
      if (value instanceof BytesColumn bytes) {
        return DictionaryColumn.constant(bytes, rows.size());
      }
      return value.gather(new int[rows.size()], rows.size());
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

  /** A cast that keeps the order of values. */
  record Widened(Node operand, DataType type, ZoneId zone, Expression source) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      Column column = operand.evaluate(rows);
      try {
        return Widening.widen(column, type, zone, rows.active());
      } catch (RowFailure failure) {
        throw failed(source, rows, failure);
      }
    }

    @Override
    public boolean canFail() {
      boolean ofDate = type == DataType.TIMESTAMP || type == DataType.TIMESTAMP_NTZ;
      return ofDate || operand.canFail();
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

  /** AND, or OR, of two conditions; {@code decisive} of the left one alone gives the result. */
  record Junction(boolean decisive, Node left, Node right) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      BooleanColumn first = Booleans.of(left.evaluate(rows));
      Rows others = right.canFail() ? rows.narrowed(Booleans.undecided(first, decisive)) : rows;
      BooleanColumn second = Booleans.of(right.evaluate(others));
      return decisive ? Booleans.or(first, second) : Booleans.and(first, second);
    }

    @Override
    public boolean canFail() {
      return left.canFail() || right.canFail();
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

  /** LIKE with a pattern that is known. */
  record Match(Node operand, LikePattern pattern) implements Node {
    @Override
    public Column evaluate(Rows rows) {
      return Texts.like(operand.evaluate(rows), pattern);
    }

    @Override
    public boolean canFail() {
      return operand.canFail();
    }
  }

  /** The error of a row, with the row as sample. */
  static ExpressionException failed(Expression source, Rows rows, RowFailure failure) {
    return new ExpressionException(
        "'"
            + source
            + "' fails at row "
            + failure.row()
            + " of the batch: "
            + failure.getMessage()
            + ". The row: "
            + sample(rows.batch(), failure.row()));
  }

  private static String sample(Batch batch, int row) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < batch.columns().size(); i++) {
      String value = String.valueOf(Values.get(batch.column(i), row));
      text.append(i == 0 ? "" : ", ").append(batch.schema().field(i).name()).append(": ");
      text.append(value.length() > 100 ? value.substring(0, 100) + "…" : value);
    }
    return text.append('}').toString();
  }

  /** The rows of {@code batch}, all of them active. */
  static Rows all(Batch batch) {
    return new Rows(batch, (Validity) null);
  }
}
