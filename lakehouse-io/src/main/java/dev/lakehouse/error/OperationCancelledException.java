package dev.lakehouse.error;

import org.jspecify.annotations.Nullable;

/**
 * The operation was interrupted, or its {@code Lakehouse} was closed, before it committed. The
 * table stands at its last committed version; temporary files are gone; the thread's interrupt flag
 * is kept.
 */
public final class OperationCancelledException extends LakehouseException {
  private static final long serialVersionUID = 1L;

  /** A failure described by {@code message}. */
  public OperationCancelledException(String message) {
    super(message);
  }

  /** A failure described by {@code message} that {@code cause} brought about. */
  public OperationCancelledException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
