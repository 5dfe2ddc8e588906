package dev.lakehouse.rules;

/** From elements back to the lists that hold them. */
final class RowOf {
  private RowOf() {}

  /** The list, of {@code size} with {@code offsets}, that holds {@code element}. */
  static int element(int[] offsets, int size, int element) {
    int list = 0;
    while (list < size - 1 && offsets[list + 1] <= element) {
      list++;
    }
    return list;
  }
}
