package dev.lakehouse.expr.text;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads times as Spark casts text to them: a date as {@link DateReader} does with years of at most
 * 6 digits, then, after a {@code T} or a space, {@code h[h][:m[m][:s[s][.fraction]]]}, then, only
 * after seconds, a zone; or {@code [T]h[h]:m[m]…} alone. Not thread-safe.
 */
public final class TimestampReader {
  private static final int YEAR = 0;
  private static final int MONTH = 1;
  private static final int DAY = 2;
  private static final int HOUR = 3;
  private static final int MINUTE = 4;
  private static final int SECOND = 5;
  private static final int FRACTION = 6;
  private static final int ZONE = 7;
  private static final int FRACTION_DIGITS = 6;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private static final Pattern ONE_DIGIT_HOUR = Pattern.compile("([+-])(\\d):");
  private static final Pattern ONE_DIGIT_MINUTE = Pattern.compile("([+-]\\d\\d):(\\d)$");

  private final int[] parts = new int[9];
  private int part;
  private int value;
  private int digits;
  private int fractionDigits;
  private boolean timeOnly;
  private boolean signed;
  private @Nullable String zoneText;
  private @Nullable ZoneId zone;
  private long localMicros;

  /** The local time of the last text that was a time; of its day alone if {@link #isTimeOnly}. */
  public long localMicros() {
    return localMicros;
  }

  /** The zone that the text ended with, or null. */
  public @Nullable ZoneId zone() {
    return zone;
  }

  /** True if the text had no date. */
  public boolean isTimeOnly() {
    return timeOnly;
  }

  /** Reads {@code data[from]} up to {@code data[to]}, exclusive; false if that is no time. */
  public boolean read(byte[] data, int from, int to) {
    reset();
    int at = Trimming.start(data, from, to);
    int end = Trimming.end(data, at, to);
    if (at == end) {
      return false;
    }
    int sign = data[at] == '-' ? -1 : 1;
    signed = data[at] == '-' || data[at] == '+';
    return readParts(data, from, at + (signed ? 1 : 0), end)
        && readZone()
        && toMicros(sign * (long) parts[YEAR]);
  }

  private void reset() {
    Arrays.fill(parts, 0);
    parts[YEAR] = 1;
    parts[MONTH] = 1;
    parts[DAY] = 1;
    part = YEAR;
    value = 0;
    digits = 0;
    fractionDigits = 0;
    timeOnly = false;
    zoneText = null;
    zone = null;
  }

  private boolean readParts(byte[] data, int origin, int from, int end) {
    for (int at = from; at < end; at++) {
      int digit = data[at] - '0';
      if (digit >= 0 && digit <= 9) {
        addDigit(digit);
      } else if (part >= SECOND && part <= FRACTION && data[at] != '.') {
        zoneText = new String(data, at, end - at, StandardCharsets.UTF_8);
        return endPart(ZONE);
      } else if (!separate(data[at], at == origin)) {
        return false;
      }
    }
    return endPart(part);
  }

  private void addDigit(int digit) {
    if (part == FRACTION) {
      fractionDigits++;
    }
    if (part != FRACTION || digits < FRACTION_DIGITS) {
      value = digits < 10 ? 10 * value + digit : value;
    }
    digits++;
  }

  /** Takes what stands between two parts; false if it may not stand there. */
  private boolean separate(byte separator, boolean first) {
    switch (part) {
      case YEAR, MONTH -> {
        if (first && separator == 'T') {
          timeOnly = true;
          part = HOUR;
          return true;
        } else if (part == YEAR && separator == ':' && !signed) {
          timeOnly = true;
          part = HOUR;
          return endPart(MINUTE);
        }
        return separator == '-' && endPart(part + 1);
      }
      case DAY -> {
        return (separator == ' ' || separator == 'T') && endPart(HOUR);
      }
      case HOUR, MINUTE -> {
        return separator == ':' && endPart(part + 1);
      }
      default -> {
        return part == SECOND && endPart(FRACTION);
      }
    }
  }

  private boolean endPart(int next) {
    boolean whole =
        switch (part) {
          case YEAR -> digits >= 4 && digits <= 6;
          case FRACTION -> true;
          default -> digits > 0 && digits <= 2;
        };
    parts[part] = value;
    part = next;
    value = 0;
    digits = 0;
    return whole;
  }

  private boolean readZone() {
    for (int i = fractionDigits; i < FRACTION_DIGITS; i++) {
      parts[FRACTION] *= 10;
    }
    if (zoneText == null) {
      return true;
    }
    try {
      zone = zone(zoneText.trim());
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  /**
   * The zone that {@code text} names: an id of the zone database in its own case, a short id such
   * as {@code PST}, or an offset, also with a single digit for the hours or the minutes.
   *
   * @throws DateTimeException if there is none
   */
  public static ZoneId zone(String text) {
    Matcher hour = ONE_DIGIT_HOUR.matcher(text);
    Matcher minute = ONE_DIGIT_MINUTE.matcher(hour.replaceFirst("$10$2:"));
    return ZoneId.of(minute.replaceFirst("$1:0$2"), ZoneId.SHORT_IDS);
  }

  private boolean toMicros(long year) {
    boolean exists =
        CivilDate.exists(year, parts[MONTH], parts[DAY])
            && parts[HOUR] < 24
            && parts[MINUTE] < 60
            && parts[SECOND] < 60;
    if (!exists) {
      return false;
    }
    long seconds = (parts[HOUR] * 60L + parts[MINUTE]) * 60 + parts[SECOND];
    long ofDay = seconds * 1_000_000 + parts[FRACTION];
    long days = timeOnly ? 0 : CivilDate.days(year, parts[MONTH], parts[DAY]);
    try {
      localMicros = Math.addExact(Math.multiplyExact(days, MICROS_PER_DAY), ofDay);
      return true;
    } catch (ArithmeticException e) {
      return false;
    }
  }
}
