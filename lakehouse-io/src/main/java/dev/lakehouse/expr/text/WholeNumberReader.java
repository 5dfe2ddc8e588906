package dev.lakehouse.expr.text;

/** Reads whole numbers as Spark casts text to them: a sign and digits, nothing else. */
public final class WholeNumberReader {
  private final long min;
  private final long max;
  private long value;

  /** A reader of numbers from {@code min} to {@code max}. */
  public WholeNumberReader(long min, long max) {
    this.min = min;
    this.max = max;
  }

  /** The last number read. */
  public long value() {
    return value;
  }

  /** Reads {@code data[from]} up to {@code data[to]}; false if that is no number of the range. */
  public boolean read(byte[] data, int from, int to) {
    int at = Trimming.start(data, from, to);
    int end = Trimming.end(data, at, to);
    boolean negative = at < end && data[at] == '-';
    at += at < end && (data[at] == '-' || data[at] == '+') ? 1 : 0;
    if (at == end) {
      return false;
    }
    // Negative numbers reach one further, so the magnitude is kept below zero.
    long magnitude = 0;
    for (; at < end; at++) {
      int digit = data[at] - '0';
      if (digit < 0 || digit > 9 || magnitude < Long.MIN_VALUE / 10) {
        return false;
      }
      magnitude = 10 * magnitude - digit;
      if (magnitude > 0) {
        return false;
      }
    }
    value = negative ? magnitude : -magnitude;
    return (negative || magnitude != Long.MIN_VALUE) && value >= min && value <= max;
  }
}
