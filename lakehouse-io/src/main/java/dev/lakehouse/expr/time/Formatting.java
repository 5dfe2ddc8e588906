package dev.lakehouse.expr.time;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.expr.kernel.TextCells;
import dev.lakehouse.expr.kernel.Zones;
import dev.lakehouse.expr.text.TextSink;
import dev.lakehouse.types.DataType;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Times as text by a pattern, and back. */
public final class Formatting {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private Formatting() {}

  /** The formatters of a column of patterns; mostly one pattern for all rows. Not thread-safe. */
  private static final class Formatters {
    private final TextCells patterns;
    private final Function<String, DateTimeFormatter> make;
    private @Nullable String lastPattern;
    private @Nullable DateTimeFormatter last;

    private Formatters(Column patterns, Function<String, DateTimeFormatter> make) {
      this.patterns = TextCells.of(patterns);
      this.make = make;
    }

    private DateTimeFormatter get(int row) {
      String pattern = patterns.string(row);
      DateTimeFormatter formatter = pattern.equals(lastPattern) ? last : null;
      if (formatter == null) {
        try {
          formatter = make.apply(pattern);
        } catch (IllegalArgumentException e) {
          throw new RowFailure(row, String.valueOf(e.getMessage()));
        }
        last = formatter;
        lastPattern = pattern;
      }
      return formatter;
    }
  }

  /** {@code date_format(timestamp, pattern)}. */
  public static Kernel format(ZoneId zone) {
    return (arguments, live) -> {
      long[] micros = ((LongColumn) arguments.get(0)).values();
      Formatters formatters = new Formatters(arguments.get(1), Patterns::printing);
      TextSink sink = new TextSink(live.size(), 24 * live.size());
      for (int i = 0; i < live.size(); i++) {
        if (live.contains(i)) {
          sink.append(formatted(formatters.get(i), micros[i], zone, i));
        }
        sink.end();
      }
      return sink.column(DataType.STRING, live.validity());
    };
  }

  private static String formatted(DateTimeFormatter formatter, long micros, ZoneId zone, int row) {
    try {
      return formatter.format(Values.instant(micros).atZone(zone));
    } catch (DateTimeException e) {
      throw new RowFailure(row, String.valueOf(e.getMessage()));
    }
  }

  /** {@code to_timestamp(text, pattern)}, or {@code to_date} if {@code type} is DATE. */
  public static Kernel parse(DataType type, ZoneId zone) {
    return (arguments, live) -> {
      TextCells texts = TextCells.of(arguments.get(0));
      Formatters formatters = new Formatters(arguments.get(1), Patterns::reading);
      long[] out = new long[live.size()];
      for (int i = 0; i < out.length; i++) {
        if (live.contains(i)) {
          out[i] = parsed(formatters.get(i), texts.string(i), zone, i);
        }
      }
      return type == DataType.DATE
          ? dates(out, zone, live)
          : new LongColumn(type, out, live.validity(), out.length);
    };
  }

  private static Column dates(long[] micros, ZoneId zone, LiveRows live) {
    int[] days = new int[micros.length];
    for (int i = 0; i < days.length; i++) {
      days[i] = (int) Math.floorDiv(Zones.toLocal(micros[i], zone), MICROS_PER_DAY);
    }
    return new IntColumn(DataType.DATE, days, live.validity(), days.length);
  }

  private static long parsed(DateTimeFormatter formatter, String text, ZoneId zone, int row) {
    try {
      TemporalAccessor parsed = formatter.parse(text);
      ZoneId own = parsed.query(TemporalQueries.zone());
      LocalDateTime local = LocalDateTime.of(date(parsed), time(parsed));
      return Zones.toGlobal(Values.micros(local), own == null ? zone : own);
    } catch (DateTimeException | ArithmeticException e) {
      throw new RowFailure(
          row, "the text '" + text + "' does not fit the pattern: " + e.getMessage());
    }
  }

  private static LocalDate date(TemporalAccessor parsed) {
    LocalDate date = parsed.query(TemporalQueries.localDate());
    return date != null
        ? date
        : LocalDate.of(
            field(parsed, ChronoField.YEAR, 1970),
            field(parsed, ChronoField.MONTH_OF_YEAR, 1),
            field(parsed, ChronoField.DAY_OF_MONTH, 1));
  }

  private static LocalTime time(TemporalAccessor parsed) {
    LocalTime time = parsed.query(TemporalQueries.localTime());
    // Without AM or PM an hour of half a day is one of the morning.
    return time != null
        ? time
        : LocalTime.of(
            field(parsed, ChronoField.HOUR_OF_DAY, field(parsed, ChronoField.HOUR_OF_AMPM, 0)),
            field(parsed, ChronoField.MINUTE_OF_HOUR, 0),
            field(parsed, ChronoField.SECOND_OF_MINUTE, 0),
            field(parsed, ChronoField.NANO_OF_SECOND, 0));
  }

  private static int field(TemporalAccessor parsed, ChronoField field, int otherwise) {
    return parsed.isSupported(field) ? parsed.get(field) : otherwise;
  }
}
