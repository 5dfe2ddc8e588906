package dev.lakehouse.expr.text;

/**
 * Reads dates as Spark casts text to them: {@code [+-]y…}, {@code y…-m[m]}, {@code y…-m[m]-d[d]},
 * the last with anything after a {@code T} or a space; years of 4 to 7 digits. Not thread-safe.
 */
public final class DateReader {
  private static final int MIN_YEAR_DIGITS = 4;
  private static final int MAX_YEAR_DIGITS = 7;

  private final int[] parts = new int[3];
  private int days;

  /** The days since 1970-01-01 of the last text that was a date. */
  public int days() {
    return days;
  }

  /** Reads {@code data[from]} up to {@code data[to]}, exclusive; false if that is no date. */
  public boolean read(byte[] data, int from, int to) {
    int at = Trimming.start(data, from, to);
    int end = Trimming.end(data, at, to);
    if (at == end) {
      return false;
    }
    int sign = data[at] == '-' ? -1 : 1;
    at += data[at] == '-' || data[at] == '+' ? 1 : 0;
    return readParts(data, at, end) && toDays(sign * (long) parts[0]);
  }

  private boolean readParts(byte[] data, int from, int end) {
    int part = 0;
    int value = 0;
    int digits = 0;
    int at = from;
    parts[1] = 1;
    parts[2] = 1;
    for (; at < end && data[at] != ' ' && data[at] != 'T'; at++) {
      int digit = data[at] - '0';
      if (part < 2 && data[at] == '-') {
        if (!isWhole(part, digits)) {
          return false;
        }
        parts[part++] = value;
        value = 0;
        digits = 0;
      } else if (digit < 0 || digit > 9 || digits > MAX_YEAR_DIGITS) {
        return false;
      } else {
        value = 10 * value + digit;
        digits++;
      }
    }
    parts[part] = value;
    return isWhole(part, digits) && (part == 2 || at == end);
  }

  private static boolean isWhole(int part, int digits) {
    return part == 0
        ? digits >= MIN_YEAR_DIGITS && digits <= MAX_YEAR_DIGITS
        : digits > 0 && digits <= 2;
  }

  private boolean toDays(long year) {
    if (!CivilDate.exists(year, parts[1], parts[2])) {
      return false;
    }
    long found = CivilDate.days(year, parts[1], parts[2]);
    days = (int) found;
    return days == found;
  }
}
