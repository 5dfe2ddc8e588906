package dev.lakehouse.parquet.read;

import dev.lakehouse.io.InputFile;
import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.decode.PageBytes;

/**
 * The bytes of a column chunk, read through a window that is as large as whoever reads needs it.
 * Not thread-safe.
 */
final class ChunkBytes {
  private final InputFile file;
  private final ScanMemory memory;
  private final long fileEnd;
  private final int windowSize;
  private long goal;
  private long windowStart;
  private byte[] window = new byte[0];
  private int windowLength;
  private int at;

  /**
   * Bytes from {@code start} on.
   *
   * @param end where the chunk is said to end. Some old writers said too little, so that reading on
   *     is allowed
   * @param windowSize how many bytes to read at once if not more are needed
   */
  ChunkBytes(InputFile file, long start, long end, int windowSize, ScanMemory memory) {
    if (start < 0 || end < start || end > file.length()) {
      throw new DamagedDataException(
          "it is said to lie from byte " + start + " to " + end + " of " + file.length());
    }
    this.file = file;
    this.memory = memory;
    this.windowStart = start;
    this.goal = end;
    this.fileEnd = file.length();
    this.windowSize = windowSize;
  }

  /** Where in the file the next byte is. */
  long position() {
    return windowStart + at;
  }

  /** How many bytes follow at most. */
  long left() {
    return fileEnd - position();
  }

  /** How many bytes stand in the window without reading more. */
  int buffered() {
    return windowLength - at;
  }

  /** The array that holds the window. */
  byte[] array() {
    return window;
  }

  /** Where in {@link #array} the next byte is. */
  int index() {
    return at;
  }

  /** Makes the next {@code count} bytes stand together in the window. */
  void require(int count) {
    if (count < 0 || count > left()) {
      throw new DamagedDataException("it has " + left() + " bytes left, not " + count);
    }
    if (count > buffered()) {
      refill(count);
    }
  }

  private void refill(int count) {
    long start = position();
    int kept = buffered();
    long rest = Math.max(goal - start, count);
    int length = (int) Math.min(rest, Math.max(count, windowSize));
    byte[] target = room(length);
    System.arraycopy(window, at, target, 0, kept);
    file.read(start + kept, target, kept, length - kept);
    window = target;
    windowLength = length;
    windowStart = start;
    at = 0;
  }

  private byte[] room(int length) {
    long needed = (long) length + PageBytes.SLACK;
    if (needed <= window.length) {
      return window;
    }
    if (needed > Integer.MAX_VALUE - 8) {
      throw new BufferTooLargeException(needed, memory.total());
    }
    memory.resize(window.length, needed);
    return new byte[(int) needed];
  }

  /** Goes on by {@code count} bytes, which need not have been read. */
  void skip(long count) {
    if (count < 0 || count > left()) {
      throw new DamagedDataException("it has " + left() + " bytes left, not " + count);
    }
    moveTo(position() + count);
  }

  /**
   * Goes to {@code target}.
   *
   * @param newGoal up to where bytes are wanted from there
   */
  void moveTo(long target, long newGoal) {
    if (target < 0 || target > fileEnd) {
      throw new DamagedDataException("a page of it is said to lie at byte " + target);
    }
    moveTo(target);
    goal = newGoal;
  }

  private void moveTo(long target) {
    if (target >= windowStart && target <= windowStart + windowLength) {
      at = (int) (target - windowStart);
    } else {
      windowStart = target;
      windowLength = 0;
      at = 0;
    }
  }
}
