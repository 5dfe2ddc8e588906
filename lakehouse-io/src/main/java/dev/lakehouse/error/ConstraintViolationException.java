package dev.lakehouse.error;

import org.jspecify.annotations.Nullable;

/**
 * A row breaks NOT NULL, a CHECK constraint, an invariant or a column rule: the message names
 * constraint, column and a sample row. Nothing was changed.
 */
public final class ConstraintViolationException extends LakehouseException {
  private static final long serialVersionUID = 1L;

  /** A failure described by {@code message}. */
  public ConstraintViolationException(String message) {
    super(message);
  }

  /** A failure described by {@code message} that {@code cause} brought about. */
  public ConstraintViolationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
