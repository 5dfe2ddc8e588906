package dev.lakehouse;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Daemon threads, one a processor, that end when they have nothing to do for a while. */
final class WorkerThreads implements Executor, AutoCloseable {
  private final ThreadPoolExecutor pool;

  WorkerThreads() {
    int count = Runtime.getRuntime().availableProcessors();
    AtomicInteger number = new AtomicInteger();
    pool =
        new ThreadPoolExecutor(
            count,
            count,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "lakehouse-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
  }

  @Override
  public void execute(Runnable task) {
    pool.execute(task);
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
