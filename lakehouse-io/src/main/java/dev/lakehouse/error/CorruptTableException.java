package dev.lakehouse.error;

import org.jspecify.annotations.Nullable;

/**
 * The log or a file of the table breaks the protocol or its format: the message names the file and,
 * where known, the line, byte or column.
 */
public final class CorruptTableException extends LakehouseException {
  private static final long serialVersionUID = 1L;

  /** A failure described by {@code message}. */
  public CorruptTableException(String message) {
    super(message);
  }

  /** A failure described by {@code message} that {@code cause} brought about. */
  public CorruptTableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
