package dev.lakehouse.expr.time;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.Zones;
import dev.lakehouse.expr.text.CivilDate;
import dev.lakehouse.types.DataType;
import java.time.ZoneId;
import java.util.List;

/** Parts of dates and times: {@code year} to {@code second}. */
public final class Fields {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long MICROS_PER_SECOND = 1_000_000;

  /** The first day of 1970 was a Thursday; days of the week count from 1, Sunday. */
  private static final int EPOCH_WEEKDAY = 4;

  private Fields() {}

  private static int[] days(List<Column> arguments) {
    return ((IntColumn) arguments.get(0)).values();
  }

  private static Column column(int[] values, LiveRows live) {
    return new IntColumn(DataType.INT, values, live.validity(), live.size());
  }

  /** {@code year(date)}. */
  public static Column year(List<Column> arguments, LiveRows live) {
    int[] days = days(arguments);
    int[] out = new int[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = CivilDate.year(CivilDate.packed(days[i]));
    }
    return column(out, live);
  }

  /** {@code month(date)}. */
  public static Column month(List<Column> arguments, LiveRows live) {
    int[] days = days(arguments);
    int[] out = new int[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = CivilDate.month(CivilDate.packed(days[i]));
    }
    return column(out, live);
  }

  /** {@code day(date)}. */
  public static Column day(List<Column> arguments, LiveRows live) {
    int[] days = days(arguments);
    int[] out = new int[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = CivilDate.day(CivilDate.packed(days[i]));
    }
    return column(out, live);
  }

  /** {@code dayofweek(date)}. */
  public static Column dayOfWeek(List<Column> arguments, LiveRows live) {
    int[] days = days(arguments);
    int[] out = new int[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = Math.floorMod((long) days[i] + EPOCH_WEEKDAY, 7) + 1;
    }
    return column(out, live);
  }

  /** {@code hour(time)}: one of 24 units of 3,600 seconds. */
  public static Kernel hour(ZoneId zone) {
    return ofDay(zone, 3600, 24);
  }

  /** {@code minute(time)}. */
  public static Kernel minute(ZoneId zone) {
    return ofDay(zone, 60, 60);
  }

  /** {@code second(time)}. */
  public static Kernel second(ZoneId zone) {
    return ofDay(zone, 1, 60);
  }

  private static Kernel ofDay(ZoneId zone, int seconds, int count) {
    return (arguments, live) -> {
      long[] local = Zones.local((LongColumn) arguments.get(0), zone);
      int[] out = new int[live.size()];
      for (int i = 0; i < out.length; i++) {
        int second = (int) (Math.floorMod(local[i], MICROS_PER_DAY) / MICROS_PER_SECOND);
        out[i] = second / seconds % count;
      }
      return column(out, live);
    };
  }
}
