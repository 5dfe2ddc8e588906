package dev.lakehouse.rows;

/** A value that its column does not hold, and where it is. Never leaves this package. */
final class Misfit extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int index;

  /** The value at {@code index} is wrong because of {@code reason}. */
  Misfit(int index, String reason) {
    super(reason, null, false, false);
    this.index = index;
  }

  int index() {
    return index;
  }

  /** This misfit as one of a value further out. */
  Misfit at(int outerIndex) {
    return new Misfit(outerIndex, String.valueOf(getMessage()));
  }

  static String shown(Object value) {
    String text = String.valueOf(value);
    String cut = text.length() > 60 ? text.substring(0, 60) + "…" : text;
    return cut + " (" + value.getClass().getSimpleName() + ")";
  }
}
