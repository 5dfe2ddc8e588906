package dev.lakehouse.expr.time;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.TextCells;
import dev.lakehouse.expr.kernel.Zones;
import dev.lakehouse.expr.text.CivilDate;
import dev.lakehouse.types.DataType;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code trunc} and {@code date_trunc}, in two steps: the unit's text becomes a number, null for a
 * text that is no unit, so that a row without a unit is null whatever is cut.
 */
public final class Truncation {
  private static final Unit[] UNITS = Unit.values();
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long MICROS_PER_SECOND = 1_000_000;

  private Truncation() {}

  /** The units that texts name, those of {@code trunc} only or all of them. */
  public static Kernel units(DataType type) {
    return (arguments, live) -> {
      TextCells cells = TextCells.of(arguments.get(0));
      int[] out = new int[live.size()];
      boolean[] known = new boolean[live.size()];
      for (int i = 0; i < out.length; i++) {
        Unit unit = live.contains(i) ? Unit.of(cells.string(i)) : null;
        if (unit != null && isFor(unit, type)) {
          known[i] = true;
          out[i] = number(unit);
        }
      }
      Validity validity = Validity.ofBooleans(known, known.length);
      return new IntColumn(DataType.INT, out, validity, out.length);
    };
  }

  /** True if values of {@code type} can be cut to the unit called {@code name}. */
  public static boolean isUnit(String name, DataType type) {
    Unit unit = Unit.of(name);
    return unit != null && isFor(unit, type);
  }

  private static boolean isFor(Unit unit, DataType type) {
    return type != DataType.DATE || unit.compareTo(Unit.WEEK) <= 0;
  }

  private static int number(Unit unit) {
    for (int i = 0; i < UNITS.length; i++) {
      if (UNITS[i] == unit) {
        return i;
      }
    }
    throw new IllegalArgumentException(unit.toString());
  }

  /** The dates of the second column cut to the units of the first. */
  public static Column dates(List<Column> arguments, LiveRows live) {
    int[] units = ((IntColumn) arguments.get(0)).values();
    int[] days = ((IntColumn) arguments.get(1)).values();
    int[] out = new int[live.size()];
    Unit same = same(units, live);
    for (int i = 0; i < out.length; i++) {
      out[i] = (int) day(same == null ? UNITS[units[i]] : same, days[i]);
    }
    return new IntColumn(DataType.DATE, out, live.validity(), out.length);
  }

  /** The unit of all rows, if it is one. */
  private static @Nullable Unit same(int[] units, LiveRows live) {
    for (int i = 1; i < live.size(); i++) {
      if (units[i] != units[0]) {
        return null;
      }
    }
    return live.size() == 0 ? null : UNITS[units[0]];
  }

  private static long day(Unit unit, long days) {
    if (unit == Unit.WEEK) {
      // The epoch is a Thursday; weeks start on Monday.
      return days - Math.floorMod(days + 3, 7);
    }
    long date = CivilDate.packed(days);
    int year = CivilDate.year(date);
    int month = CivilDate.month(date);
    return switch (unit) {
      case YEAR -> CivilDate.days(year, 1, 1);
      case QUARTER -> CivilDate.days(year, (month - 1) / 3 * 3 + 1, 1);
      case MONTH -> CivilDate.days(year, month, 1);
      default -> days;
    };
  }

  /** The timestamps of the second column cut to the units of the first. */
  public static Kernel timestamps(ZoneId zone) {
    boolean fixed = zone.getRules().isFixedOffset();
    return (arguments, live) -> {
      int[] units = ((IntColumn) arguments.get(0)).values();
      LongColumn column = (LongColumn) arguments.get(1);
      long[] local = Zones.local(column, zone);
      long[] out = new long[live.size()];
      Unit same = same(units, live);
      for (int i = 0; i < out.length; i++) {
        Unit unit = same == null ? UNITS[units[i]] : same;
        long cut = cut(unit, local[i]);
        long offset = local[i] - column.values()[i];
        out[i] = fixed ? cut - offset : global(unit, cut, offset, zone);
      }
      return new LongColumn(DataType.TIMESTAMP, out, live.validity(), out.length);
    };
  }

  private static long cut(Unit unit, long local) {
    return switch (unit) {
      case MICROSECOND -> local;
      case MILLISECOND -> local - Math.floorMod(local, 1000L);
      case SECOND -> local - Math.floorMod(local, MICROS_PER_SECOND);
      case MINUTE -> local - Math.floorMod(local, 60 * MICROS_PER_SECOND);
      case HOUR -> local - Math.floorMod(local, 3600 * MICROS_PER_SECOND);
      default -> day(unit, Math.floorDiv(local, MICROS_PER_DAY)) * MICROS_PER_DAY;
    };
  }

  /** Within a day the offset stays if it can; a day starts with its first instant. */
  private static long global(Unit unit, long local, long offset, ZoneId zone) {
    boolean withinDay = unit.compareTo(Unit.DAY) > 0;
    long kept = local - offset;
    return withinDay && Zones.toLocal(kept, zone) == local ? kept : Zones.toGlobal(local, zone);
  }
}
