package dev.lakehouse.io;

/**
 * A range of a file's bytes.
 *
 * @param position the first byte, from 0
 * @param length how many bytes
 */
public record ByteRange(long position, int length) {
  /** Checks that neither is negative. */
  public ByteRange {
    if (position < 0 || length < 0) {
      throw new IllegalArgumentException("No such range: " + length + " bytes at " + position);
    }
  }

  /** The position after the last byte. */
  public long end() {
    return position + length;
  }
}
