package dev.lakehouse.parquet;

import org.jspecify.annotations.Nullable;

/**
 * Bytes of a Parquet file that do not mean anything. Whoever knows file and column turns it into a
 * {@link dev.lakehouse.error.CorruptTableException}; it never leaves the Parquet packages.
 */
public final class DamagedDataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong, as the end of a sentence about the page. */
  public DamagedDataException(String detail) {
    super(detail);
  }

  /** What is wrong, and what noticed it. */
  public DamagedDataException(String detail, @Nullable Throwable cause) {
    super(detail, cause);
  }
}
