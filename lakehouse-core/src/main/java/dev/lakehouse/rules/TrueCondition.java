package dev.lakehouse.rules;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Selection;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.expr.eval.Filter;

/**
 * That a condition is TRUE for every row; FALSE and null break it, as in Delta Spark.
 *
 * @param broken what to say of a row for which it is not, after {@code Row 7}
 * @param advice the end of that, after the values
 * @param filter finds the rows for which it holds
 */
record TrueCondition(String broken, String advice, Filter filter) implements RowRule {
  @Override
  public void check(Batch rows, long rowsBefore) {
    Selection matching = filter.select(rows);
    if (matching.isAll(rows.rowCount())) {
      return;
    }
    int row = 0;
    while (row < matching.count() && matching.rows()[row] == row) {
      row++;
    }
    throw new ConstraintViolationException(
        "Row "
            + (rowsBefore + row)
            + " "
            + broken
            + " ("
            + RowSample.values(rows, row, filter.columns())
            + ")"
            + advice
            + RowSample.of(rows, row));
  }
}
