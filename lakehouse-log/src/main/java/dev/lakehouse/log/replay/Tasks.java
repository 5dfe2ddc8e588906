package dev.lakehouse.log.replay;

import dev.lakehouse.error.OperationCancelledException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of work that run in the caller and in whatever threads the executor lends.
 *
 * <p>The caller does what no other thread has begun, and at the end waits only for what others have
 * begun. So it does not matter if the executor has one thread, none, or is busy with the caller.
 * Used by one caller.
 *
 * @param <O> what a piece gives
 */
public final class Tasks<O> {
  private final Executor executor;
  private final int mostWaiting;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private final Deque<Piece<O>> waiting = new ArrayDeque<>();
  private final List<Piece<O>> all = new ArrayList<>();
  private int running;
  private volatile @Nullable Throwable failure;

  /**
   * @param mostWaiting so many pieces may wait for a thread; the caller then does one itself
   */
  Tasks(Executor executor, int mostWaiting) {
    this.executor = executor;
    this.mostWaiting = mostWaiting;
  }

  private static final class Piece<O> {
    private final Supplier<? extends O> work;
    private @Nullable O output;

    Piece(Supplier<? extends O> work) {
      this.work = work;
    }
  }

  /** What {@code function} gives for {@code inputs}, in their order. Throws what it threw first. */
  public static <I, O> List<O> map(
      Executor executor, List<I> inputs, Function<? super I, ? extends O> function) {
    Tasks<O> tasks = new Tasks<>(executor, Integer.MAX_VALUE);
    inputs.forEach(input -> tasks.enqueue(() -> function.apply(input)));
    for (int i = 1; i < inputs.size(); i++) {
      tasks.callHelper();
    }
    return tasks.results();
  }

  /** Adds a piece. May do it, or another one, before it returns. */
  void submit(Supplier<? extends O> work) {
    enqueue(work);
    callHelper();
    while (waitingCount() > mostWaiting) {
      runNext();
    }
  }

  private void enqueue(Supplier<? extends O> work) {
    lock.lock();
    try {
      Piece<O> piece = new Piece<>(work);
      waiting.add(piece);
      all.add(piece);
    } finally {
      lock.unlock();
    }
  }

  private int waitingCount() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  private void callHelper() {
    try {
      executor.execute(
          () -> {
            while (runNext()) {}
          });
    } catch (RejectedExecutionException e) {
      // The caller will do it all.
    }
  }

  /** Runs a piece that waits; false if none does. */
  private boolean runNext() {
    Piece<O> piece;
    lock.lock();
    try {
      piece = waiting.poll();
      if (piece == null) {
        return false;
      }
      running++;
    } finally {
      lock.unlock();
    }
    O output = null;
    Throwable thrown = null;
    try {
      output = failure == null ? piece.work.get() : null;
    } catch (RuntimeException | Error e) {
      thrown = e;
    }
    end(piece, output, thrown);
    return true;
  }

  private void end(Piece<O> piece, @Nullable O output, @Nullable Throwable thrown) {
    lock.lock();
    try {
      piece.output = output;
      failure = failure == null ? thrown : failure;
      running--;
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** What the pieces gave, in the order in which they were added. Throws what one threw first. */
  List<O> results() {
    while (runNext()) {}
    lock.lock();
    try {
      while (running > 0) {
        ended.await();
      }
      Throwable thrown = failure;
      if (thrown instanceof RuntimeException exception) {
        throw exception;
      } else if (thrown instanceof Error error) {
        throw error;
      }
      List<O> outputs = new ArrayList<>(all.size());
      for (Piece<O> piece : all) {
        outputs.add(Objects.requireNonNull(piece.output));
      }
      return outputs;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OperationCancelledException("Interrupted while the table's log was read", e);
    } finally {
      lock.unlock();
    }
  }
}
