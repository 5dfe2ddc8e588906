package dev.lakehouse.error;

import org.jspecify.annotations.Nullable;

/**
 * The storage did not say whether the commit landed, and could not be asked. The table may or may
 * not have changed: look for {@link #transactionId()} in the history's {@code txnId} before the
 * operation is run again. Nothing was cleaned up.
 */
public final class CommitStateUnknownException extends LakehouseException {
  private static final long serialVersionUID = 1L;
  private final String transactionId;
  private final long version;

  /** The commit of {@code transactionId} at {@code version} has an unknown outcome. */
  public CommitStateUnknownException(
      String message, String transactionId, long version, @Nullable Throwable cause) {
    super(message, cause);
    this.transactionId = transactionId;
    this.version = version;
  }

  /** The id that stands in {@code commitInfo.txnId} if the commit landed. */
  public String transactionId() {
    return transactionId;
  }

  /** The version that was tried. */
  public long version() {
    return version;
  }
}
