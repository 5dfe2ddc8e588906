package dev.lakehouse.expr.text;

/**
 * Days since 1970-01-01 as years, months and days of the proleptic Gregorian calendar, by
 * arithmetic on years that begin in March (so that the leap day is a year's last).
 */
public final class CivilDate {
  private static final int DAYS_PER_ERA = 146_097;
  private static final int DAYS_BEFORE_EPOCH = 719_468;

  private CivilDate() {}

  private static long era(long shifted) {
    return Math.floorDiv(shifted, DAYS_PER_ERA);
  }

  private static int yearOfEra(int dayOfEra) {
    return (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
  }

  private static int marchDay(int dayOfEra, int yearOfEra) {
    return dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  }

  /** Year, month and day packed: {@code year * 512 + month * 32 + day}. */
  public static long packed(long days) {
    long shifted = days + DAYS_BEFORE_EPOCH;
    long era = era(shifted);
    int dayOfEra = (int) (shifted - era * DAYS_PER_ERA);
    int yearOfEra = yearOfEra(dayOfEra);
    int marchDay = marchDay(dayOfEra, yearOfEra);
    int marchMonth = (5 * marchDay + 2) / 153;
    int day = marchDay - (153 * marchMonth + 2) / 5 + 1;
    int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
    long year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    return (year << 9) + (month << 5) + day;
  }

  /** The year of a {@link #packed} date. */
  public static int year(long packed) {
    return (int) (packed >> 9);
  }

  /** The month of a {@link #packed} date, from 1. */
  public static int month(long packed) {
    return (int) (packed >> 5) & 15;
  }

  /** The day of the month of a {@link #packed} date, from 1. */
  public static int day(long packed) {
    return (int) packed & 31;
  }

  /** The days since 1970-01-01 of a date that exists. */
  public static long days(long year, int month, int day) {
    long marchYear = month <= 2 ? year - 1 : year;
    long era = Math.floorDiv(marchYear, 400);
    long yearOfEra = marchYear - era * 400;
    int marchMonth = month > 2 ? month - 3 : month + 9;
    long dayOfYear = (153L * marchMonth + 2) / 5 + day - 1;
    long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * DAYS_PER_ERA + dayOfEra - DAYS_BEFORE_EPOCH;
  }

  /** True if there is such a date. */
  public static boolean exists(long year, int month, int day) {
    return month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month);
  }

  /** How many days a month has. */
  public static int monthLength(long year, int month) {
    if (month == 2) {
      return isLeap(year) ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  private static boolean isLeap(long year) {
    return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
  }
}
