package dev.lakehouse.parquet.decode;

import dev.lakehouse.parquet.DamagedDataException;

/**
 * {@code DELTA_BINARY_PACKED} numbers, one miniblock at a time. Source: parquet-format
 * Encodings.md, "Delta Encoding".
 */
final class DeltaLongs {
  private static final int MAX_MINIBLOCK = 1 << 16;

  private final byte[] data;
  private final int end;
  private final int miniblocks;
  private final int miniblockSize;
  private final int count;
  private final long[] buffer;

  private int position;
  private int widths;
  private int miniblock;
  private long minDelta;
  private long last;
  private int buffered;
  private int next;
  private int unread;

  DeltaLongs(PageBytes bytes) {
    data = bytes.bytes();
    position = bytes.from();
    end = bytes.to();
    long blockSize = readVarint();
    long perBlock = readVarint();
    long total = readVarint();
    last = readZigZag();
    if (perBlock <= 0
        || perBlock > MAX_MINIBLOCK
        || blockSize % perBlock != 0
        || blockSize / perBlock <= 0
        || blockSize / perBlock > MAX_MINIBLOCK
        || blockSize / perBlock % 8 != 0
        || total < 0
        || total > Integer.MAX_VALUE) {
      throw new DamagedDataException(
          "its deltas are said to be " + total + " in blocks of " + blockSize + " / " + perBlock);
    }
    miniblocks = (int) perBlock;
    miniblockSize = (int) (blockSize / perBlock);
    count = (int) total;
    buffer = new long[miniblockSize];
    miniblock = miniblocks;
    unread = count;
    // The first value stands in the header.
    buffer[0] = last;
    buffered = count > 0 ? 1 : 0;
  }

  /** How many numbers there are in all. */
  int count() {
    return count;
  }

  /** Where the numbers end, found without reading them. To be asked before the first is read. */
  int end() {
    DeltaLongs walker = new DeltaLongs(new PageBytes(data, position, end), this);
    int rest = count - 1;
    while (rest > 0) {
      walker.startMiniblock();
      walker.position += walker.miniblockBytes();
      walker.miniblock++;
      rest -= miniblockSize;
    }
    walker.requireInside();
    return walker.position;
  }

  private DeltaLongs(PageBytes rest, DeltaLongs header) {
    data = rest.bytes();
    position = rest.from();
    end = rest.to();
    miniblocks = header.miniblocks;
    miniblockSize = header.miniblockSize;
    count = header.count;
    buffer = header.buffer;
    miniblock = miniblocks;
  }

  void read(long[] target, int at, int wanted) {
    if (wanted > unread) {
      throw new DamagedDataException("it has " + count + " deltas only");
    }
    int to = at;
    int rest = wanted;
    while (rest > 0) {
      if (next == buffered) {
        nextMiniblock();
      }
      int step = Math.min(rest, buffered - next);
      System.arraycopy(buffer, next, target, to, step);
      next += step;
      unread -= step;
      to += step;
      rest -= step;
    }
  }

  void skip(int wanted) {
    long[] scratch = new long[Math.min(wanted, 1024)];
    for (int rest = wanted; rest > 0; rest -= scratch.length) {
      read(scratch, 0, Math.min(rest, scratch.length));
    }
  }

  private void startMiniblock() {
    if (miniblock == miniblocks) {
      minDelta = readZigZag();
      widths = position;
      position += miniblocks;
      miniblock = 0;
    }
    requireInside();
  }

  private int miniblockBytes() {
    int width = data[widths + miniblock] & 0xFF;
    if (width > 64) {
      throw new DamagedDataException("a block of deltas has a width of " + width + " bits");
    }
    return miniblockSize / 8 * width;
  }

  private void requireInside() {
    if (position > end) {
      throw new DamagedDataException("it ends inside a block of deltas");
    }
  }

  private void nextMiniblock() {
    startMiniblock();
    int bytes = miniblockBytes();
    int width = data[widths + miniblock] & 0xFF;
    int values = Math.min(miniblockSize, unread);
    if (position + ((long) values * width + 7 >>> 3) > end) {
      throw new DamagedDataException("it ends inside a block of deltas");
    }
    unpack(width, values);
    miniblock++;
    // A last block may be cut behind its last value.
    position = Math.min(end, position + bytes);
    buffered = values;
    next = 0;
  }

  private void unpack(int width, int values) {
    long value = last;
    long mask = width == 64 ? -1L : (1L << width) - 1;
    long bit = 0;
    for (int i = 0; i < values; i++) {
      int at = position + (int) (bit >>> 3);
      int shift = (int) (bit & 7);
      long delta = width == 0 ? 0 : LittleEndian.getLong(data, at) >>> shift;
      if (shift + width > 64) {
        delta |= LittleEndian.getLong(data, at + 8) << (64 - shift);
      }
      value += minDelta + (delta & mask);
      buffer[i] = value;
      bit += width;
    }
    last = value;
  }

  private long readVarint() {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (position >= end) {
        throw new DamagedDataException("it ends inside the header of its deltas");
      }
      byte b = data[position++];
      value |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new DamagedDataException("a number is longer than ten bytes");
  }

  private long readZigZag() {
    long value = readVarint();
    return value >>> 1 ^ -(value & 1);
  }
}
