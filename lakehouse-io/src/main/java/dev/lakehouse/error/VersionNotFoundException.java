package dev.lakehouse.error;

/**
 * The version or time asked for is outside the table's history. Carries the range that can be read.
 */
public final class VersionNotFoundException extends LakehouseException {
  private static final long serialVersionUID = 1L;
  private final long earliest;
  private final long latest;

  /** Versions {@code earliest} to {@code latest}, both included, can be read. */
  public VersionNotFoundException(String message, long earliest, long latest) {
    super(message);
    this.earliest = earliest;
    this.latest = latest;
  }

  /** The earliest version that can be read. */
  public long earliest() {
    return earliest;
  }

  /** The latest version that can be read. */
  public long latest() {
    return latest;
  }
}
