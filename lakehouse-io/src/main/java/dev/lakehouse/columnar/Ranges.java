package dev.lakehouse.columnar;

/**
 * The element ranges of selected arrays or maps, laid end to end.
 *
 * @param offsets where each selected range starts in the result, and where the last one ends
 * @param positions the elements' positions before the selection
 */
record Ranges(int[] offsets, int[] positions) {
  static Ranges of(int[] offsets, int[] rows, int count) {
    int[] newOffsets = new int[count + 1];
    int total = 0;
    for (int i = 0; i < count; i++) {
      total = Math.addExact(total, offsets[rows[i] + 1] - offsets[rows[i]]);
      newOffsets[i + 1] = total;
    }
    int[] positions = new int[total];
    int at = 0;
    for (int i = 0; i < count; i++) {
      for (int from = offsets[rows[i]]; from < offsets[rows[i] + 1]; from++) {
        positions[at++] = from;
      }
    }
    return new Ranges(newOffsets, positions);
  }
}
