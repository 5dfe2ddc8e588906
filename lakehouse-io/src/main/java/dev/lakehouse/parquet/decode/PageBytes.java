package dev.lakehouse.parquet.decode;

import dev.lakehouse.parquet.DamagedDataException;

/**
 * A part of a page, inflated.
 *
 * @param bytes holds at least {@link #SLACK} bytes more after {@code to}, so that decoders may read
 *     over the end
 * @param from the first byte
 * @param to the end, exclusive
 */
public record PageBytes(byte[] bytes, int from, int to) {
  /** How many bytes after its end must be there. */
  public static final int SLACK = 32;

  /** Checks that the part lies in the array. */
  public PageBytes {
    if (from < 0 || to < from || to + SLACK > bytes.length) {
      throw new DamagedDataException(
          "a part of it from byte " + from + " to " + to + " does not lie in it");
    }
  }

  /** How many bytes there are. */
  public int length() {
    return to - from;
  }

  /** The first {@code length} bytes. */
  public PageBytes head(int length) {
    requireInside(length);
    return new PageBytes(bytes, from, from + length);
  }

  /** What follows the first {@code length} bytes. */
  public PageBytes tail(int length) {
    requireInside(length);
    return new PageBytes(bytes, from + length, to);
  }

  /** The 32-bit number that starts {@code offset} bytes in. */
  public int intAt(int offset) {
    requireInside(offset + 4);
    return LittleEndian.getInt(bytes, from + offset);
  }

  private void requireInside(int length) {
    if (length < 0 || length > length()) {
      throw new DamagedDataException(
          "a part of " + length + " bytes is said to lie in " + length() + " bytes");
    }
  }
}
