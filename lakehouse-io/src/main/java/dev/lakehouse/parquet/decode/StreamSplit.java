package dev.lakehouse.parquet.decode;

import dev.lakehouse.parquet.DamagedDataException;

/** {@code BYTE_STREAM_SPLIT}: first the first bytes of all values, then the second ones, … */
final class StreamSplit {
  private StreamSplit() {}

  /** The values of {@code width} bytes as {@code PLAIN} has them. */
  static PageBytes join(PageBytes split, int width) {
    int length = split.length();
    if (width <= 0 || length % width != 0) {
      throw new DamagedDataException(
          "its " + length + " bytes are no split values of " + width + " bytes");
    }
    int count = length / width;
    byte[] source = split.bytes();
    byte[] joined = new byte[length + PageBytes.SLACK];
    for (int stream = 0; stream < width; stream++) {
      int from = split.from() + stream * count;
      int to = stream;
      for (int i = 0; i < count; i++) {
        joined[to] = source[from + i];
        to += width;
      }
    }
    return new PageBytes(joined, 0, length);
  }
}
