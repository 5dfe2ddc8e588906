package dev.lakehouse.expr.cast;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.expr.Cast.OnFailure;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.kernel.DecimalCells;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.TextCells;
import dev.lakehouse.expr.kernel.Zones;
import dev.lakehouse.expr.text.DateReader;
import dev.lakehouse.expr.text.TimestampReader;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;

/** Casts to dates and times. */
final class TimeCasts {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long MICROS_PER_SECOND = 1_000_000;

  private TimeCasts() {}

  // Dates.

  static Kernel toDate(DataType from, OnFailure onFailure, ExpressionContext context) {
    if (from == DataType.STRING) {
      return (arguments, live) -> datesOfTexts(arguments.get(0), live, onFailure);
    }
    boolean global = from == DataType.TIMESTAMP;
    return (arguments, live) -> {
      long[] local = ((LongColumn) arguments.get(0)).values();
      if (global) {
        local = Arrays.copyOf(local, live.size());
        Zones.toLocal(local, context.zone());
      }
      int[] out = new int[live.size()];
      for (int i = 0; i < out.length; i++) {
        out[i] = (int) Math.floorDiv(local[i], MICROS_PER_DAY);
      }
      return new IntColumn(DataType.DATE, out, live.validity(), out.length);
    };
  }

  private static Column datesOfTexts(Column column, LiveRows live, OnFailure onFailure) {
    TextCells cells = TextCells.of(column);
    Misfits misfits = new Misfits(live, onFailure);
    DateReader reader = new DateReader();
    int[] out = new int[live.size()];
    for (int i = 0; i < out.length; i++) {
      if (live.contains(i)) {
        if (reader.read(cells.data(), cells.start(i), cells.end(i))) {
          out[i] = reader.days();
        } else {
          misfits.add(i, cells.string(i), DataType.DATE);
        }
      }
    }
    return new IntColumn(DataType.DATE, out, misfits.validity(), out.length);
  }

  // Timestamps.

  static Kernel toTimestamp(DataType from, OnFailure onFailure, ExpressionContext context) {
    if (from == DataType.STRING) {
      return (arguments, live) -> timesOfTexts(arguments.get(0), live, onFailure, context);
    } else if (from == DataType.DATE) {
      return (arguments, live) ->
          ofDates(arguments.get(0), DataType.TIMESTAMP, live, onFailure, context.zone());
    } else if (from == DataType.TIMESTAMP_NTZ) {
      return (arguments, live) -> {
        long[] out = Arrays.copyOf(((LongColumn) arguments.get(0)).values(), live.size());
        Zones.toGlobal(out, context.zone());
        return new LongColumn(DataType.TIMESTAMP, out, live.validity(), out.length);
      };
    }
    return (arguments, live) -> timesOfNumbers(arguments.get(0), live, onFailure);
  }

  static Kernel toLocalTimestamp(DataType from, OnFailure onFailure, ExpressionContext context) {
    if (from == DataType.STRING) {
      return (arguments, live) -> localTimesOfTexts(arguments.get(0), live, onFailure);
    } else if (from == DataType.DATE) {
      return (arguments, live) ->
          ofDates(arguments.get(0), DataType.TIMESTAMP_NTZ, live, onFailure, ZoneOffset.UTC);
    }
    return (arguments, live) -> {
      long[] out = Arrays.copyOf(((LongColumn) arguments.get(0)).values(), live.size());
      Zones.toLocal(out, context.zone());
      return new LongColumn(DataType.TIMESTAMP_NTZ, out, live.validity(), out.length);
    };
  }

  /** A date out of range is the epoch where TRY_CAST meets it: that is what Spark gives. */
  private static Column ofDates(
      Column column, DataType type, LiveRows live, OnFailure onFailure, ZoneId zone) {
    int[] days = ((IntColumn) column).values();
    long limit = Long.MAX_VALUE / MICROS_PER_DAY - 1;
    long[] out = new long[live.size()];
    boolean outside = false;
    for (int i = 0; i < out.length; i++) {
      boolean isOutside = days[i] > limit || days[i] < -limit;
      outside |= isOutside;
      out[i] = isOutside ? 0 : days[i] * MICROS_PER_DAY;
    }
    if (outside && onFailure == OnFailure.ERROR) {
      Misfits misfits = new Misfits(live, onFailure);
      for (int i = 0; i < out.length; i++) {
        if (live.contains(i) && (days[i] > limit || days[i] < -limit)) {
          misfits.add(i, LocalDate.ofEpochDay(days[i]), type);
        }
      }
    }
    Zones.toGlobal(out, zone);
    return new LongColumn(type, out, live.validity(), out.length);
  }

