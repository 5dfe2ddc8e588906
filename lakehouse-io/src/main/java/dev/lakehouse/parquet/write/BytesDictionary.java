package dev.lakehouse.parquet.write;

import java.util.Arrays;

/**
 * The distinct byte strings of a column chunk, numbered as they come: an open-addressing hash table
 * over the bytes of the future dictionary page.
 */
final class BytesDictionary {
  private static final int FIRST_SLOTS = 1024;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final WriteBuffers buffers;

  /** Bytes of the length before each entry: four, or none if all are equally long. */
  private final int prefix;

  private final Bytes page;
  private int[] starts = {};
  private int[] hashes = {};
  private int[] slots = {};
  private int size;
  private int lastId;

  BytesDictionary(WriteBuffers buffers, int prefix) {
    this.buffers = buffers;
    this.prefix = prefix;
    page = new Bytes(buffers);
  }

  int size() {
    return size;
  }

  /** The bytes of the dictionary page. */
  Bytes page() {
    return page;
  }

  byte[] data() {
    return page.array;
  }

  int start(int id) {
    return starts[id];
  }

  int length(int id) {
    return starts[id + 1] - prefix - starts[id];
  }

  long capacity() {
    return page.capacity() + 4L * (starts.length + hashes.length + slots.length);
  }

  /** Writes the id of each of {@code count} byte strings, new ones added. */
  void encode(byte[] source, int[] from, int[] lengths, int count, int[] ids, int at) {
    for (int i = 0; i < count; i++) {
      ids[at + i] = idOf(source, from[i], lengths[i]);
    }
  }

  /** The id of one byte string, added if it is new. */
  int idOf(byte[] source, int from, int length) {
    if (size > 0 && equal(lastId, source, from, length)) {
      return lastId;
    }
    if (2 * size >= slots.length) {
      resize();
    }
    int hash = hash(source, from, length);
    int mask = slots.length - 1;
    int slot = hash & mask;
    int id;
    while ((id = slots[slot]) != 0) {
      if (hashes[id - 1] == hash && equal(id - 1, source, from, length)) {
        lastId = id - 1;
        return lastId;
      }
      slot = (slot + 1) & mask;
    }
    lastId = add(source, from, length, hash, slot);
    return lastId;
  }

  private boolean equal(int id, byte[] source, int from, int length) {
    return length(id) == length && Bytes.same(page.array, starts[id], source, from, length);
  }

  private int add(byte[] source, int from, int length, int hash, int slot) {
    if (size + 2 > starts.length) {
      starts = buffers.grow(starts, size + 1 > starts.length ? 0 : size + 1, size + 2);
      hashes = buffers.grow(hashes, size, size + 2);
    }
    page.ensure(prefix + (long) length);
    if (prefix > 0) {
      Bytes.INT.set(page.array, page.size, length);
      page.size += prefix;
    }
    starts[size] = page.size;
    page.copy(source, from, length);
    starts[size + 1] = page.size + prefix;
    hashes[size] = hash;
    slots[slot] = ++size;
    return size - 1;
  }

  private void resize() {
    int length = slots.length == 0 ? FIRST_SLOTS : 2 * slots.length;
    buffers.release(slots);
    slots = buffers.zeros(length);
    int mask = slots.length - 1;
    for (int id = 0; id < size; id++) {
      int slot = hashes[id] & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = id + 1;
    }
  }

  static int hash(byte[] source, int from, int length) {
    long hash = length;
    int at = from;
    int end = from + length;
    for (; at + 8 <= end; at += 8) {
      hash = (hash ^ (long) Bytes.LONG.get(source, at)) * MIX;
      hash ^= hash >>> 29;
    }
    hash = (hash ^ tail(source, at, end)) * MIX;
    return (int) (hash >>> 32);
  }

  /** Up to seven bytes as a number. */
  private static long tail(byte[] source, int from, int end) {
    int count = end - from;
    if (count >= 4) {
      long low = (int) Bytes.INT.get(source, from) & 0xffffffffL;
      return (low << 32) | ((int) Bytes.INT.get(source, end - 4) & 0xffffffffL);
    }
    long tail = 0;
    for (int at = from; at < end; at++) {
      tail = (tail << 8) | (source[at] & 0xff);
    }
    return tail;
  }

  /** Forgets all byte strings. */
  void clear() {
    if (size > 0) {
      Arrays.fill(slots, 0);
    }
    page.size = 0;
    size = 0;
    lastId = 0;
  }

  /** Gives the arrays back. */
  void release() {
    page.release();
    buffers.release(starts);
    buffers.release(hashes);
    buffers.release(slots);
    starts = new int[0];
    hashes = new int[0];
    slots = new int[0];
    size = 0;
    lastId = 0;
  }
}
