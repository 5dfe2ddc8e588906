package dev.lakehouse.log.packed;

import java.util.Arrays;

/** Whole numbers in as few bytes each as their range needs. Immutable. */
public sealed interface PackedLongs {
  /** The number at {@code index}. */
  long get(int index);

  /** About how many bytes of heap they take. */
  long bytes();

  /** All the same. */
  record Constant(long value) implements PackedLongs {
    @Override
    public long get(int index) {
      return value;
    }

    @Override
    public long bytes() {
      return 8;
    }
  }

  /** Offsets from the least, of 16 bits. */
  record Shorts(long least, short[] offsets) implements PackedLongs {
    @Override
    public long get(int index) {
      return least + (offsets[index] & 0xFFFF);
    }

    @Override
    public long bytes() {
      return 2L * offsets.length;
    }
  }

  /** Offsets from the least, of 32 bits. */
  record Ints(long least, int[] offsets) implements PackedLongs {
    @Override
    public long get(int index) {
      return least + (offsets[index] & 0xFFFFFFFFL);
    }

    @Override
    public long bytes() {
      return 4L * offsets.length;
    }
  }

  /** The numbers themselves. */
  record Longs(long[] values) implements PackedLongs {
    @Override
    public long get(int index) {
      return values[index];
    }

    @Override
    public long bytes() {
      return 8L * values.length;
    }
  }

  /** The first {@code size} of {@code codes}, which are from 0 up to {@code end}, exclusive. */
  static PackedLongs ofCodes(int[] codes, int size, int end) {
    if (end <= 1) {
      return new Constant(0);
    } else if (end > 0xFFFF) {
      return new Ints(0, Arrays.copyOf(codes, size));
    }
    short[] offsets = new short[size];
    for (int i = 0; i < size; i++) {
      offsets[i] = (short) codes[i];
    }
    return new Shorts(0, offsets);
  }

  /** The first {@code size} of {@code values}. */
  static PackedLongs of(long[] values, int size) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < size; i++) {
      least = Math.min(least, values[i]);
      most = Math.max(most, values[i]);
    }
    long range = most - least;
    if (size == 0 || range == 0) {
      return new Constant(size == 0 ? 0 : least);
    } else if (range < 0 || range > 0xFFFFFFFFL) {
      return new Longs(Arrays.copyOf(values, size));
    } else if (range > 0xFFFF) {
      int[] offsets = new int[size];
      for (int i = 0; i < size; i++) {
        offsets[i] = (int) (values[i] - least);
      }
      return new Ints(least, offsets);
    }
    short[] offsets = new short[size];
    for (int i = 0; i < size; i++) {
      offsets[i] = (short) (values[i] - least);
    }
    return new Shorts(least, offsets);
  }
}
