package dev.lakehouse.expr.eval;

import dev.lakehouse.columnar.Column;

/** One step of a compiled expression. Stateless for its caller; thread-safe. */
interface Node {
  /** One value for each row of the batch; those of inactive rows mean nothing. */
  Column evaluate(Rows rows);

  /** Whether some row may fail, so that rows which do not matter must be kept from it. */
  boolean canFail();
}
