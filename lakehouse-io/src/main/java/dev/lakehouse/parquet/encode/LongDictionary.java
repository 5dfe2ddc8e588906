package dev.lakehouse.parquet.encode;

import java.util.Arrays;

/** The distinct numbers of a column chunk, numbered as they come: an open-addressing hash table. */
final class LongDictionary {
  private static final int FIRST_SLOTS = 1024;
  private static final int LINE_BITS = 4;
  private static final int LINE = 1 << LINE_BITS;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final WriteBuffers buffers;
  private long[] values = {};
  private int[] slots = {};
  private int mask;
  private int shift;
  private int size;
  private int lastId;

  LongDictionary(WriteBuffers buffers) {
    this.buffers = buffers;
  }

  int size() {
    return size;
  }

  long value(int id) {
    return values[id];
  }

  long[] values() {
    return values;
  }

  long capacity() {
    return 8L * values.length + 4L * slots.length;
  }

  /** Writes the id of each of {@code count} numbers, new ones added. */
  void encode(long[] source, int from, int count, int[] ids, int at) {
    if (count > 0 && size == 0) {
      lastId = add(source[from], free(source[from]));
    }
    for (int i = 0; i < count; i++) {
      long value = source[from + i];
      if (value != values[lastId]) {
        lastId = idOf(value);
      }
      ids[at + i] = lastId;
    }
  }

  private int idOf(long value) {
    int slot = slot(value);
    int id;
    while ((id = slots[slot]) != 0) {
      if (values[id - 1] == value) {
        return id - 1;
      }
      slot = (slot + 1) & mask;
    }
    return add(value, slot);
  }

  /**
   * Where the search begins: near numbers in one line of the cache, as they come often together.
   */
  private int slot(long value) {
    int line = (int) (((value >>> LINE_BITS) * MIX) >>> shift);
    return (line << LINE_BITS) | (int) ((value * MIX) >>> (64 - LINE_BITS));
  }

  private int add(long value, int slot) {
    int free = slot;
    if (2 * size >= slots.length) {
      resize();
      free = free(value);
    }
    if (size == values.length) {
      values = buffers.grow(values, size, size + 1);
    }
    values[size++] = value;
    slots[free] = size;
    return size - 1;
  }

  private int free(long value) {
    if (slots.length == 0) {
      resize();
    }
    int slot = slot(value);
    while (slots[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void resize() {
    int length = slots.length == 0 ? FIRST_SLOTS : 2 * slots.length;
    buffers.release(slots);
    slots = buffers.zeros(length);
    mask = length - 1;
    shift = 64 - Integer.numberOfTrailingZeros(length / LINE);
    for (int id = 0; id < size; id++) {
      slots[free(values[id])] = id + 1;
    }
  }

  /** Forgets all numbers. */
  void clear() {
    if (size > 0) {
      Arrays.fill(slots, 0);
    }
    size = 0;
    lastId = 0;
  }

  /** Gives the arrays back. */
  void release() {
    buffers.release(values);
    buffers.release(slots);
    values = new long[0];
    slots = new int[0];
    size = 0;
    lastId = 0;
  }
}
