package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.Column;
import java.util.List;

/** A function over columns. Thread-safe. */
@FunctionalInterface
public interface Kernel {
  /**
   * One value a row, null for rows that are not live.
   *
   * @param arguments columns of the sizes and layouts that the function was made for
   * @throws RowFailure if a live row cannot be computed
   */
  Column apply(List<Column> arguments, LiveRows live);
}
