package dev.lakehouse.columnar;

/**
 * Rows of a batch, as indices from 0. Those that a filter gives ascend; others may come in any
 * order, and more than once.
 *
 * @param rows the indices; may be longer than {@code count}
 * @param count how many rows are selected
 */
public record Selection(int[] rows, int count) {
  /** All of {@code size} rows. */
  public static Selection all(int size) {
    int[] rows = new int[size];
    for (int i = 0; i < size; i++) {
      rows[i] = i;
    }
    return new Selection(rows, size);
  }

  /** The rows at which {@code keep} is true and not null. */
  public static Selection of(BooleanColumn keep) {
    int[] rows = new int[keep.size()];
    boolean[] values = keep.values();
    Validity validity = keep.validity();
    int count = 0;
    for (int i = 0; i < keep.size(); i++) {
      rows[count] = i;
      count += values[i] && (validity == null || validity.isValid(i)) ? 1 : 0;
    }
    return new Selection(rows, count);
  }

  /** True if this selects every one of {@code size} rows once, in their order. */
  public boolean isAll(int size) {
    if (count != size) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (rows[i] != i) {
        return false;
      }
    }
    return true;
  }

  /** True if this selects no row. */
  public boolean isEmpty() {
    return count == 0;
  }
}
