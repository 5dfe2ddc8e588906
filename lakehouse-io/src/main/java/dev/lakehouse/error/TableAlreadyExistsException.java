package dev.lakehouse.error;

import org.jspecify.annotations.Nullable;

/** A table stands already where one was to be created. Nothing was changed. */
public final class TableAlreadyExistsException extends LakehouseException {
  private static final long serialVersionUID = 1L;

  /** A failure described by {@code message}. */
  public TableAlreadyExistsException(String message) {
    super(message);
  }

  /** A failure described by {@code message} that {@code cause} brought about. */
  public TableAlreadyExistsException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
