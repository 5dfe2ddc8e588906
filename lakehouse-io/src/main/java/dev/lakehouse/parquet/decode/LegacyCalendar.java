package dev.lakehouse.parquet.decode;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/**
 * The calendar of old Spark and Hive files: Julian before 1582-10-15, with the daylight and local
 * time rules of {@code java.util}. Moves values so that they name the same local date and time in
 * the proleptic Gregorian calendar.
 *
 * @param dates whether dates and 64-bit timestamps of the file are of this calendar
 * @param int96 whether INT96 timestamps are
 * @param zone the zone that timestamps were written in
 */
public record LegacyCalendar(boolean dates, boolean int96, ZoneId zone) {
  /** No value is of the old calendar. */
  public static final LegacyCalendar NONE = new LegacyCalendar(false, false, ZoneOffset.UTC);

  /** The first day of the Gregorian calendar. */
  private static final int SWITCH_DAY = -141_427;

  /** 1900-01-01T00:00Z, since which both ways to count agree in every zone. */
  private static final long AGREED_MICROS = -2_208_988_800_000_000L;

  private static final long JULIAN_EPOCH_DAY = 2_440_588;

  static void rebaseDays(int[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      if (values[i] < SWITCH_DAY) {
        values[i] = rebasedDay(values[i]);
      }
    }
  }

  /** Source: the usual conversion of a Julian day number to a Julian calendar date. */
  private static int rebasedDay(int epochDay) {
    long c = epochDay + JULIAN_EPOCH_DAY + 32_082;
    long d = Math.floorDiv(4 * c + 3, 1461);
    long e = c - Math.floorDiv(1461 * d, 4);
    long m = (5 * e + 2) / 153;
    long year = d - 4800 + m / 10;
    long month = m + 3 - 12 * (m / 10);
    long day = e - (153 * m + 2) / 5;
    return (int) (LocalDate.of((int) year, (int) month, 1).toEpochDay() + day);
  }

  void rebaseMicros(long[] values, int from, int to) {
    GregorianCalendar calendar = null;
    for (int i = from; i < to; i++) {
      if (values[i] < AGREED_MICROS) {
        if (calendar == null) {
          calendar = new GregorianCalendar(TimeZone.getTimeZone(zone), Locale.ROOT);
        }
        values[i] = rebasedMicros(calendar, values[i]);
      }
    }
  }

  private long rebasedMicros(GregorianCalendar calendar, long micros) {
    calendar.setTimeInMillis(Math.floorDiv(micros, 1000));
    long microsOfMilli = Math.floorMod(micros, 1000);
    LocalDateTime local =
        LocalDateTime.of(
                calendar.get(Calendar.YEAR),
                calendar.get(Calendar.MONTH) + 1,
                1,
                calendar.get(Calendar.HOUR_OF_DAY),
                calendar.get(Calendar.MINUTE),
                calendar.get(Calendar.SECOND))
            .with(ChronoField.ERA, calendar.get(Calendar.ERA))
            .plusDays(calendar.get(Calendar.DAY_OF_MONTH) - 1);
    long seconds = local.atZone(zone).toEpochSecond();
    return seconds * 1_000_000 + calendar.get(Calendar.MILLISECOND) * 1000L + microsOfMilli;
  }
}
