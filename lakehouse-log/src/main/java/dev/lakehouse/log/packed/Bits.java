package dev.lakehouse.log.packed;

import java.util.Arrays;

/** Sets of row numbers as bits of words, least significant first. */
public final class Bits {
  private Bits() {}

  /** All of {@code size} numbers. */
  public static long[] all(int size) {
    long[] words = new long[(size + 63) >>> 6];
    Arrays.fill(words, -1);
    if ((size & 63) != 0) {
      words[words.length - 1] = (1L << size) - 1;
    }
    return words;
  }

  /** Room for {@code size} numbers, none of them a member. */
  public static long[] none(int size) {
    return new long[(size + 63) >>> 6];
  }

  /** True if {@code index} is a member. */
  public static boolean get(long[] words, int index) {
    return (words[index >>> 6] >>> index & 1) != 0;
  }

  /** Makes {@code index} a member. */
  public static void set(long[] words, int index) {
    words[index >>> 6] |= 1L << index;
  }

  /** Makes {@code index} no member. */
  public static void clear(long[] words, int index) {
    words[index >>> 6] &= ~(1L << index);
  }

  /** A copy of {@code words} without the first {@code count} of its set bits. */
  public static long[] withoutFirst(long[] words, int count) {
    long[] rest = words.clone();
    int bit = next(rest, 0);
    for (int i = 0; i < count; i++) {
      clear(rest, bit);
      bit = next(rest, bit + 1);
    }
    return rest;
  }

  /** How many members there are. */
  public static int count(long[] words) {
    int count = 0;
    for (long word : words) {
      count += Long.bitCount(word);
    }
    return count;
  }

  /** The first set bit at or after {@code from}; -1 if there is none. */
  public static int next(long[] words, int from) {
    int at = from >>> 6;
    if (at >= words.length) {
      return -1;
    }
    long word = words[at] & -1L << from;
    while (word == 0) {
      if (++at == words.length) {
        return -1;
      }
      word = words[at];
    }
    return (at << 6) + Long.numberOfTrailingZeros(word);
  }
}
