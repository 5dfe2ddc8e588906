package dev.lakehouse.parquet.read;

/** A page that the memory budget has no room for. Never leaves this package. */
final class BufferTooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BufferTooLargeException(long bytes, long budget) {
    super(
        "it has a page or value of "
            + bytes
            + " bytes, for which the memory budget of "
            + budget
            + " bytes has no room. Raise the budget.");
  }
}
