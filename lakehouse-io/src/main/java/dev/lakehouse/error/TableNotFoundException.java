package dev.lakehouse.error;

import org.jspecify.annotations.Nullable;

/** There is no table at the location that was named. Nothing was changed. */
public final class TableNotFoundException extends LakehouseException {
  private static final long serialVersionUID = 1L;

  /** A failure described by {@code message}. */
  public TableNotFoundException(String message) {
    super(message);
  }

  /** A failure described by {@code message} that {@code cause} brought about. */
  public TableNotFoundException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
