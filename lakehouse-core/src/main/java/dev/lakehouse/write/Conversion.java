package dev.lakehouse.write;

import dev.lakehouse.columnar.Column;

/** Turns a column into one of another type that holds the same values. */
@FunctionalInterface
interface Conversion {
  /** The column as it is. */
  Conversion NONE = column -> column;

  /**
   * The values in the other type.
   *
   * @throws BadValue if one of them is not held exactly, or is null where it must not be
   */
  Column convert(Column column);

  /** This conversion, then {@code next}. */
  default Conversion then(Conversion next) {
    return column -> next.convert(convert(column));
  }
}
