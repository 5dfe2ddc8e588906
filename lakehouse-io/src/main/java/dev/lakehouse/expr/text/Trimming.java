package dev.lakehouse.expr.text;

/** What casts ignore around a text: ASCII white space and control characters. */
public final class Trimming {
  private static final byte DELETE = 0x7F;

  private Trimming() {}

  /**
   * Where the text in {@code data[from]} up to {@code data[to]} starts; {@code to} if it is empty.
   */
  public static int start(byte[] data, int from, int to) {
    int at = from;
    while (at < to && isIgnored(data[at])) {
      at++;
    }
    return at;
  }

  /** Where it ends, exclusive. */
  public static int end(byte[] data, int from, int to) {
    int at = to;
    while (at > from && isIgnored(data[at - 1])) {
      at--;
    }
    return at;
  }

  private static boolean isIgnored(byte b) {
    return (b >= 0 && b <= ' ') || b == DELETE;
  }
}
