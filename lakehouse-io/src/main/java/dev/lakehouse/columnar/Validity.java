package dev.lakehouse.columnar;

import org.jspecify.annotations.Nullable;

/**
 * Which values of a column are there: a bitmap, least significant bit first, a set bit for a value
 * and a clear one for null. A column without nulls has no {@code Validity} at all.
 *
 * <p>Owned by the column that holds it; the words must not be changed once a column has them.
 */
public final class Validity {
  private final long[] words;

  private Validity(long[] words) {
    this.words = words;
  }

  /** The bitmap of {@code words}, which it takes over. Bits past the column's size mean nothing. */
  public static Validity of(long[] words) {
    return new Validity(words);
  }

  /** A bitmap of {@code size} nulls. */
  public static Validity allNull(int size) {
    return new Validity(new long[wordCount(size)]);
  }

  /** How many words {@code size} bits take. */
  public static int wordCount(int size) {
    return (size + 63) >>> 6;
  }

  /**
   * A bitmap with a set bit where {@code valid} is true, or null if all of {@code size} are true.
   */
  public static @Nullable Validity ofBooleans(boolean[] valid, int size) {
    long[] words = new long[wordCount(size)];
    int set = 0;
    for (int i = 0; i < size; i++) {
      if (valid[i]) {
        words[i >>> 6] |= 1L << i;
        set++;
      }
    }
    return set == size ? null : new Validity(words);
  }

  /** The words of the bitmap, not copied: for reading only. */
  public long[] words() {
    return words;
  }

  /** True if the value at {@code index} is there. */
  public boolean isValid(int index) {
    return (words[index >>> 6] >>> index & 1) != 0;
  }

  /** How many of the first {@code size} values are null. */
  public int nullCount(int size) {
    int valid = 0;
    int full = size >>> 6;
    for (int i = 0; i < full; i++) {
      valid += Long.bitCount(words[i]);
    }
    if ((size & 63) != 0) {
      valid += Long.bitCount(words[full] & (1L << size) - 1);
    }
    return size - valid;
  }

  /** The bits {@code from} to {@code from + size}; null if none of them is a null. */
  public static @Nullable Validity slice(@Nullable Validity validity, int from, int size) {
    if (validity == null) {
      return null;
    }
    long[] words = validity.words;
    long[] sliced = new long[wordCount(size)];
    int shift = from & 63;
    int first = from >>> 6;
    for (int i = 0; i < sliced.length; i++) {
      long low = words[first + i] >>> shift;
      long high =
          shift != 0 && first + i + 1 < words.length ? words[first + i + 1] << (64 - shift) : 0;
      sliced[i] = low | high;
    }
    Validity result = new Validity(sliced);
    return result.nullCount(size) == 0 ? null : result;
  }

  /** The bits at the first {@code count} of {@code rows}, in that order; null if none is a null. */
  public static @Nullable Validity gather(@Nullable Validity validity, int[] rows, int count) {
    if (validity == null) {
      return null;
    }
    long[] gathered = new long[wordCount(count)];
    int set = 0;
    for (int i = 0; i < count; i++) {
      if (validity.isValid(rows[i])) {
        gathered[i >>> 6] |= 1L << i;
        set++;
      }
    }
    return set == count ? null : new Validity(gathered);
  }

  /** A value is there in the result only if it is there in both; null stands for no nulls. */
  public static @Nullable Validity and(
      @Nullable Validity left, @Nullable Validity right, int size) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    long[] words = new long[wordCount(size)];
    for (int i = 0; i < words.length; i++) {
      words[i] = left.words[i] & right.words[i];
    }
    return new Validity(words);
  }
}
