package dev.lakehouse.expr.time;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.expr.text.CivilDate;
import dev.lakehouse.types.DataType;
import java.util.List;

/** Arithmetic of dates. What leaves the range of dates wraps, as in Spark. */
public final class Dates {
  private Dates() {}

  private static int[] ints(List<Column> arguments, int index) {
    return ((IntColumn) arguments.get(index)).values();
  }

  /** {@code date_add(date, days)}. */
  public static Column add(List<Column> arguments, LiveRows live) {
    int[] dates = ints(arguments, 0);
    int[] days = ints(arguments, 1);
    int[] out = new int[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = dates[i] + days[i];
    }
    return new IntColumn(DataType.DATE, out, live.validity(), out.length);
  }

  /** {@code date_sub(date, days)}. */
  public static Column subtract(List<Column> arguments, LiveRows live) {
    int[] dates = ints(arguments, 0);
    int[] days = ints(arguments, 1);
    int[] out = new int[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = dates[i] - days[i];
    }
    return new IntColumn(DataType.DATE, out, live.validity(), out.length);
  }

  /** {@code datediff(end, start)}. */
  public static Column difference(List<Column> arguments, LiveRows live) {
    int[] ends = ints(arguments, 0);
    int[] starts = ints(arguments, 1);
    int[] out = new int[live.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = ends[i] - starts[i];
    }
    return new IntColumn(DataType.INT, out, live.validity(), out.length);
  }

  /** {@code make_date(year, month, day)}. */
  public static Column make(List<Column> arguments, LiveRows live) {
    int[] years = ints(arguments, 0);
    int[] months = ints(arguments, 1);
    int[] days = ints(arguments, 2);
    int[] out = new int[live.size()];
    for (int i = 0; i < out.length; i++) {
      if (live.contains(i)) {
        boolean exists = CivilDate.exists(years[i], months[i], days[i]);
        long date = exists ? CivilDate.days(years[i], months[i], days[i]) : Long.MAX_VALUE;
        out[i] = (int) date;
        if (out[i] != date) {
          throw new RowFailure(i, "there is no day " + years[i] + "-" + months[i] + "-" + days[i]);
        }
      }
    }
    return new IntColumn(DataType.DATE, out, live.validity(), out.length);
  }
}
