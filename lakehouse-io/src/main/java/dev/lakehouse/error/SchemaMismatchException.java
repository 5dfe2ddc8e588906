package dev.lakehouse.error;

import org.jspecify.annotations.Nullable;

/**
 * Data, a request or a declared schema does not fit the table: the message names the column and,
 * for data, a sample row. Nothing was changed.
 */
public final class SchemaMismatchException extends LakehouseException {
  private static final long serialVersionUID = 1L;

  /** A failure described by {@code message}. */
  public SchemaMismatchException(String message) {
    super(message);
  }

  /** A failure described by {@code message} that {@code cause} brought about. */
  public SchemaMismatchException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
