package dev.lakehouse.log.replay;

import dev.lakehouse.error.OperationCancelledException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * Runs a function over some inputs, in the caller and whatever threads the executor lends.
 *
 * <p>The caller takes inputs too, and at the end waits only for those that another thread has
 * begun. So it does not matter if the executor has one thread, none, or is busy with the caller.
 */
final class Fanout<I, O> {
  private static final int MOST_THREADS = 32;

  private final List<I> inputs;
  private final Function<? super I, ? extends O> function;
  private final AtomicReferenceArray<O> outputs;
  private final AtomicInteger next = new AtomicInteger();
  private final CountDownLatch done;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  private Fanout(List<I> inputs, Function<? super I, ? extends O> function) {
    this.inputs = inputs;
    this.function = function;
    this.outputs = new AtomicReferenceArray<>(inputs.size());
    this.done = new CountDownLatch(inputs.size());
  }

  /** The outputs, in the order of the inputs. Throws what the function threw first. */
  static <I, O> List<O> map(
      Executor executor, List<I> inputs, Function<? super I, ? extends O> function) {
    Fanout<I, O> fanout = new Fanout<>(inputs, function);
    int helpers = Math.min(MOST_THREADS, inputs.size() - 1);
    for (int i = 0; i < helpers; i++) {
      try {
        executor.execute(fanout::work);
      } catch (RejectedExecutionException e) {
        break;
      }
    }
    fanout.work();
    return fanout.await();
  }

  private void work() {
    for (int i = next.getAndIncrement(); i < inputs.size(); i = next.getAndIncrement()) {
      try {
        if (failure.get() == null) {
          outputs.set(i, function.apply(inputs.get(i)));
        }
      } catch (RuntimeException | Error e) {
        failure.compareAndSet(null, e);
      } finally {
        done.countDown();
      }
    }
  }

  private List<O> await() {
    try {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure.compareAndSet(null, e);
      throw new OperationCancelledException("Interrupted while the table's log was read", e);
    }
    Throwable thrown = failure.get();
    if (thrown instanceof RuntimeException exception) {
      throw exception;
    } else if (thrown instanceof Error error) {
      throw error;
    }
    List<O> results = new ArrayList<>(inputs.size());
    for (int i = 0; i < inputs.size(); i++) {
      results.add(outputs.get(i));
    }
    return results;
  }
}
