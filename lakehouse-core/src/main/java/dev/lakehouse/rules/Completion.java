package dev.lakehouse.rules;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;

/** Gives rows the values that a table computes by itself. Used by one thread. */
public final class Completion {
  private final StructType schema;
  private final List<Fill> fills;
  private final List<Fill> computed;
  private final List<RowRule> rules;

  /**
   * @param fills columns that need no other
   * @param computed columns that are computed of the others
   * @param rules what must hold of the values of columns that could have been computed
   */
  Completion(StructType schema, List<Fill> fills, List<Fill> computed, List<RowRule> rules) {
    this.schema = schema;
    this.fills = List.copyOf(fills);
    this.computed = List.copyOf(computed);
    this.rules = List.copyOf(rules);
  }

  /**
   * Where values come from.
   *
   * @param column the index of the column
   * @param values makes its values
   */
  record Fill(int column, Values values) {}

  /** Makes the values of one column. */
  interface Values {
    Column of(Batch rows);
  }

  /**
   * {@code rows} with all values.
   *
   * @param rows all the table's columns, in its order; the values of those that are not given do
   *     not matter
   * @param rowsBefore how many rows came before, for messages
   * @throws ConstraintViolationException if a generated column has another value than it should
   * @throws ExpressionException if a value cannot be computed
   */
  public Batch complete(Batch rows, long rowsBefore) {
    Batch complete = with(with(rows, fills), computed);
    for (RowRule rule : rules) {
      rule.check(complete, rowsBefore);
    }
    return complete;
  }

  private Batch with(Batch rows, List<Fill> values) {
    if (values.isEmpty()) {
      return rows;
    }
    List<Column> columns = new ArrayList<>(rows.columns());
    values.forEach(fill -> columns.set(fill.column(), fill.values().of(rows)));
    return new Batch(schema, columns, rows.rowCount());
  }
}
