package dev.lakehouse.parquet.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.columnar.Values;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Old dates keep their names: the judge is the JDK's own Julian and Gregorian calendar. */
class LegacyCalendarTest {
  @ParameterizedTest
  @CsvSource({
    "1582, 10, 4, 1582-10-04",
    "1582, 10, 15, 1582-10-15",
    "1500, 2, 29, 1500-03-01",
    "1000, 1, 1, 1000-01-01",
    "1, 1, 1, 0001-01-01",
    "100, 3, 1, 0100-03-01",
    "1969, 12, 31, 1969-12-31"
  })
  void aDateKeepsItsNameAndDaysThatDoNotExistMoveOn(
      int year, int month, int day, LocalDate expected) {
    long millis = old(TimeZone.getTimeZone("UTC"), year, month, day, 0).getTimeInMillis();
    int[] days = {(int) Math.floorDiv(millis, 86_400_000L)};
    LegacyCalendar.rebaseDays(days, 0, 1);
    assertEquals(expected, LocalDate.ofEpochDay(days[0]));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/Los_Angeles", "Europe/Amsterdam", "Asia/Tokyo"})
  void aTimestampKeepsItsLocalNameInTheWritersZone(String zone) {
    LegacyCalendar calendar = new LegacyCalendar(true, true, ZoneId.of(zone));
    for (int year : new int[] {1, 900, 1582, 1700, 1883, 1899, 1900, 1950, 2020}) {
      GregorianCalendar old = old(TimeZone.getTimeZone(zone), year, 3, 7, 13);
      long[] micros = {old.getTimeInMillis() * 1000 + 17};
      calendar.rebaseMicros(micros, 0, 1);
      LocalDateTime expected = LocalDateTime.of(year, 3, 7, 13, 24, 35, 17_000);
      assertEquals(
          Values.micros(expected.atZone(ZoneId.of(zone)).toInstant()), micros[0], "year " + year);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1_600_000_000_000_000L, -2_208_988_800_000_000L})
  void newTimestampsStayAsTheyAre(long micros) {
    long[] values = {micros};
    new LegacyCalendar(true, true, ZoneOffset.UTC).rebaseMicros(values, 0, 1);
    assertEquals(micros, values[0]);
  }

  private static GregorianCalendar old(TimeZone zone, int year, int month, int day, int hour) {
    GregorianCalendar calendar = new GregorianCalendar(zone, Locale.ROOT);
    calendar.clear();
    calendar.set(year, month - 1, day, hour, hour == 0 ? 0 : 24, hour == 0 ? 0 : 35);
    calendar.get(Calendar.YEAR);
    return calendar;
  }
}
