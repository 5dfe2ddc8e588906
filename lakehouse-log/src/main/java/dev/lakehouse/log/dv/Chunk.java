package dev.lakehouse.log.dv;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** Some of 65,536 neighbouring rows, by their number within them. Immutable. */
sealed interface Chunk {
  /** How many rows a chunk spans. */
  int SPAN = 1 << 16;

  /** With more members than this, bits take less room than numbers. */
  int MOST_SPARSE = 4096;

  /** How many words the bits of a chunk take. */
  int WORDS = SPAN >>> 6;

  int count();

  boolean contains(int row);

  /** The members as bits; for reading only. */
  long[] words();

  /** Gives {@code base} plus each member, ascending. */
  void forEach(long base, LongConsumer consumer);

  /** The highest member. */
  int last();

  /** The chunk of these members, which are ascending. */
  static Chunk of(char[] members) {
    return members.length <= MOST_SPARSE ? new Sparse(members) : ofWords(Sparse.words(members));
  }

  /** The chunk of these bits, which it takes over. */
  static Chunk ofWords(long[] words) {
    int count = 0;
    for (long word : words) {
      count += Long.bitCount(word);
    }
    Dense dense = new Dense(words, count);
    return count <= MOST_SPARSE ? new Sparse(dense.members()) : dense;
  }

  /** What is in this chunk or in {@code other}. */
  default Chunk or(Chunk other) {
    long[] words = words().clone();
    long[] others = other.words();
    for (int i = 0; i < WORDS; i++) {
      words[i] |= others[i];
    }
    return ofWords(words);
  }

  /** What is in this chunk and not in {@code other}. */
  default Chunk andNot(Chunk other) {
    long[] words = words().clone();
    long[] others = other.words();
    for (int i = 0; i < WORDS; i++) {
      words[i] &= ~others[i];
    }
    return ofWords(words);
  }

  /** Few members, as ascending numbers. */
  record Sparse(char[] members) implements Chunk {
    @Override
    public int count() {
      return members.length;
    }

    @Override
    public boolean contains(int row) {
      return Arrays.binarySearch(members, (char) row) >= 0;
    }

    @Override
    public long[] words() {
      return words(members);
    }

    private static long[] words(char[] members) {
      long[] words = new long[WORDS];
      for (char member : members) {
        words[member >>> 6] |= 1L << member;
      }
      return words;
    }

    @Override
    public void forEach(long base, LongConsumer consumer) {
      for (char member : members) {
        consumer.accept(base + member);
      }
    }

    @Override
    public int last() {
      return members[members.length - 1];
    }
  }

  /** Many members, as bits. */
  record Dense(long[] words, int count) implements Chunk {
    @Override
    public boolean contains(int row) {
      return (words[row >>> 6] >>> row & 1) != 0;
    }

    char[] members() {
      char[] members = new char[count];
      int[] at = {0};
      forEach(0, row -> members[at[0]++] = (char) row);
      return members;
    }

    @Override
    public void forEach(long base, LongConsumer consumer) {
      for (int i = 0; i < WORDS; i++) {
        for (long word = words[i]; word != 0; word &= word - 1) {
          consumer.accept(base + (i << 6) + Long.numberOfTrailingZeros(word));
        }
      }
    }

    @Override
    public int last() {
      int i = WORDS - 1;
      while (words[i] == 0) {
        i--;
      }
      return (i << 6) + 63 - Long.numberOfLeadingZeros(words[i]);
    }
  }
}
