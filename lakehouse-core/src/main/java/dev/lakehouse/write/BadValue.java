package dev.lakehouse.write;

/** A value that does not fit, and where in its column it is. Never leaves this package. */
final class BadValue extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int index;
  private final boolean isMissing;

  private BadValue(int index, boolean isMissing, String reason) {
    super(reason, null, false, false);
    this.index = index;
    this.isMissing = isMissing;
  }

  /** The value at {@code index} is wrong because of {@code reason}. */
  static BadValue of(int index, String reason) {
    return new BadValue(index, false, reason);
  }

  /** The value at {@code index} is null where null is not allowed. */
  static BadValue missing(int index, String reason) {
    return new BadValue(index, true, reason);
  }

  int index() {
    return index;
  }

  /** True if the value is a null in a NOT NULL column. */
  boolean isMissing() {
    return isMissing;
  }

  String reason() {
    return String.valueOf(getMessage());
  }

  /** The same fault, at {@code outer} of a column further out. */
  BadValue at(int outer) {
    return new BadValue(outer, isMissing, reason());
  }
}
