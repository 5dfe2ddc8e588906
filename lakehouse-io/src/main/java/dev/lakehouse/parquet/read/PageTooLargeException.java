package dev.lakehouse.parquet.read;

/** A page that the memory budget has no room for. Never leaves this package. */
final class PageTooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PageTooLargeException(long bytes, long budget) {
    super("it has a page of " + bytes + " bytes, more than the memory budget of " + budget);
  }
}
