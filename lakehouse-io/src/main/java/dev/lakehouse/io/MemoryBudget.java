package dev.lakehouse.io;

import dev.lakehouse.error.OperationCancelledException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * A number of heap bytes that operations share by reserving parts of it. Thread-safe.
 *
 * <p>An operation reserves the minimum it cannot work without with {@link #acquire}, which waits
 * and at last fails naming the holders, and asks for more with {@link Reservation#tryAcquire},
 * which never waits.
 */
public final class MemoryBudget {
  private static final long DEFAULT_MAX = 512L << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final long total;
  private final Duration patience;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition released = lock.newCondition();
  private final Map<Reservation, Long> held = new LinkedHashMap<>();
  private long used;

  /** A budget of {@code total} bytes. */
  public MemoryBudget(long total) {
    this(total, PATIENCE);
  }

  /** A budget whose {@link #acquire} gives up after {@code patience}. */
  MemoryBudget(long total, Duration patience) {
    if (total <= 0) {
      throw new IllegalArgumentException("A memory budget must be positive, not " + total);
    }
    this.total = total;
    this.patience = patience;
  }

  /** The default: a quarter of the heap, at most 512 MiB. */
  public static MemoryBudget ofHeap() {
    return new MemoryBudget(Math.min(DEFAULT_MAX, Runtime.getRuntime().maxMemory() / 4));
  }

  /** All bytes of the budget, reserved or not. */
  public long total() {
    return total;
  }

  /** The bytes that are reserved now. */
  public long used() {
    lock.lock();
    try {
      return used;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Reserves {@code bytes}, waiting until others have released enough.
   *
   * @param holder who asks, for messages: {@code scan of s3://b/t}
   * @throws IllegalStateException if it is more than the budget, or others do not release it within
   *     a minute; the message names them
   */
  public Reservation acquire(String holder, long bytes) {
    Reservation reservation = new Reservation(holder);
    long nanos = patience.toNanos();
    lock.lock();
    try {
      while (!fits(bytes)) {
        if (bytes > total || nanos <= 0) {
          throw exhausted(holder, bytes);
        }
        nanos = released.awaitNanos(nanos);
      }
      grow(reservation, bytes);
      return reservation;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OperationCancelledException(
          "Interrupted while waiting for memory for " + holder, e);
    } finally {
      lock.unlock();
    }
  }

  private boolean fits(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("Cannot reserve " + bytes + " bytes");
    }
    return bytes <= total - used;
  }

  private IllegalStateException exhausted(String holder, long bytes) {
    String holders =
        held.entrySet().stream()
            .map(entry -> entry.getKey().holder + " holds " + entry.getValue() + " bytes")
            .collect(Collectors.joining("; "));
    return new IllegalStateException(
        "The memory budget of "
            + total
            + " bytes has no "
            + bytes
            + " bytes for "
            + holder
            + (holders.isEmpty() ? "" : " (" + holders + ")")
            + ". Raise it with Lakehouse.builder().memoryBudget(bytes), or run fewer operations at once.");
  }

  private void grow(Reservation reservation, long bytes) {
    used += bytes;
    held.merge(reservation, bytes, Long::sum);
  }

  /** A part of the budget. Closed by its owner; closing twice does nothing. Thread-safe. */
  public final class Reservation implements AutoCloseable {
    private final String holder;
    private boolean closed;

    private Reservation(String holder) {
      this.holder = holder;
    }

    /** The bytes held. */
    public long bytes() {
      lock.lock();
      try {
        return held.getOrDefault(this, 0L);
      } finally {
        lock.unlock();
      }
    }

    /**
     * Reserves {@code bytes} more if the budget has them now; false, and nothing changed, if not.
     */
    public boolean tryAcquire(long bytes) {
      lock.lock();
      try {
        if (closed) {
          throw new IllegalStateException("The memory of " + holder + " was given back already");
        }
        if (!fits(bytes)) {
          return false;
        }
        grow(this, bytes);
        return true;
      } finally {
        lock.unlock();
      }
    }

    /** Gives {@code bytes} back. */
    public void release(long bytes) {
      lock.lock();
      try {
        long mine = held.getOrDefault(this, 0L);
        if (bytes < 0 || bytes > mine) {
          throw new IllegalStateException(holder + " releases " + bytes + " of " + mine + " bytes");
        }
        used -= bytes;
        held.put(this, mine - bytes);
        released.signalAll();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      lock.lock();
      try {
        closed = true;
        Long mine = held.remove(this);
        if (mine != null) {
          used -= mine;
          released.signalAll();
        }
      } finally {
        lock.unlock();
      }
    }

    @Override
    public String toString() {
      return holder + ": " + bytes() + " bytes";
    }
  }
}
