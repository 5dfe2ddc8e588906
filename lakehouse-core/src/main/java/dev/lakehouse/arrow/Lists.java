package dev.lakehouse.arrow;

import dev.lakehouse.columnar.Column;
import org.jspecify.annotations.Nullable;

/**
 * Lists laid end to end.
 *
 * @param offsets where each list begins and the last one ends
 * @param positions where the elements stood before; null if they stood so already
 */
record Lists(int[] offsets, int @Nullable [] positions) {
  /** The lists from {@code starts[i]} to {@code ends[i]} of {@code elements} elements. */
  static Lists of(int[] starts, int[] ends, int size, int elements) {
    int[] offsets = new int[size + 1];
    boolean same = size > 0;
    for (int i = 0; i < size; i++) {
      same &= starts[i] == offsets[i];
      offsets[i + 1] = offsets[i] + ends[i] - starts[i];
    }
    if (same && offsets[size] <= elements) {
      return new Lists(offsets, null);
    }
    int[] positions = new int[offsets[size]];
    for (int i = 0; i < size; i++) {
      for (int at = starts[i]; at < ends[i]; at++) {
        positions[offsets[i] + at - starts[i]] = at;
      }
    }
    return new Lists(offsets, positions);
  }

  Column gather(Column elements) {
    return positions == null
        ? elements.slice(0, offsets[offsets.length - 1])
        : elements.gather(positions, positions.length);
  }
}
