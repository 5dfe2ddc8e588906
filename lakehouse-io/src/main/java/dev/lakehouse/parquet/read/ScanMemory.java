package dev.lakehouse.parquet.read;

import dev.lakehouse.io.MemoryBudget;

/**
 * What one read holds of the memory budget for windows and pages. Batches are the caller's. Used by
 * one thread at a time.
 */
final class ScanMemory implements AutoCloseable {
  private final MemoryBudget budget;
  private final String holder;
  private final MemoryBudget.Reservation reservation;
  private long used;

  /** Waits for {@code minimum} bytes, or what the budget has in all. */
  ScanMemory(MemoryBudget budget, String holder, long minimum) {
    this.budget = budget;
    this.holder = holder;
    this.reservation = budget.acquire(holder, Math.min(minimum, budget.total()));
  }

  /** The whole budget. */
  long total() {
    return budget.total();
  }

  /**
   * Notes that a buffer grows from {@code before} to {@code after} bytes.
   *
   * @throws BufferTooLargeException if the budget has no room for it
   */
  void resize(long before, long after) {
    if (!tryResize(before, after)) {
      if (used + after - before > budget.total()) {
        throw new BufferTooLargeException(after, budget.total());
      }
      waitFor(used + after - before - reservation.bytes());
      used += after - before;
    }
  }

  /** As {@link #resize}, but false and nothing changed if there is no room now. */
  boolean tryResize(long before, long after) {
    long missing = used + after - before - reservation.bytes();
    if (missing > 0 && !reservation.tryAcquire(missing)) {
      return false;
    }
    used += after - before;
    return true;
  }

  private void waitFor(long missing) {
    try (MemoryBudget.Reservation waited = budget.acquire(holder, missing)) {
      waited.release(missing);
      if (!reservation.tryAcquire(missing)) {
        throw new IllegalStateException(
            "The memory budget of "
                + budget.total()
                + " bytes is in use by others; "
                + holder
                + " needs "
                + missing
                + " bytes more. Raise the budget, or run fewer operations at once.");
      }
    }
  }

  @Override
  public void close() {
    reservation.close();
  }
}
