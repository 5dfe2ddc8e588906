package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.Values;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;

/**
 * Microseconds between local times and the UTC time line. A local time that a zone skips moves
 * forward by the gap; of one that it has twice the earlier instant is taken.
 */
public final class Zones {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private Zones() {}

  /** Replaces local times by instants. */
  static void toGlobal(long[] micros, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    if (rules.isFixedOffset()) {
      shift(micros, -offsetMicros(rules.getOffset(Instant.EPOCH)));
    } else {
      for (int i = 0; i < micros.length; i++) {
        micros[i] = toGlobal(micros[i], zone);
      }
    }
  }

  /** Replaces instants by local times. */
  static void toLocal(long[] micros, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    if (rules.isFixedOffset()) {
      shift(micros, offsetMicros(rules.getOffset(Instant.EPOCH)));
    } else {
      for (int i = 0; i < micros.length; i++) {
        micros[i] = toLocal(micros[i], zone);
      }
    }
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

  /** The instant of a local time. */
  public static long toGlobal(long localMicros, ZoneId zone) {
    LocalDateTime local = Values.localDateTime(localMicros);
    // atZone moves a skipped time forward and takes the earlier offset of a repeated one.
    return localMicros - gap(local, zone) - offsetMicros(local.atZone(zone).getOffset());
  }

  private static long gap(LocalDateTime local, ZoneId zone) {
    LocalDateTime moved = local.atZone(zone).toLocalDateTime();
    return moved.equals(local) ? 0 : Values.micros(local) - Values.micros(moved);
  }

  /** The local time of an instant. */
  public static long toLocal(long micros, ZoneId zone) {
    return micros + offsetMicros(zone.getRules().getOffset(Values.instant(micros)));
  }
}
