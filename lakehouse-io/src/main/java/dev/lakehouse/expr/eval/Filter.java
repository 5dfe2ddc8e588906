package dev.lakehouse.expr.eval;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Selection;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.kernel.Booleans;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
import java.util.Set;

/** A predicate bound to a schema: chooses the rows of batches for which it is TRUE. Thread-safe. */
public final class Filter {
  private final BoundExpression predicate;

  private Filter(BoundExpression predicate) {
    this.predicate = predicate;
  }

  /**
   * {@code predicate} over columns of {@code schema}.
   *
   * @throws SchemaMismatchException if it names a column that is not there
   * @throws ExpressionException if types do not go together, or it gives no boolean
   */
  public static Filter bind(Expression predicate, StructType schema, ExpressionContext context) {
    return new Filter(
        BoundExpression.of(BoundExpression.bindPredicate(predicate, schema, context), context));
  }

  /**
   * The rows for which the predicate is TRUE; those for which it is FALSE or null are left out.
   *
   * @param batch has the columns that {@link #columns} names, by name; more do not matter
   * @throws ExpressionException if a row fails: text, cause, and the row
   */
  public Selection select(Batch batch) {
    return Selection.of(Booleans.of(predicate.evaluate(batch)));
  }

  /** The columns and fields that are read, as the schema spells them. */
  public Set<ColumnPath> columns() {
    return predicate.columns();
  }
}
