package dev.lakehouse.parquet.decode;

import dev.lakehouse.parquet.DamagedDataException;
import java.util.Arrays;

/**
 * Parquet's hybrid of run lengths and bit packing, for levels, dictionary indices and booleans.
 * Source: parquet-format Encodings.md, "RLE / Bit-Packing Hybrid".
 */
public final class RunLengthReader {
  private final byte[] data;
  private final int end;
  private final int width;
  private final int mask;

  private int position;
  private int left;
  private boolean packed;
  private int value;
  private int packedStart;
  private int packedIndex;

  /** Values of {@code width} bits. */
  public RunLengthReader(PageBytes bytes, int width) {
    if (width < 0 || width > 32) {
      throw new DamagedDataException("its values are said to have " + width + " bits");
    }
    this.data = bytes.bytes();
    this.position = bytes.from();
    this.end = bytes.to();
    this.width = width;
    this.mask = width == 32 ? -1 : (1 << width) - 1;
    if (width == 0) {
      left = Integer.MAX_VALUE;
    }
  }

  /** Values of {@code width} bits, all packed, without a header. */
  static RunLengthReader ofPacked(PageBytes bytes, int width) {
    RunLengthReader reader = new RunLengthReader(bytes, width);
    reader.packed = true;
    reader.packedStart = bytes.from();
    reader.left = (int) Math.min(Integer.MAX_VALUE, 8L * bytes.length() / width);
    reader.position = bytes.to();
    return reader;
  }

  /**
   * Values of the deprecated encoding {@code BIT_PACKED}: most significant bit first, without a
   * header.
   */
  public static RunLengthReader ofBigEndianPacked(PageBytes bytes, int width, int count) {
    byte[] turned = new byte[bytes.length() + PageBytes.SLACK];
    for (long bit = 0, bits = (long) count * width; bit < bits; bit++) {
      int source = bytes.from() + (int) (bit >>> 3);
      int set = bytes.bytes()[source] >>> (7 - (bit & 7)) & 1;
      long value = bit / width;
      long to = value * width + (width - 1 - bit % width);
      turned[(int) (to >>> 3)] |= (byte) (set << (to & 7));
    }
    return ofPacked(new PageBytes(turned, 0, bytes.length()), width);
  }

  private RunLengthReader(RunLengthReader other) {
    data = other.data;
    end = other.end;
    width = other.width;
    mask = other.mask;
    position = other.position;
    left = other.left;
    packed = other.packed;
    value = other.value;
    packedStart = other.packedStart;
    packedIndex = other.packedIndex;
  }

  /** A reader that goes on from here on its own. */
  public RunLengthReader copy() {
    return new RunLengthReader(this);
  }

  /** True if the next {@code count} values are one run of {@code wanted}. Reads none of them. */
  public boolean isRunOf(int wanted, int count) {
    if (count == 0) {
      return true;
    }
    if (left == 0) {
      nextRun();
    }
    return !packed && value == wanted && left >= count;
  }

  /** Reads the next {@code count} values. */
  public void read(int[] target, int at, int count) {
    int to = at;
    int wanted = count;
    while (wanted > 0) {
      int step = step(wanted);
      if (packed) {
        unpack(target, to, step);
      } else {
        Arrays.fill(target, to, to + step, value);
      }
      to += step;
      wanted -= step;
      left -= step;
    }
  }

  /** Reads the next {@code count} values, of at most 7 bits. */
  public void read(byte[] target, int at, int count) {
    int to = at;
    int wanted = count;
    while (wanted > 0) {
      int step = step(wanted);
      if (packed) {
        for (int i = 0; i < step; i++) {
          target[to + i] = (byte) packedAt(packedIndex + i);
        }
        packedIndex += step;
      } else {
        Arrays.fill(target, to, to + step, (byte) value);
      }
      to += step;
      wanted -= step;
      left -= step;
    }
  }

  /** Reads the next {@code count} values, of one bit, and answers how many are 1. */
  public int readBits(long[] words, int at, int count) {
    int to = at;
    int wanted = count;
    int ones = 0;
    while (wanted > 0) {
      int step = step(wanted);
      ones += packed ? copyBits(words, to, step) : fillBits(words, to, step);
      to += step;
      wanted -= step;
      left -= step;
    }
    return ones;
  }

  /** Reads the next {@code count} values, of one bit. */
  public void read(boolean[] target, int at, int count) {
    int to = at;
    int wanted = count;
    while (wanted > 0) {
      int step = step(wanted);
      if (packed) {
        for (int i = 0; i < step; i++) {
          target[to + i] = packedAt(packedIndex + i) != 0;
        }
        packedIndex += step;
      } else {
        Arrays.fill(target, to, to + step, value != 0);
      }
      to += step;
      wanted -= step;
      left -= step;
    }
  }

  /** Skips the next {@code count} values. */
  public void skip(int count) {
    int wanted = count;
    while (wanted > 0) {
      int step = step(wanted);
      packedIndex += step;
      wanted -= step;
      left -= step;
    }
  }

  private int step(int wanted) {
    if (left == 0) {
      nextRun();
    }
    return Math.min(wanted, left);
  }

