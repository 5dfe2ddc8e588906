package dev.lakehouse.io.s3;

import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.StorageOptions;
import java.time.Duration;

/**
 * The pauses between the tries of one operation: they double, each is a random part of its whole,
 * and they end with the number of tries or the deadline.
 */
final class Backoff {
  private static final int MAX_TRIES = 8;
  private static final long FIRST_MILLIS = 50;
  private static final long FIRST_MILLIS_THROTTLED = 500;
  private static final long LONGEST_MILLIS = 5_000;

  private final StorageOptions options;
  private final long start;
  private final long end;
  private int tries = 1;

  Backoff(StorageOptions options, Duration deadline) {
    this.options = options;
    this.start = options.clock().millis();
    this.end = start + deadline.toMillis();
  }

  /** Waits before the next try; false, at once, if there is none. */
  boolean pause(Kind kind) {
    long first = kind == Kind.THROTTLED ? FIRST_MILLIS_THROTTLED : FIRST_MILLIS;
    long longest = Math.min(LONGEST_MILLIS, first << (tries - 1));
    long millis = 1 + (long) (chance() * longest);
    if (tries == MAX_TRIES || options.clock().millis() + millis > end) {
      return false;
    }
    tries++;
    options.sleeper().sleep(Duration.ofMillis(millis));
    return true;
  }

  private double chance() {
    return (options.ids().get().getLeastSignificantBits() << 11 >>> 11) * 0x1p-53;
  }

  /** How it went, for messages. */
  String summary() {
    long millis = options.clock().millis() - start;
    return tries == 1 ? "" : "; tried " + tries + " times in " + millis + " ms";
  }
}
