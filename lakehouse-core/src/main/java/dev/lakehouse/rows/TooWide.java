package dev.lakehouse.rows;

/** The texts of so many rows are more than a batch may hold. Never leaves this package. */
final class TooWide extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TooWide() {
    super(null, null, false, false);
  }
}
