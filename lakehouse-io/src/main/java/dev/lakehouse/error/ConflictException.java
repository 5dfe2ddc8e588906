package dev.lakehouse.error;

/**
 * A concurrent commit invalidated this operation. Nothing was changed; running the operation again
 * on the newer version is safe.
 */
public final class ConflictException extends LakehouseException {
  private static final long serialVersionUID = 1L;
  private final Kind kind;
  private final long winner;

  /**
   * The commit of version {@code winner} conflicts with this operation in the way of {@code kind}.
   */
  public ConflictException(Kind kind, long winner, String message) {
    super(message);
    this.kind = kind;
    this.winner = winner;
  }

  /** What the two commits disagree on. */
  public Kind kind() {
    return kind;
  }

  /** The version of the commit that won. */
  public long winner() {
    return winner;
  }

  /** The kinds of conflict, as Delta Spark names them. */
  public enum Kind {
    /** The winner changed the table's protocol. */
    PROTOCOL_CHANGED,
    /** The winner changed the table's metadata. */
    METADATA_CHANGED,
    /** The winner added files that this operation would have read. */
    CONCURRENT_APPEND,
    /** The winner removed files that this operation read. */
    CONCURRENT_DELETE_READ,
    /** The winner removed files that this operation removes too. */
    CONCURRENT_DELETE_DELETE,
    /** The winner carries the same application id or metadata domain. */
    CONCURRENT_TRANSACTION,
    /** The operation cannot be rebased on any other commit, or lost too often. */
    CONCURRENT_WRITE
  }
}