  private void nextRun() {
    while (left == 0) {
      if (width == 0) {
        left = Integer.MAX_VALUE;
        return;
      }
      int header = readHeader();
      packed = (header & 1) != 0;
      if (packed) {
        startPacked(header >>> 1);
      } else {
        startRun(header >>> 1);
      }
    }
  }

  private void startPacked(int groups) {
    packedStart = position;
    packedIndex = 0;
    // Some writers cut the last group short.
    long bytes = Math.min((long) groups * width, end - position);
    left = (int) Math.min(Integer.MAX_VALUE, Math.min(8L * groups, 8 * bytes / width));
    position += (int) bytes;
  }

  private void startRun(int count) {
    int bytes = (width + 7) >>> 3;
    if (position + bytes > end) {
      throw new DamagedDataException("it ends inside a run of values");
    }
    value = LittleEndian.getInt(data, position) & (bytes == 4 ? -1 : (1 << 8 * bytes) - 1);
    position += bytes;
    left = count;
  }

  private int readHeader() {
    int header = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (position >= end) {
        throw new DamagedDataException("it ends before its last value");
      }
      byte b = data[position++];
      header |= (b & 0x7F) << shift;
      if (b >= 0) {
        return header;
      }
    }
    throw new DamagedDataException("a run's length is longer than five bytes");
  }

  private int packedAt(int index) {
    long bit = (long) index * width;
    return (int) (LittleEndian.getLong(data, packedStart + (int) (bit >>> 3)) >>> (bit & 7)) & mask;
  }

  private void unpack(int[] target, int at, int count) {
    int to = at;
    int last = at + count;
    while (to < last && (packedIndex & 7) != 0) {
      target[to++] = packedAt(packedIndex++);
    }
    int groups = (last - to) >>> 3;
    unpackGroups(target, to, groups);
    to += 8 * groups;
    packedIndex += 8 * groups;
    while (to < last) {
      target[to++] = packedAt(packedIndex++);
    }
  }

  /** Whole groups of eight values, with as few loads of eight bytes as hold them. */
  private void unpackGroups(int[] target, int at, int groups) {
    int from = packedStart + (int) ((long) packedIndex * width >>> 3);
    if (width <= 8) {
      unpackByOneLoad(data, from, target, at, groups, width, mask);
    } else if (width <= 16) {
      unpackByTwoLoads(data, from, target, at, groups, width, mask);
    } else {
      for (int i = 0; i < 8 * groups; i++) {
        target[at + i] = packedAt(packedIndex + i);
      }
    }
  }

  private static void unpackByOneLoad(
      byte[] data, int start, int[] target, int at, int groups, int width, int mask) {
    int from = start;
    int to = at;
    for (int g = 0; g < groups; g++) {
      long bits = LittleEndian.getLong(data, from);
      target[to] = (int) bits & mask;
      target[to + 1] = (int) (bits >>> width) & mask;
      target[to + 2] = (int) (bits >>> 2 * width) & mask;
      target[to + 3] = (int) (bits >>> 3 * width) & mask;
      target[to + 4] = (int) (bits >>> 4 * width) & mask;
      target[to + 5] = (int) (bits >>> 5 * width) & mask;
      target[to + 6] = (int) (bits >>> 6 * width) & mask;
      target[to + 7] = (int) (bits >>> 7 * width) & mask;
      from += width;
      to += 8;
    }
  }

  private static void unpackByTwoLoads(
      byte[] data, int start, int[] target, int at, int groups, int width, int mask) {
    int from = start;
    int to = at;
    int half = width >>> 1;
    int rest = (width & 1) << 2;
    for (int g = 0; g < groups; g++) {
      long low = LittleEndian.getLong(data, from);
      long high = LittleEndian.getLong(data, from + half) >>> rest;
      target[to] = (int) low & mask;
      target[to + 1] = (int) (low >>> width) & mask;
      target[to + 2] = (int) (low >>> 2 * width) & mask;
      target[to + 3] = (int) (low >>> 3 * width) & mask;
      target[to + 4] = (int) high & mask;
      target[to + 5] = (int) (high >>> width) & mask;
      target[to + 6] = (int) (high >>> 2 * width) & mask;
      target[to + 7] = (int) (high >>> 3 * width) & mask;
      from += width;
      to += 8;
    }
  }

  private int copyBits(long[] words, int at, int count) {
    int ones = 0;
    int to = at;
    int last = at + count;
    while (to < last) {
      int step = Math.min(last - to, Math.min(56, 64 - (to & 63)));
      long bits = LittleEndian.getLong(data, packedStart + (packedIndex >>> 3));
      bits = (bits >>> (packedIndex & 7)) & ((1L << step) - 1);
      words[to >>> 6] |= bits << to;
      ones += Long.bitCount(bits);
      packedIndex += step;
      to += step;
    }
    return ones;
  }

  private int fillBits(long[] words, int at, int count) {
    if (value == 0) {
      return 0;
    }
    int to = at;
    int last = at + count;
    while (to < last) {
      int step = Math.min(last - to, 64 - (to & 63));
      words[to >>> 6] |= (step == 64 ? -1L : (1L << step) - 1) << to;
      to += step;
    }
    return count;
  }
}
