package dev.lakehouse.expr.kernel;

import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * A value that cannot be computed. Whoever knows the expression turns it into an {@link
 * dev.lakehouse.error.ExpressionException}.
 */
public final class RowFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int row;

  /** A failure at {@code row}; the message says what is wrong with which value. */
  public RowFailure(int row, String message) {
    super(message, null, false, false);
    this.row = row;
  }

  /**
   * Throws for the first live row that fails, if there is one. Loops call this when a check over
   * all rows, live or not, says that some row may fail.
   */
  public static void throwFirst(LiveRows live, IntPredicate fails, IntFunction<String> message) {
    for (int i = 0; i < live.size(); i++) {
      if (live.contains(i) && fails.test(i)) {
        throw new RowFailure(i, message.apply(i));
      }
    }
  }

  /** The index of the row within the columns that were computed on. */
  public int row() {
    return row;
  }
}
