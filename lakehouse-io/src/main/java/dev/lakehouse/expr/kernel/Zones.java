package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.types.DataType;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRules;
import java.util.Arrays;

/**
 * Microseconds between local times and the UTC time line. A local time that a zone skips moves
 * forward by the gap; of one that it has twice the earlier instant is taken.
 */
public final class Zones {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private Zones() {}

  /** Replaces local times by instants. */
  public static void toGlobal(long[] micros, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    if (rules.isFixedOffset()) {
      shift(micros, -offsetMicros(rules.getOffset(Instant.EPOCH)));
    } else {
      for (int i = 0; i < micros.length; i++) {
        // What lies under a null may be out of range.
        micros[i] += shiftToGlobal(micros[i], zone);
      }
    }
  }

  /** Replaces instants by local times. */
  public static void toLocal(long[] micros, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    if (rules.isFixedOffset()) {
      shift(micros, offsetMicros(rules.getOffset(Instant.EPOCH)));
    } else {
      for (int i = 0; i < micros.length; i++) {
        micros[i] = toLocal(micros[i], zone);
      }
    }
  }

  /** The local times of a column of timestamps with or without a zone: for reading only. */
  public static long[] local(LongColumn column, ZoneId zone) {
    if (column.type() != DataType.TIMESTAMP || zone.normalized().equals(ZoneOffset.UTC)) {
      return column.values();
    }
    long[] local = Arrays.copyOf(column.values(), column.size());
    toLocal(local, zone);
    return local;
  }

  private static void shift(long[] micros, long by) {
    if (by != 0) {
      for (int i = 0; i < micros.length; i++) {
        micros[i] += by;
      }
    }
  }

  private static long offsetMicros(ZoneOffset offset) {
    return offset.getTotalSeconds() * MICROS_PER_SECOND;
  }

  /**
   * The instant of a local time.
   *
   * @throws ArithmeticException if it is out of range
   */
  public static long toGlobal(long localMicros, ZoneId zone) {
    return Math.addExact(localMicros, shiftToGlobal(localMicros, zone));
  }

  private static long shiftToGlobal(long localMicros, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    if (rules.isFixedOffset()) {
      return -offsetMicros(rules.getOffset(Instant.EPOCH));
    }
    // atZone moves a skipped time forward and takes the earlier offset of a repeated one.
    LocalDateTime local = Values.localDateTime(localMicros);
    ZonedDateTime zoned = local.atZone(zone);
    long gap = ChronoUnit.MICROS.between(local, zoned.toLocalDateTime());
    return gap - offsetMicros(zoned.getOffset());
  }

  /** The local time of an instant. */
  public static long toLocal(long micros, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    ZoneOffset offset =
        rules.isFixedOffset()
            ? rules.getOffset(Instant.EPOCH)
            : rules.getOffset(Values.instant(micros));
    return micros + offsetMicros(offset);
  }
}