  private static Column timesOfTexts(
      Column column, LiveRows live, OnFailure onFailure, ExpressionContext context) {
    TextCells cells = TextCells.of(column);
    Misfits misfits = new Misfits(live, onFailure);
    TimestampReader reader = new TimestampReader();
    long[] out = new long[live.size()];
    for (int i = 0; i < out.length; i++) {
      if (live.contains(i)) {
        try {
          if (reader.read(cells.data(), cells.start(i), cells.end(i))) {
            out[i] = instant(reader, context);
            continue;
          }
        } catch (ArithmeticException e) {
          // Beyond the range of timestamps: as bad as no time at all.
        }
        misfits.add(i, cells.string(i), DataType.TIMESTAMP);
      }
    }
    return new LongColumn(DataType.TIMESTAMP, out, misfits.validity(), out.length);
  }

  /** A time without a zone is in the context's; without a date it is of today. */
  private static long instant(TimestampReader reader, ExpressionContext context) {
    ZoneId zone = reader.zone() == null ? context.zone() : reader.zone();
    long local = reader.localMicros();
    if (reader.isTimeOnly()) {
      long today = context.now().atZone(zone).toLocalDate().toEpochDay();
      local += Math.multiplyExact(today, MICROS_PER_DAY);
    }
    return Zones.toGlobal(local, zone);
  }

  private static Column localTimesOfTexts(Column column, LiveRows live, OnFailure onFailure) {
    TextCells cells = TextCells.of(column);
    Misfits misfits = new Misfits(live, onFailure);
    TimestampReader reader = new TimestampReader();
    long[] out = new long[live.size()];
    for (int i = 0; i < out.length; i++) {
      if (live.contains(i)) {
        if (reader.read(cells.data(), cells.start(i), cells.end(i)) && !reader.isTimeOnly()) {
          out[i] = reader.localMicros();
        } else {
          misfits.add(i, cells.string(i), DataType.TIMESTAMP_NTZ);
        }
      }
    }
    return new LongColumn(DataType.TIMESTAMP_NTZ, out, misfits.validity(), out.length);
  }

  /** Seconds since 1970: whole ones saturate, decimal ones wrap, floating ones must fit. */
  private static Column timesOfNumbers(Column column, LiveRows live, OnFailure onFailure) {
    Misfits misfits = new Misfits(live, onFailure);
    long[] out = new long[live.size()];
    if (column instanceof IntColumn ints) {
      for (int i = 0; i < out.length; i++) {
        out[i] = ints.values()[i] * MICROS_PER_SECOND;
      }
    } else if (column instanceof LongColumn longs && longs.type() == DataType.LONG) {
      for (int i = 0; i < out.length; i++) {
        out[i] = saturated(longs.values()[i]);
      }
    } else if (column.type() instanceof DecimalType) {
      BigDecimal micros = BigDecimal.valueOf(MICROS_PER_SECOND);
      for (int i = 0; i < out.length; i++) {
        out[i] =
            live.contains(i)
                ? DecimalCells.decimal(column, i).multiply(micros).toBigInteger().longValue()
                : 0;
      }
    } else {
      timesOfDoubles(column, live, misfits, out);
    }
    return new LongColumn(DataType.TIMESTAMP, out, misfits.validity(), out.length);
  }

  private static long saturated(long seconds) {
    long limit = Long.MAX_VALUE / MICROS_PER_SECOND;
    if (seconds > limit) {
      return Long.MAX_VALUE;
    }
    return seconds < -limit ? Long.MIN_VALUE : seconds * MICROS_PER_SECOND;
  }

  private static void timesOfDoubles(Column column, LiveRows live, Misfits misfits, long[] out) {
    double[] seconds =
        column instanceof DoubleColumn doubles
            ? doubles.values()
            : FloatingCasts.doubles(column, live);
    for (int i = 0; i < out.length; i++) {
      double micros = seconds[i] * MICROS_PER_SECOND;
      if (Math.floor(micros) <= Long.MAX_VALUE && Math.ceil(micros) >= Long.MIN_VALUE) {
        out[i] = (long) micros;
      } else if (live.contains(i)) {
        misfits.add(i, seconds[i], DataType.TIMESTAMP);
      }
    }
  }
}
