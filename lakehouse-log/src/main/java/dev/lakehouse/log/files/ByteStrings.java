package dev.lakehouse.log.files;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Many short texts as UTF-8 in one array. Immutable. */
final class ByteStrings {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final byte[] data;
  private final int[] ends;

  private ByteStrings(byte[] data, int[] ends) {
    this.data = data;
    this.ends = ends;
  }

  int size() {
    return ends.length;
  }

  private int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  int length(int index) {
    return ends[index] - start(index);
  }

  String get(int index) {
    return new String(data, start(index), length(index), StandardCharsets.UTF_8);
  }

  boolean equals(int index, ByteStrings other, int otherIndex) {
    return Arrays.equals(
        data,
        start(index),
        ends[index],
        other.data,
        other.start(otherIndex),
        other.ends[otherIndex]);
  }

  boolean equals(int index, byte[] bytes, int from, int to) {
    return Arrays.equals(data, start(index), ends[index], bytes, from, to);
  }

  long hash(int index) {
    return hash(data, start(index), ends[index]);
  }

  void appendTo(Builder builder, int index) {
    builder.append(data, start(index), length(index));
  }

  /** All bytes, one text after the other; for reading only. */
  byte[] data() {
    return data;
  }

  /** Where each text starts, and where the last one ends. */
  int[] offsets() {
    int[] offsets = new int[ends.length + 1];
    System.arraycopy(ends, 0, offsets, 1, ends.length);
    return offsets;
  }

  long bytes() {
    return data.length + 4L * ends.length;
  }

  static long hash(byte[] bytes, int from, int to) {
    long hash = (long) to - from;
    int at = from;
    for (; at + 8 <= to; at += 8) {
      hash = mix(hash ^ (long) LONG.get(bytes, at));
    }
    long tail = 0;
    for (; at < to; at++) {
      tail = tail << 8 | (bytes[at] & 0xFF);
    }
    return mix(hash ^ tail);
  }

  static long mix(long value) {
    long mixed = value * MIX;
    return mixed ^ mixed >>> 32;
  }

  /** Collects texts. */
  static final class Builder {
    private byte[] data = new byte[64];
    private int[] ends = new int[4];
    private int size;
    private int used;

    int size() {
      return size;
    }

    /** The bytes appended so far. */
    int used() {
      return used;
    }

    void append(byte[] source, int from, int length) {
      if (used + length > data.length || used + length < 0) {
        data = Arrays.copyOf(data, capacity(data.length, Math.addExact(used, length)));
      }
      System.arraycopy(source, from, data, used, length);
      used += length;
      if (size == ends.length) {
        ends = Arrays.copyOf(ends, capacity(size, size + 1));
      }
      ends[size++] = used;
    }

    void append(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      append(bytes, 0, bytes.length);
    }

    private static int capacity(int now, int needed) {
      return (int) Math.max(needed, Math.min(Integer.MAX_VALUE - 8, now + (now >> 1) + 16L));
    }

    ByteStrings build() {
      return new ByteStrings(Arrays.copyOf(data, used), Arrays.copyOf(ends, size));
    }
  }
}
