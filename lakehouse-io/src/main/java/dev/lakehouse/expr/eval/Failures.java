package dev.lakehouse.expr.eval;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.kernel.RowFailure;

/** Errors of rows. */
final class Failures {
  private static final int SHOWN_LENGTH = 100;

  private Failures() {}

  /** The error of a row, with the row as sample. */
  static ExpressionException of(Expression source, Batch batch, RowFailure failure) {
    String where =
        batch.columns().isEmpty()
            ? ""
            : " at row " + failure.row() + " of the batch, " + sample(batch, failure.row());
    return new ExpressionException("'" + source + "' fails" + where + ": " + failure.getMessage());
  }

  private static String sample(Batch batch, int row) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < batch.columns().size(); i++) {
      String value = String.valueOf(Values.get(batch.column(i), row));
      text.append(i == 0 ? "" : ", ").append(batch.schema().field(i).name()).append(": ");
      text.append(value.length() > SHOWN_LENGTH ? value.substring(0, SHOWN_LENGTH) + "…" : value);
    }
    return text.append('}').toString();
  }
}
