package dev.lakehouse.error;

import org.jspecify.annotations.Nullable;

/**
 * The root of every failure this library reports, apart from misuse of its API ({@link
 * IllegalArgumentException}, {@link IllegalStateException}). Messages say what failed, where, with
 * which value, and what to do.
 */
public abstract sealed class LakehouseException extends RuntimeException
    permits CommitStateUnknownException,
        ConflictException,
        ConstraintViolationException,
        CorruptTableException,
        ExpressionException,
        OperationCancelledException,
        SchemaMismatchException,
        StorageException,
        TableAlreadyExistsException,
        TableNotFoundException,
        UnsupportedFeatureException,
        VersionNotFoundException {
  private static final long serialVersionUID = 1L;

  LakehouseException(String message) {
    super(message);
  }

  LakehouseException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
