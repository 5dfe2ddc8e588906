package dev.lakehouse.expr.string;

/** UTF-8 bytes as code points. */
final class Utf8 {
  private Utf8() {}

  /** How many bytes the code point has that starts with {@code lead}. */
  static int length(byte lead) {
    if (lead >= 0) {
      return 1;
    }
    return lead >= (byte) 0xF0 ? 4 : lead >= (byte) 0xE0 ? 3 : 2;
  }

  static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }

  /** How many code points {@code data[from]} up to {@code data[to]} has. */
  static int count(byte[] data, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      count += isContinuation(data[i]) ? 0 : 1;
    }
    return count;
  }

  /**
   * Where the code point starts that is {@code count} ones after {@code from}; at most {@code to}.
   */
  static int skip(byte[] data, int from, int to, long count) {
    int at = from;
    for (long i = 0; i < count && at < to; i++) {
      at += length(data[at]);
    }
    return Math.min(at, to);
  }

  /** Where the code point starts that ends at {@code end}. */
  static int previous(byte[] data, int from, int end) {
    int at = end - 1;
    while (at > from && isContinuation(data[at])) {
      at--;
    }
    return at;
  }

  static boolean isAscii(byte[] data, int from, int to) {
    int bits = 0;
    for (int i = from; i < to; i++) {
      bits |= data[i];
    }
    return bits >= 0;
  }
}
