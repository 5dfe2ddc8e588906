package dev.lakehouse.expr.eval;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.bind.Binder;
import dev.lakehouse.expr.bind.Bound;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.util.LinkedHashSet;
import java.util.Set;

/** An expression bound to a schema, ready to be computed a batch at a time. Thread-safe. */
public final class BoundExpression {
  private final Bound bound;
  private final Node node;

  private BoundExpression(Bound bound, ExpressionContext context) {
    this.bound = bound;
    this.node = new Compiler(context).compile(bound);
  }

  /**
   * {@code expression} over columns of {@code schema}.
   *
   * @throws SchemaMismatchException if it names a column that is not there
   * @throws ExpressionException if types do not go together
   */
  public static BoundExpression bind(
      Expression expression, StructType schema, ExpressionContext context) {
    return of(Binder.bind(expression, schema, new Folding(context)), context);
  }

  /**
   * {@code predicate} over columns of {@code schema}. Errors as {@link #bind}.
   *
   * @throws ExpressionException also if it does not give a boolean
   */
  public static Bound bindPredicate(
      Expression predicate, StructType schema, ExpressionContext context) {
    return Binder.bindPredicate(predicate, schema, new Folding(context));
  }

  /** {@code bound} in {@code context}. */
  public static BoundExpression of(Bound bound, ExpressionContext context) {
    return new BoundExpression(bound, context);
  }

  /** The type of the values. */
  public DataType type() {
    return bound.type();
  }

  /**
   * One value for each row.
   *
   * @param batch has the columns that {@link #columns} names, by name; more do not matter
   * @throws ExpressionException if a row fails: text, cause, and the row
   */
  public Column evaluate(Batch batch) {
    return node.evaluate(Nodes.all(batch));
  }

  /** The columns and fields that are read, as the schema spells them. */
  public Set<ColumnPath> columns() {
    Set<ColumnPath> columns = new LinkedHashSet<>();
    collect(bound, columns);
    return columns;
  }

  private static void collect(Bound bound, Set<ColumnPath> columns) {
    if (bound instanceof Bound.ColumnRead read) {
      columns.add(read.path());
    }
    bound.children().forEach(child -> collect(child, columns));
  }
}
