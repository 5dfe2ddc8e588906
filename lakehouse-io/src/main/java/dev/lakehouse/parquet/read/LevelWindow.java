package dev.lakehouse.parquet.read;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.parquet.DamagedDataException;
import org.jspecify.annotations.Nullable;

/**
 * Levels and values of a leaf column for some whole rows: what lists and structs above it are made
 * from. A <em>slot</em> of a context is a place for a value: an entry whose repetition level is at
 * most the context's and whose definition level is at least the context's.
 *
 * @param definitions a definition level an entry
 * @param repetitions a repetition level an entry
 * @param from the first entry
 * @param to the end of the entries, exclusive
 * @param values the values that are there; null if only levels were read
 * @param valueFrom the first value of the entries
 */
record LevelWindow(
    byte[] definitions,
    byte[] repetitions,
    int from,
    int to,
    @Nullable Column values,
    int valueFrom) {
  /** For each slot of the context whether its definition level is at least {@code threshold}. */
  @Nullable Validity present(Context context, int threshold, int slots) {
    long[] words = new long[Validity.wordCount(slots)];
    int slot = 0;
    int set = 0;
    for (int i = from; i < to; i++) {
      if (repetitions[i] <= context.repeat() && definitions[i] >= context.definition()) {
        requireRoom(slot, slots);
        if (definitions[i] >= threshold) {
          words[slot >>> 6] |= 1L << slot;
          set++;
        }
        slot++;
      }
    }
    requireAll(slot, slots);
    return set == slots ? null : Validity.of(words);
  }

  /**
   * For each slot of {@code outer} where its elements, the slots of {@code inner}, start; at the
   * end how many there are.
   */
  int[] offsets(Context outer, Context inner, int slots) {
    int[] offsets = new int[slots + 1];
    int slot = 0;
    int elements = 0;
    for (int i = from; i < to; i++) {
      if (repetitions[i] <= outer.repeat() && definitions[i] >= outer.definition()) {
        requireRoom(slot, slots);
        offsets[slot++] = elements;
      }
      if (repetitions[i] <= inner.repeat() && definitions[i] >= inner.definition()) {
        elements++;
      }
    }
    requireAll(slot, slots);
    offsets[slots] = elements;
    return offsets;
  }

  /** The leaves of one list, map or struct must agree on how many values it holds. */
  private static void requireRoom(int slot, int slots) {
    if (slot == slots) {
      throw new DamagedDataException("it has more than the " + slots + " values of its siblings");
    }
  }

  private static void requireAll(int slot, int slots) {
    if (slot < slots) {
      throw new DamagedDataException("it has " + slot + " values, its siblings " + slots);
    }
  }

  /**
   * The innermost repeated field around a value, or the row.
   *
   * @param repeat its repetition level
   * @param definition its definition level
   */
  record Context(int repeat, int definition) {
    static final Context ROW = new Context(0, 0);
  }
}
