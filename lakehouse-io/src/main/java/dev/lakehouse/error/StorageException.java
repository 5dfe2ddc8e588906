package dev.lakehouse.error;

import org.jspecify.annotations.Nullable;

/**
 * An operation of the storage failed, after the backend's own retries. Unless the message says
 * otherwise nothing was changed.
 */
public final class StorageException extends LakehouseException {
  private static final long serialVersionUID = 1L;
  private final Kind kind;
  private final String path;
  private final String operation;
  private final String detail;

  /**
   * The operation {@code operation} on {@code path} failed.
   *
   * @param path the location as the user would write it, without secrets
   * @param operation the verb of the storage interface, for example {@code list}
   */
  public StorageException(
      Kind kind, String path, String operation, String detail, @Nullable Throwable cause) {
    super("Cannot " + operation + " " + path + ": " + detail, cause);
    this.kind = kind;
    this.path = path;
    this.operation = operation;
    this.detail = detail;
  }

  /** Why it failed. */
  public Kind kind() {
    return kind;
  }

  /** The location the operation was about. */
  public String path() {
    return path;
  }

  /** The storage operation that failed. */
  public String operation() {
    return operation;
  }

  /** What was found, without path and operation. */
  public String detail() {
    return detail;
  }

  /** The reasons for which a storage operation fails. */
  public enum Kind {
    /** The file or object is not there. */
    MISSING,
    /** The file is not the one that was opened or listed any more. */
    CHANGED,
    /** The store asked to slow down. */
    THROTTLED,
    /** A fault that may pass: network, server error, full disk. */
    TRANSIENT,
    /** The credentials or permissions do not allow it. */
    DENIED,
    /** Wrong endpoint, region, bucket or option. */
    MISCONFIGURED,
    /** The store or file system cannot do it. */
    UNSUPPORTED,
    /** Length or checksum is not what it must be. */
    CORRUPT
  }
}
