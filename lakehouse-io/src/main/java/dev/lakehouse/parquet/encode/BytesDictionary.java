package dev.lakehouse.parquet.encode;

import java.util.Arrays;

/**
 * The distinct byte strings of a column chunk, numbered as they come: an open-addressing hash table
 * over the bytes of the future dictionary page.
 *
 * <p>A byte string has a key of 64 bits. Its lowest byte is the length of a short string, whose
 * bytes are the rest of the key, so that equal keys mean equal strings; or {@link #LONG}, and then
 * the rest is a hash.
 */
final class BytesDictionary {
  private static final int FIRST_SLOTS = 1024;
  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final int MAX_SHORT = 7;
  private static final int LONG = 0xff;

  /** How many keys are made at once, before the first is looked up. */
  private static final int KEYS = 256;

  private final WriteBuffers buffers;

  /** Bytes of the length before each entry: four, or none if all are equally long. */
  private final int prefix;

  private final Bytes page;
  private int[] starts = {};
  private long[] keys = {};
  private int[] slots = {};
  private int mask;
  private int shift;
  private int size;
  private final long[] keysAhead = new long[KEYS];

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
    return page.capacity() + 8L * KEYS + 4L * (starts.length + slots.length) + 8L * keys.length;
  }

  /** Writes the id of each of {@code count} byte strings, new ones added. */
  void encode(byte[] source, int[] from, int[] lengths, int count, int[] ids, int at) {
    int done = 0;
    while (done < count) {
      int part = Math.min(KEYS, count - done);
      for (int i = 0; i < part; i++) {
        keysAhead[i] = key(source, from[done + i], lengths[done + i]);
      }
      for (int i = 0; i < part; i++) {
        int value = done + i;
        ids[at + value] = idOf(keysAhead[i], source, from[value], lengths[value]);
      }
      done += part;
    }
  }

  /** The id of one byte string, added if it is new. */
  int idOf(byte[] source, int from, int length) {
    return idOf(key(source, from, length), source, from, length);
  }

  private int idOf(long key, byte[] source, int from, int length) {
    if (2 * size >= slots.length) {
      resize();
    }
    int slot = (int) ((key * MIX) >>> shift);
    int id;
    while ((id = slots[slot]) != 0) {
      if (keys[id - 1] == key && equal(id - 1, key, source, from, length)) {
        return id - 1;
      }
      slot = (slot + 1) & mask;
    }
    return add(source, from, length, key, slot);
  }

  private boolean equal(int id, long key, byte[] source, int from, int length) {
    return (key & LONG) != LONG
        || (length(id) == length && Bytes.same(page.array, starts[id], source, from, length));
  }

  private int add(byte[] source, int from, int length, long key, int slot) {
    if (size + 2 > starts.length) {
      starts = buffers.grow(starts, starts.length == 0 ? 0 : size + 1, size + 2);
    }
    if (size == keys.length) {
      keys = buffers.grow(keys, size, size + 1);
    }
    page.ensure(prefix + (long) length);
    if (prefix > 0) {
      Bytes.INT.set(page.array, page.size, length);
      page.size += prefix;
    }
    starts[size] = page.size;
    page.copy(source, from, length);
    starts[size + 1] = page.size + prefix;
    keys[size] = key;
    slots[slot] = ++size;
    return size - 1;
  }

  private void resize() {
    int length = slots.length == 0 ? FIRST_SLOTS : 2 * slots.length;
    buffers.release(slots);
    slots = buffers.zeros(length);
    mask = slots.length - 1;
    shift = 64 - Integer.numberOfTrailingZeros(slots.length);
    for (int id = 0; id < size; id++) {
      int slot = (int) ((keys[id] * MIX) >>> shift);
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = id + 1;
    }
  }

  static long key(byte[] source, int from, int length) {
    return length <= MAX_SHORT ? shortKey(source, from, length) : hash(source, from, length);
  }

  private static long shortKey(byte[] source, int from, int length) {
    long bytes = 0;
    if (from + 8 <= source.length) {
      bytes = (long) Bytes.LONG.get(source, from) & ((1L << (8 * length)) - 1);
    } else {
      for (int i = 0; i < length; i++) {
        bytes |= (source[from + i] & 0xffL) << (8 * i);
      }
    }
    return (bytes << 8) | length;
  }

  /** Of at least eight bytes, all of which count. */
  private static long hash(byte[] source, int from, int length) {
    int last = from + length - 8;
    long hash = mixed(length, (long) Bytes.LONG.get(source, from));
    if (length > 16) {
      hash = mixed(hash, (long) Bytes.LONG.get(source, from + 8));
      for (int at = from + 16; at < last - 8; at += 8) {
        hash = mixed(hash, (long) Bytes.LONG.get(source, at));
      }
      hash = mixed(hash, (long) Bytes.LONG.get(source, last - 8));
    }
    hash = mixed(hash, (long) Bytes.LONG.get(source, last));
    return (hash ^ (hash >>> 32)) | LONG;
  }

  private static long mixed(long hash, long bytes) {
    long mixed = (hash ^ bytes) * MIX;
    return mixed ^ (mixed >>> 29);
  }

  /** Forgets all byte strings. */
  void clear() {
    if (size > 0) {
      Arrays.fill(slots, 0);
    }
    page.size = 0;
    size = 0;
  }

  /** Gives the arrays back. */
  void release() {
    page.release();
    buffers.release(starts);
    buffers.release(keys);
    buffers.release(slots);
    starts = new int[0];
    keys = new long[0];
    slots = new int[0];
    size = 0;
  }
}
