package dev.lakehouse.expr.kernel;

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

  /** The index of the row within the columns that were computed on. */
  public int row() {
    return row;
  }
}
