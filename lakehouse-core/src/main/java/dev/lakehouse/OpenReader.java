package dev.lakehouse;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.types.StructType;
import java.util.concurrent.locks.ReentrantLock;

/** A reader that its session can close, too: one call at a time gets at what it reads. */
final class OpenReader implements BatchReader {
  private final Session session;
  private final StructType schema;
  private final CloseableIterator<Batch> batches;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean cancelled;
  private boolean closed;

  private OpenReader(Session session, StructType schema, CloseableIterator<Batch> batches) {
    this.session = session;
    this.schema = schema;
    this.batches = batches;
  }

  static OpenReader of(Session session, StructType schema, CloseableIterator<Batch> batches) {
    OpenReader reader = new OpenReader(session, schema, batches);
    session.opened(reader);
    return reader;
  }

  @Override
  public StructType schema() {
    return schema;
  }

  @Override
  public boolean hasNext() {
    lock.lock();
    try {
      requireOpen();
      return !closed && batches.hasNext();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Batch next() {
    lock.lock();
    try {
      requireOpen();
      return batches.next();
    } finally {
      lock.unlock();
    }
  }

  private void requireOpen() {
    if (cancelled) {
      throw new OperationCancelledException("The Lakehouse was closed while the scan ran", null);
    }
  }

  /** Ends the read, on whatever thread. */
  void cancel() {
    cancelled = true;
    close();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        session.closed(this);
        batches.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
