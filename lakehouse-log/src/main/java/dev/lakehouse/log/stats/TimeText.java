package dev.lakehouse.log.stats;

/**
 * Dates and times as the logs of all writers spell them: blank or T between date and time, any
 * number of digits of a second, a zone or none, years of any length and sign.
 *
 * <p>Parses one text at a time; what it found is asked for after.
 */
final class TimeText {
  /** How a text says the zone. */
  enum Zone {
    /** Not at all. */
    NONE,
    /** {@code Z}, or an offset with seconds: exact. */
    EXACT,
    /** An offset of hours and minutes, from which an old writer may have cut the seconds. */
    MINUTES
  }

  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long SECONDS_PER_DAY = 86_400;

  private String text = "";
  private int at;
  private long days;
  private long localMicros;
  private Zone zone = Zone.NONE;
  private long offsetSeconds;

  /** Parses a date and nothing after it. */
  boolean parseDate(String newText) {
    start(newText);
    return date() && at == text.length();
  }

  /** Parses a date, or date and time. */
  boolean parseTime(String newText) {
    start(newText);
    try {
      if (!date()) {
        return false;
      }
      long micros = 0;
      if (at < text.length()) {
        if (!(take('T') || take(' ') || take('t'))) {
          return false;
        }
        micros = timeOfDay();
        if (micros < 0 || !zone()) {
          return false;
        }
      }
      localMicros = micros(days, micros);
      return at == text.length();
    } catch (ArithmeticException e) {
      return false;
    }
  }

  /** Of a day and its microseconds; the first day of all is whole only from its middle on. */
  private static long micros(long day, long microsOfDay) {
    long perDay = SECONDS_PER_DAY * MICROS_PER_SECOND;
    return day < 0
        ? Math.addExact(Math.multiplyExact(day + 1, perDay), microsOfDay - perDay)
        : Math.addExact(Math.multiplyExact(day, perDay), microsOfDay);
  }

  private void start(String newText) {
    text = newText.strip();
    at = 0;
    zone = Zone.NONE;
    offsetSeconds = 0;
  }

  /** The days since 1970-01-01 of the date. */
  long days() {
    return days;
  }

  /** The microseconds since 1970-01-01T00:00 on the clock of the text. */
  long localMicros() {
    return localMicros;
  }

  /** How the zone is said. */
  Zone zoneKind() {
    return zone;
  }

  /** How far the clock of the text is ahead of UTC. */
  long offsetSeconds() {
    return offsetSeconds;
  }

  private boolean take(char expected) {
    if (at < text.length() && text.charAt(at) == expected) {
      at++;
      return true;
    }
    return false;
  }

  /** The number of {@code least} to {@code most} digits here; -1 if there is none. */
  private long digits(int least, int most) {
    long value = 0;
    int from = at;
    while (at < text.length() && at - from < most && isDigit(text.charAt(at))) {
      value = 10 * value + (text.charAt(at++) - '0');
    }
    return at - from < least ? -1 : value;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private boolean date() {
    boolean negative = take('-');
    if (!negative) {
      take('+');
    }
    long year = digits(4, 9);
    if (year < 0 || !take('-')) {
      return false;
    }
    long month = digits(1, 2);
    if (month < 1 || month > 12 || !take('-')) {
      return false;
    }
    long day = digits(1, 2);
    long signedYear = negative ? -year : year;
    if (day < 1 || day > lengthOfMonth(signedYear, month)) {
      return false;
    }
    days = epochDay(signedYear, month, day);
    return true;
  }

  private static long lengthOfMonth(long year, long month) {
    if (month == 2) {
      boolean leap = (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
      return leap ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  /** Days since 1970-01-01 in the proleptic Gregorian calendar. */
  private static long epochDay(long year, long month, long day) {
    long shifted = month <= 2 ? year - 1 : year;
    long era = Math.floorDiv(shifted, 400);
    long yearOfEra = shifted - era * 400;
    long dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146_097 + dayOfEra - 719_468;
  }

  /** Microseconds of the day; -1 if there is no time here. */
  private long timeOfDay() {
    long hour = digits(1, 2);
    if (hour < 0 || hour > 23 || !take(':')) {
      return -1;
    }
    long minute = digits(1, 2);
    if (minute < 0 || minute > 59) {
      return -1;
    }
    long second = 0;
    if (take(':')) {
      second = digits(1, 2);
      if (second < 0 || second > 59) {
        return -1;
      }
    }
    long micros = take('.') ? fraction() : 0;
    return micros < 0 ? -1 : ((hour * 60 + minute) * 60 + second) * MICROS_PER_SECOND + micros;
  }

  /** Microseconds of a fraction of any number of digits, cut off; -1 if there is none. */
  private long fraction() {
    long micros = 0;
    int count = 0;
    while (at < text.length() && isDigit(text.charAt(at))) {
      if (count++ < 6) {
        micros = 10 * micros + (text.charAt(at) - '0');
      }
      at++;
    }
    for (int i = count; i < 6; i++) {
      micros *= 10;
    }
    return count == 0 ? -1 : micros;
  }

  /** Passes the zone, if any; false if what is here is none. */
  private boolean zone() {
    if (at == text.length()) {
      return true;
    }
    if (take('Z') || take('z')) {
      zone = Zone.EXACT;
      return true;
    }
    if (text.startsWith("UTC", at) || text.startsWith("GMT", at)) {
      at += 3;
      zone = Zone.EXACT;
      return at == text.length() || offset();
    }
    take(' ');
    return offset();
  }

  private boolean offset() {
    boolean negative = take('-');
    if (!negative && !take('+')) {
      return false;
    }
    long hours = digits(2, 2);
    boolean colon = take(':');
    long minutes = at < text.length() ? digits(2, 2) : 0;
    long seconds = 0;
    boolean exact = false;
    if (at < text.length() && (!colon || take(':'))) {
      seconds = digits(2, 2);
      exact = true;
    }
    if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) {
      return false;
    }
    zone = exact ? Zone.EXACT : Zone.MINUTES;
    long size = (hours * 60 + minutes) * 60 + seconds;
    offsetSeconds = negative ? -size : size;
    return true;
  }
}
