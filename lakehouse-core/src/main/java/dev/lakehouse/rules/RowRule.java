package dev.lakehouse.rules;

import dev.lakehouse.columnar.Batch;
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
    return new TrueCondition(
        "does not satisfy '" + predicate + "'",
        ", " + why,
        Filter.bind(predicate, schema, context));
  }
}
