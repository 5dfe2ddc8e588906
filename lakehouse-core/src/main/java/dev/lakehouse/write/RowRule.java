package dev.lakehouse.write;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Selection;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.eval.Filter;
import dev.lakehouse.types.StructType;

/** What every row of a write must satisfy. */
public interface RowRule {
  /** No rule. */
  RowRule NONE = (rows, rowsBefore) -> {};

  /**
   * Checks rows.
   *
   * @param rowsBefore how many came before, for messages
   * @throws ConstraintViolationException naming the first row that breaks the rule
   */
  void check(Batch rows, long rowsBefore);

  /**
   * The rule that {@code predicate} is TRUE.
   *
   * @param why what to say of a row for which it is not: {@code which is overwritten}
   */
  static RowRule of(
      Expression predicate, StructType schema, ExpressionContext context, String why) {
    Filter filter = Filter.bind(predicate, schema, context);
    return (rows, rowsBefore) -> {
      Selection matching = filter.select(rows);
      if (matching.isAll(rows.rowCount())) {
        return;
      }
      int row = 0;
      while (row < matching.count() && matching.rows()[row] == row) {
        row++;
      }
      throw new ConstraintViolationException(
          "Row " + (rowsBefore + row) + " does not satisfy '" + predicate + "', " + why);
    };
  }
}
