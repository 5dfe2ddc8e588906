package dev.lakehouse.storage;

import dev.lakehouse.io.testing.FaultProxy;
import dev.lakehouse.io.testing.FaultProxy.Fate;
import dev.lakehouse.io.testing.FaultProxy.Request;
import java.time.Duration;
import java.util.function.Function;

/**
 * Holds requests back until no more come, and then lets all of them through: so many times as this
 * happens would one wait for a store far away, however slow this machine is.
 */
final class RoundTrips implements Function<Request, Fate> {
  private static final long QUIET_NANOS = Duration.ofMillis(150).toNanos();

  private long lastArrival;
  private int waiting;
  private int count;
  private int released;

  @Override
  public synchronized Fate apply(Request request) {
    lastArrival = System.nanoTime();
    waiting++;
    int round = count;
    try {
      while (round == count) {
        long left = lastArrival + QUIET_NANOS - System.nanoTime();
        if (left <= 0) {
          released += waiting;
          waiting = 0;
          count++;
          notifyAll();
        } else {
          wait(left / 1_000_000 + 1);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return FaultProxy.PASS;
  }

  /** How many round trips there were. */
  synchronized int count() {
    return count;
  }
}
