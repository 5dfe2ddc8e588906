package dev.lakehouse.expr.eval;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Validity;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a node computes.
 *
 * @param batch the columns
 * @param active the rows whose values matter, and which alone may fail; null for all of them
 */
record Rows(Batch batch, @Nullable Validity active) {
  int size() {
    return batch.rowCount();
  }

  /** Those of these rows that are set in {@code mask} too. */
  Rows narrowed(@Nullable Validity mask) {
    return mask == null ? this : new Rows(batch, Validity.and(active, mask, size()));
  }
}
