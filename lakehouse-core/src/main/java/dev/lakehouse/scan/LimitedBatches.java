package dev.lakehouse.scan;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.io.CloseableIterator;
import java.util.NoSuchElementException;

/** The first rows of some batches. */
public final class LimitedBatches implements CloseableIterator<Batch> {
  private final CloseableIterator<Batch> batches;
  private long left;

  /** The first {@code limit} rows of {@code batches}. */
  public LimitedBatches(CloseableIterator<Batch> batches, long limit) {
    this.batches = batches;
    this.left = limit;
  }

  @Override
  public boolean hasNext() {
    return left > 0 && batches.hasNext();
  }

  @Override
  public Batch next() {
    if (!hasNext()) {
      throw new NoSuchElementException("There are no more batches");
    }
    Batch batch = batches.next();
    if (batch.rowCount() > left) {
      batch = batch.slice(0, (int) left);
    }
    left -= batch.rowCount();
    return batch;
  }

  @Override
  public void close() {
    batches.close();
  }
}
