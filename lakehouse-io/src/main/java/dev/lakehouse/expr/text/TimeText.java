package dev.lakehouse.expr.text;

/** Dates and times as text, as Spark casts them. */
public final class TimeText {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final int MICROS_PER_SECOND = 1_000_000;

  private TimeText() {}

  /** {@code yyyy-MM-dd}; a year past 9999 has a plus. */
  public static void appendDate(TextSink sink, long days) {
    long date = CivilDate.packed(days);
    int year = CivilDate.year(date);
    if (year < 0 || year > 9999) {
      sink.append(year < 0 ? '-' : '+');
    }
    sink.appendPadded(Math.abs(year), 4);
    sink.append('-');
    sink.appendPadded(CivilDate.month(date), 2);
    sink.append('-');
    sink.appendPadded(CivilDate.day(date), 2);
  }

  /** {@code yyyy-MM-dd HH:mm:ss[.SSSSSS]}, the fraction without zeros at its end. */
  public static void appendTime(TextSink sink, long localMicros) {
    long days = Math.floorDiv(localMicros, MICROS_PER_DAY);
    long ofDay = Math.floorMod(localMicros, MICROS_PER_DAY);
    appendDate(sink, days);
    sink.append(' ');
    int seconds = (int) (ofDay / MICROS_PER_SECOND);
    sink.appendPadded(seconds / 3600, 2);
    sink.append(':');
    sink.appendPadded(seconds / 60 % 60, 2);
    sink.append(':');
    sink.appendPadded(seconds % 60, 2);
    appendFraction(sink, (int) (ofDay % MICROS_PER_SECOND));
  }

  private static void appendFraction(TextSink sink, int micros) {
    if (micros != 0) {
      int width = 6;
      int fraction = micros;
      while (fraction % 10 == 0) {
        fraction /= 10;
        width--;
      }
      sink.append('.');
      sink.appendPadded(fraction, width);
    }
  }
}
