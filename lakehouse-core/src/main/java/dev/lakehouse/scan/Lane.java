package dev.lakehouse.scan;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.io.CloseableIterator;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One file that is read: by one thread at a time, be it the one that takes or one of a pool. */
final class Lane {
  private static final int AHEAD = 4;
  private static final long AHEAD_BYTES = 8 << 20;

  private final Supplier<CloseableIterator<Batch>> file;
  private final Executor executor;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Batch> ready = new ArrayDeque<>();
  private @Nullable CloseableIterator<Batch> batches;
  private @Nullable Throwable failure;
  private long readyBytes;
  private boolean running;
  private boolean scheduled;
  private boolean ended;
  private boolean cancelled;

  Lane(Supplier<CloseableIterator<Batch>> file, Executor executor) {
    this.file = file;
    this.executor = executor;
  }

  /** Lets the executor read some batches, unless it is at it or there are enough. */
  void readAhead() {
    lock.lock();
    try {
      if (running || scheduled || ended || cancelled || ready.size() > AHEAD / 2) {
        return;
      }
      scheduled = true;
    } finally {
      lock.unlock();
    }
    try {
      executor.execute(this::run);
    } catch (RejectedExecutionException e) {
      // A pool that takes no more tasks: whoever takes reads.
      lock.lock();
      try {
        scheduled = false;
      } finally {
        lock.unlock();
      }
    }
  }

  private void run() {
    lock.lock();
    try {
      scheduled = false;
      if (running) {
        return;
      }
      while (!ended && !cancelled && ready.size() < AHEAD && readyBytes < AHEAD_BYTES) {
        produce();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Reads one batch, without the lock. */
  private void produce() {
    running = true;
    lock.unlock();
    Batch batch = null;
    Throwable thrown = null;
    try {
      batch = read();
    } catch (RuntimeException | Error e) {
      thrown = e;
    } finally {
      lock.lock();
      running = false;
    }
    if (batch != null) {
      ready.add(batch);
      readyBytes += batch.bytes();
    } else {
      failure = thrown;
      ended = true;
    }
    changed.signalAll();
  }

  private @Nullable Batch read() {
    CloseableIterator<Batch> open = batches;
    if (open == null) {
      open = file.get();
      batches = open;
    }
    return open.hasNext() ? open.next() : null;
  }

  /** The next batch, or null at the end. */
  @Nullable Batch take() {
    lock.lock();
    try {
      while (ready.isEmpty() && !ended) {
        if (running) {
          changed.await();
        } else {
          produce();
        }
      }
      Batch batch = ready.poll();
      if (batch != null) {
        readyBytes -= batch.bytes();
      } else if (failure != null) {
        throw rethrown(failure);
      }
      return batch;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OperationCancelledException("The scan was interrupted", e);
    } finally {
      lock.unlock();
    }
  }

  private static RuntimeException rethrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }

  /** Asks whoever reads to stop after its batch. */
  void cancel() {
    lock.lock();
    try {
      cancelled = true;
    } finally {
      lock.unlock();
    }
  }

  /** Gives back the file, once nobody reads it any more. */
  void close() {
    lock.lock();
    try {
      cancelled = true;
      while (running) {
        changed.awaitUninterruptibly();
      }
      ready.clear();
      ended = true;
    } finally {
      lock.unlock();
    }
    CloseableIterator<Batch> open = batches;
    batches = null;
    if (open != null) {
      open.close();
    }
  }
}
