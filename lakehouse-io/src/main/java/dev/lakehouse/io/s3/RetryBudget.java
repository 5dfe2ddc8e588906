package dev.lakehouse.io.s3;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many retries all operations together may still make: a stock that requests which succeed fill
 * by a tenth each. When a store browns out, load stays near what it was.
 */
final class RetryBudget {
  private static final int RETRY = 10;
  private static final int FULL = 100 * RETRY;

  private final AtomicInteger stock = new AtomicInteger(FULL);

  void succeeded() {
    if (stock.get() < FULL) {
      stock.incrementAndGet();
    }
  }

  /** Takes one retry from the stock; false if there is none. */
  boolean take() {
    if (stock.get() < RETRY) {
      return false;
    }
    stock.addAndGet(-RETRY);
    return true;
  }
}
