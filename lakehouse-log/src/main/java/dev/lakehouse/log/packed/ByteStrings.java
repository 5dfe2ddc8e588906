package dev.lakehouse.log.packed;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Many short texts as UTF-8 in one array. Immutable. */
public final class ByteStrings {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final byte[] data;
  private final int[] ends;

  private ByteStrings(byte[] data, int[] ends) {
    this.data = data;
    this.ends = ends;
  }

  /** How many there are. */
  public int size() {
    return ends.length;
  }

  /** Where the bytes of a text start in {@link #data}. */
  public int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  /** How many bytes a text has. */
  public int length(int index) {
    return ends[index] - start(index);
  }

  /** A text. */
  public String get(int index) {
    return new String(data, start(index), length(index), StandardCharsets.UTF_8);
  }

  /** True if two texts have the same bytes. */
  public boolean equals(int index, ByteStrings other, int otherIndex) {
    return Arrays.equals(
        data,
        start(index),
        ends[index],
        other.data,
        other.start(otherIndex),
        other.ends[otherIndex]);
  }

  /** The hash of a text. */
  public long hash(int index) {
    return hash(data, start(index), ends[index]);
  }

  /** All bytes, one text after the other, perhaps more; for reading only. */
  public byte[] data() {
    return data;
  }

  /** Where each text starts, and where the last one ends. */
  public int[] offsets() {
    int[] offsets = new int[ends.length + 1];
    System.arraycopy(ends, 0, offsets, 1, ends.length);
    return offsets;
  }

  /** About how many bytes of heap they take. */
  public long bytes() {
    return data.length + 4L * ends.length;
  }

  /** The hash of some bytes. */
  public static long hash(byte[] bytes, int from, int to) {
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

  /** A number whose bits all depend on all bits of {@code value}. */
  public static long mix(long value) {
    long mixed = value * MIX;
    return mixed ^ mixed >>> 32;
  }

  /** Collects texts. */
  public static final class Builder {
    private byte[] data;
    private int[] ends;
    private int size;
    private int used;

    /** A builder with room for so much. */
    public Builder(int expectedTexts, int expectedBytes) {
      data = new byte[Math.max(64, expectedBytes)];
      ends = new int[Math.max(4, expectedTexts)];
    }

    /** How many there are so far. */
    public int size() {
      return size;
    }

    /** The bytes appended so far. */
    public int used() {
      return used;
    }

    /** Appends a text. */
    public void append(byte[] source, int from, int length) {
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

    /** Appends a text of {@code other}. */
    public void append(ByteStrings other, int index) {
      append(other.data, other.start(index), other.length(index));
    }

    /** Appends a text. */
    public void append(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      append(bytes, 0, bytes.length);
    }

    private static int capacity(int now, int needed) {
      return (int) Math.max(needed, Math.min(Integer.MAX_VALUE - 8, now + (now >> 1) + 16L));
    }

    /** The texts appended. */
    public ByteStrings build() {
      // A little room left over is not worth a copy of everything.
      boolean keep = data.length - used <= used >> 4;
      byte[] exact = keep ? data : Arrays.copyOf(data, used);
      return new ByteStrings(exact, ends.length == size ? ends : Arrays.copyOf(ends, size));
    }
  }
}
