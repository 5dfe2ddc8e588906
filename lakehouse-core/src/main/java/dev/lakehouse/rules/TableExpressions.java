package dev.lakehouse.rules;

import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.expr.eval.Filter;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.util.function.Supplier;

/**
 * The expressions that a table has in its metadata. One that this library cannot evaluate makes the
 * table unwritable; it is never evaluated approximately.
 */
final class TableExpressions {
  private final String table;
  private final StructType schema;
  private final ExpressionContext context;

  TableExpressions(String table, StructType schema, ExpressionContext context) {
    this.table = table;
    this.schema = schema;
    this.context = context;
  }

  /** The rows for which {@code condition} is TRUE; {@code owner} is for messages. */
  Filter filter(TableFeature feature, String owner, String text, Expression condition) {
    return known(feature, owner, text, () -> Filter.bind(condition, schema, context));
  }

  /** {@code expression} as values of {@code type}. */
  BoundExpression values(TableFeature feature, String owner, String text, DataType type) {
    return known(feature, owner, text, () -> bind(Expressions.sql(text), type));
  }

  private BoundExpression bind(Expression expression, DataType type) {
    BoundExpression bound = BoundExpression.bind(expression, schema, context);
    return bound.type().equals(type) || bound.type() == DataType.VOID
        ? bound
        : BoundExpression.bind(expression.cast(type), schema, context);
  }

  Expression parse(TableFeature feature, String owner, String text) {
    return known(feature, owner, text, () -> Expressions.sql(text));
  }

  private <T> T known(TableFeature feature, String owner, String text, Supplier<T> step) {
    try {
      return step.get();
    } catch (ExpressionException | SchemaMismatchException e) {
      throw new UnsupportedFeatureException(
          feature.featureName(),
          "Cannot write to "
              + table
              + ": "
              + owner
              + " has the expression '"
              + text
              + "', which this library does not evaluate ("
              + e.getMessage()
              + "). Reading the table works.");
    }
  }
}
