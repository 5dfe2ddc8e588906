package dev.lakehouse.io.s3;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that wait for the network, and how many parts of uploads may wait for one in memory.
 * Daemons, which end when they have been idle.
 */
final class IoThreads implements Executor, AutoCloseable {
  private static final int IDLE_SECONDS = 10;
  private static final int PARTS = 8;

  private final ThreadPoolExecutor pool;
  private final Semaphore parts = new Semaphore(PARTS);

  IoThreads(int count) {
    pool =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "lakehouse-s3");
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
  }

  @Override
  public void execute(Runnable task) {
    pool.execute(task);
  }

  /** Takes the right to hold one more part in memory; false if there are enough. */
  boolean takePart() {
    return parts.tryAcquire();
  }

  void givePart() {
    parts.release();
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
