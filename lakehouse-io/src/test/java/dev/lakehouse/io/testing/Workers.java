package dev.lakehouse.io.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Threads of a test. The first failure of a task fails the test. */
public final class Workers implements AutoCloseable {
  private final ExecutorService pool = Executors.newFixedThreadPool(8);

  /** Runs {@code task} for each value, several at a time, and returns when all have ended. */
  public <T> void forEach(List<T> values, Consumer<T> task) {
    List<Future<?>> running = new ArrayList<>();
    values.forEach(value -> running.add(pool.submit(() -> task.accept(value))));
    for (Future<?> future : running) {
      try {
        future.get();
      } catch (ExecutionException e) {
        throw new AssertionError(e.getCause());
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
