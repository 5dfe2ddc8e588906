package dev.lakehouse.expr.time;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What dates and times are cut to. */
enum Unit {
  YEAR,
  QUARTER,
  MONTH,
  WEEK,
  DAY,
  HOUR,
  MINUTE,
  SECOND,
  MILLISECOND,
  MICROSECOND;

  private static final Map<String, Unit> OTHER_NAMES =
      Map.of("YYYY", YEAR, "YY", YEAR, "MM", MONTH, "MON", MONTH, "DD", DAY);

  /** The unit called {@code name}, in any case; null if there is none. */
  static @Nullable Unit of(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    for (Unit unit : values()) {
      if (unit.name().equals(upper)) {
        return unit;
      }
    }
    return OTHER_NAMES.get(upper);
  }
}
