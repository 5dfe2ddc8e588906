package dev.lakehouse.log.commit;

import dev.lakehouse.io.Environment;
import java.time.Duration;

/** Waits between attempts: longer and longer up to a bound, and never two writers alike. */
final class BackOff {
  private static final long CONFLICT_BASE_MICROS = 4_000;
  private static final long CONFLICT_CAP_MICROS = 100_000;
  private static final long UNKNOWN_BASE_MICROS = 50_000;
  private static final long UNKNOWN_CAP_MICROS = 5_000_000;

  private final Environment environment;
  private int conflicts;
  private int unknowns;

  BackOff(Environment environment) {
    this.environment = environment;
  }

  /** After another was first: at once the first time. */
  void afterConflict() {
    if (conflicts > 0) {
      sleep(CONFLICT_BASE_MICROS, CONFLICT_CAP_MICROS, conflicts);
    }
    conflicts++;
  }

  /** After the storage did not say what happened. */
  void afterUnknown() {
    unknowns++;
    sleep(UNKNOWN_BASE_MICROS, UNKNOWN_CAP_MICROS, unknowns);
  }

  /** How often the storage did not say what happened. */
  int unknowns() {
    return unknowns;
  }

  private void sleep(long base, long cap, int count) {
    long bound = Math.min(cap, base << Math.min(count - 1, 20));
    long random = environment.ids().get().getLeastSignificantBits() >>> 8;
    environment.sleeper().sleep(Duration.ofNanos(1000 * (random % (bound + 1))));
  }
}
