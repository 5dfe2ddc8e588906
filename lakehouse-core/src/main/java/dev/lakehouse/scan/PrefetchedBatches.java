package dev.lakehouse.scan;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.io.CloseableIterator;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The batches of many files, one file after the other, while tasks of an executor read ahead in the
 * files to come.
 *
 * <p>Whoever wants a batch that no thread is making makes it itself, so the executor may have any
 * number of threads, busy or not.
 */
public final class PrefetchedBatches implements CloseableIterator<Batch> {
  private final Iterator<Supplier<CloseableIterator<Batch>>> files;
  private final Executor executor;
  private final int width;
  private final Deque<Lane> lanes = new ArrayDeque<>();
  private @Nullable Batch next;
  private boolean closed;

  /**
   * @param files opens each file; opened by the thread that reads it first
   * @param width in how many files to read at once; 1 for none ahead
   */
  public PrefetchedBatches(
      Iterator<Supplier<CloseableIterator<Batch>>> files, Executor executor, int width) {
    this.files = files;
    this.executor = executor;
    this.width = width;
  }

  @Override
  public boolean hasNext() {
    while (next == null && !closed) {
      Cancellation.check("The scan");
      fillLanes();
      Lane first = lanes.peek();
      if (first == null) {
        return false;
      }
      next = first.take();
      if (next == null) {
        lanes.remove().close();
      } else if (width > 1) {
        first.readAhead();
      }
    }
    return next != null;
  }

  private void fillLanes() {
    while (lanes.size() < width && files.hasNext()) {
      Lane lane = new Lane(files.next(), executor);
      lanes.add(lane);
      if (width > 1 && lanes.size() > 1) {
        lane.readAhead();
      }
    }
  }

  @Override
  public Batch next() {
    if (!hasNext() || next == null) {
      throw new NoSuchElementException("There are no more batches");
    }
    Batch batch = next;
    next = null;
    return batch;
  }

  @Override
  public void close() {
    closed = true;
    next = null;
    lanes.forEach(Lane::cancel);
    while (!lanes.isEmpty()) {
      lanes.remove().close();
    }
  }
}
