package dev.lakehouse.error;

import org.jspecify.annotations.Nullable;

/**
 * An expression does not parse or bind, or a value overflows, divides by zero or does not cast: the
 * message carries text, position and, for a value, the row. Nothing was changed.
 */
public final class ExpressionException extends LakehouseException {
  private static final long serialVersionUID = 1L;

  /** A failure described by {@code message}. */
  public ExpressionException(String message) {
    super(message);
  }

  /** A failure described by {@code message} that {@code cause} brought about. */
  public ExpressionException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
