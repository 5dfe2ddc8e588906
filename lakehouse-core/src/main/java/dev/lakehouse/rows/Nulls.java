package dev.lakehouse.rows;

import dev.lakehouse.columnar.Validity;
import org.jspecify.annotations.Nullable;

/** Collects which of {@code size} values are null; costs nothing while none is. */
final class Nulls {
  private final int size;
  private long @Nullable [] words;

  Nulls(int size) {
    this.size = size;
  }

  void set(int index) {
    if (words == null) {
      words = new long[Validity.wordCount(size)];
      java.util.Arrays.fill(words, -1L);
    }
    words[index >>> 6] &= ~(1L << index);
  }

  @Nullable Validity validity() {
    return words == null ? null : Validity.of(words);
  }
}
