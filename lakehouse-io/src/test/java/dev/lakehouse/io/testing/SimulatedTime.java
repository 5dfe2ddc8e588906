package dev.lakehouse.io.testing;

import dev.lakehouse.io.Environment;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.Sleeper;
import dev.lakehouse.io.StorageOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A clock that moves only when someone sleeps or the test says so, and ids from a seed.
 * Thread-safe. Sleeping takes no time.
 */
public final class SimulatedTime {
  private final List<Duration> slept = new ArrayList<>();
  private final Random random;
  private Instant now;

  /** Starts at {@code start}; ids come from {@code seed}. */
  public SimulatedTime(Instant start, long seed) {
    this.now = start;
    this.random = new Random(seed);
  }

  /** Starts at noon of 1 June 2026, seed 1. */
  public SimulatedTime() {
    this(Instant.parse("2026-06-01T12:00:00Z"), 1);
  }

  /** The time now. */
  public synchronized Instant now() {
    return now;
  }

  /** Lets time pass. */
  public synchronized void advance(Duration duration) {
    now = now.plus(duration);
  }

  /** Sets the clock, also back. */
  public synchronized void set(Instant instant) {
    now = instant;
  }

  /** The sleeps so far. */
  public synchronized List<Duration> slept() {
    return List.copyOf(slept);
  }

  /** This time as a clock, in UTC. */
  public Clock clock() {
    return new SimulatedClock(ZoneOffset.UTC);
  }

  /** Sleeping that moves the clock. */
  public Sleeper sleeper() {
    return duration -> {
      synchronized (this) {
        slept.add(duration);
        now = now.plus(duration);
      }
    };
  }

  /** Ids that come in the same order from the same seed. */
  public Supplier<UUID> ids() {
    return () -> {
      synchronized (this) {
        long high = random.nextLong() & 0xFFFF_FFFF_FFFF_0FFFL | 0x4000L;
        long low = random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
      }
    };
  }

  /** An environment over {@code files} with this time and these ids; tasks run in the caller. */
  public Environment environment(FileIO files) {
    return new Environment(files, clock(), ids(), sleeper(), Runnable::run, MemoryBudget.ofHeap());
  }

  /** Storage options with this time and these ids, not durable. */
  public StorageOptions storageOptions() {
    return StorageOptions.DEFAULT
        .withDurability(StorageOptions.Durability.NONE)
        .withTime(clock(), ids(), sleeper());
  }

  private final class SimulatedClock extends Clock {
    private final ZoneId zone;

    SimulatedClock(ZoneId zone) {
      this.zone = zone;
    }

    @Override
    public ZoneId getZone() {
      return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
      return new SimulatedClock(other);
    }

    @Override
    public Instant instant() {
      return now();
    }
  }
}
