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
  private final long chunkEnd;
  private final long fileEnd;
  private final int windowSize;
  private long windowStart;
  private byte[] window = new byte[0];
  private int windowLength;
  private int at;

  /**
   * Bytes from {@code start} on.
   *
   * @param chunkEnd where the chunk is said to end. Some old writers said too little, so that
   *     reading on up to {@code fileEnd} is allowed
   */
  ChunkBytes(InputFile file, long start, long chunkEnd, long fileEnd, int windowSize) {
    if (start < 0 || chunkEnd < start || chunkEnd > fileEnd) {
      throw new DamagedDataException(
          "it is said to lie from byte " + start + " to " + chunkEnd + " of " + fileEnd);
    }
    this.file = file;
    this.windowStart = start;
    this.chunkEnd = chunkEnd;
    this.fileEnd = fileEnd;
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

  /** The array that holds the window, valid until the next {@link #require}. */
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
    long rest = Math.max(chunkEnd - start, count);
    int length = (int) Math.min(rest, Math.max(count, windowSize));
    byte[] fresh = new byte[length + PageBytes.SLACK];
    System.arraycopy(window, at, fresh, 0, kept);
    file.read(start + kept, fresh, kept, length - kept);
    window = fresh;
    windowLength = length;
    windowStart = start;
    at = 0;
  }

  /** Goes on by {@code count} bytes, which need not have been read. */
  void skip(long count) {
    if (count < 0 || count > left()) {
      throw new DamagedDataException("it has " + left() + " bytes left, not " + count);
    }
    if (count <= buffered()) {
      at += (int) count;
    } else {
      windowStart = position() + count;
      at = 0;
      windowLength = 0;
    }
  }
}
