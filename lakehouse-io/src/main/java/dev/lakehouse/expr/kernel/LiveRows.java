package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.Validity;
import org.jspecify.annotations.Nullable;

/**
 * The rows that matter to a loop: those that are asked for and have all arguments. Loops run over
 * all rows, but only these may fail, and the others come out as null.
 *
 * @param size how many rows there are
 * @param validity which of them matter; null for all
 */
public record LiveRows(int size, @Nullable Validity validity) {
  /** True if the row at {@code index} matters. */
  public boolean contains(int index) {
    return validity == null || validity.isValid(index);
  }
}
