package dev.lakehouse.parquet.read;

import dev.lakehouse.error.OperationCancelledException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work that whoever comes first does: a task of an executor, or who needs the result. So nobody
 * ever waits for a task that has not started.
 */
final class Claim<T> implements Runnable {
  private final Supplier<T> work;
  private final AtomicBoolean claimed = new AtomicBoolean();
  private final CountDownLatch done = new CountDownLatch(1);
  private @Nullable T result;
  private @Nullable RuntimeException failure;

  Claim(Supplier<T> work) {
    this.work = work;
  }

  @Override
  public void run() {
    if (!claimed.compareAndSet(false, true)) {
      return;
    }
    try {
      result = work.get();
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      done.countDown();
    }
  }

  /** The result; does the work if nobody has started to. */
  T get() {
    run();
    await();
    if (failure != null) {
      throw failure;
    }
    T value = result;
    if (value == null) {
      throw new IllegalStateException("The work ended in an error that is not ours to report");
    }
    return value;
  }

  /** Makes sure that nobody does the work any more. */
  void cancel() {
    if (!claimed.compareAndSet(false, true)) {
      await();
    }
  }

  private void await() {
    try {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OperationCancelledException("Interrupted while a page was inflated", e);
    }
  }
}
