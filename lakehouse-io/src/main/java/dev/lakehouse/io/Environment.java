package dev.lakehouse.io;

import dev.lakehouse.error.OperationCancelledException;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Everything a run depends on that is not its input: storage, time, ids, waiting, threads, memory.
 * Nothing else in this library reads the clock, makes random ids, sleeps or starts threads, so that
 * a whole run can be replayed from a seed.
 *
 * @param files the storage
 * @param clock the time
 * @param ids random ids: for file names, transactions and back-off
 * @param sleeper how to wait
 * @param executor where tasks run; no task waits for another task of it, so it may have one thread,
 *     or none ({@code Runnable::run})
 * @param memory the budget that scans, writers and caches share
 */
public record Environment(
    FileIO files,
    Clock clock,
    Supplier<UUID> ids,
    Sleeper sleeper,
    Executor executor,
    MemoryBudget memory) {
  static final Clock REAL_CLOCK = Clock.systemUTC();
  static final Supplier<UUID> RANDOM_IDS = UUID::randomUUID;
  static final Sleeper REAL_SLEEP =
      duration -> {
        try {
          Thread.sleep(duration.toMillis());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new OperationCancelledException("Interrupted while waiting", e);
        }
      };

  /** The real clock, random ids and real sleep over {@code files}; tasks run in the caller. */
  public static Environment of(FileIO files) {
    return new Environment(
        files, REAL_CLOCK, RANDOM_IDS, REAL_SLEEP, Runnable::run, MemoryBudget.ofHeap());
  }

  /** This environment with another executor. */
  public Environment withExecutor(Executor other) {
    return new Environment(files, clock, ids, sleeper, other, memory);
  }

  /** This environment with another budget. */
  public Environment withMemory(MemoryBudget other) {
    return new Environment(files, clock, ids, sleeper, executor, other);
  }

  /** This environment with another clock. */
  public Environment withClock(Clock other) {
    return new Environment(files, other, ids, sleeper, executor, memory);
  }
}
