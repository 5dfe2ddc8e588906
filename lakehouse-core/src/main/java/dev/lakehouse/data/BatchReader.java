package dev.lakehouse.data;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.types.StructType;
import java.util.Iterator;

/**
 * Reads once through batches of one schema. Not thread-safe; closed by whoever asked for it, also
 * before its end. The batches are immutable and may be kept.
 *
 * <p>Interrupting a thread that reads ends the read with {@link
 * dev.lakehouse.error.OperationCancelledException}.
 */
@SuppressWarnings("IterableAndIterator") // Closed by one name, whichever way it is read.
public interface BatchReader extends CloseableIterator<Batch>, Iterable<Batch> {
  /** The schema of every batch. */
  StructType schema();

  /** This reader: it goes through its batches once only. */
  @Override
  default Iterator<Batch> iterator() {
    return this;
  }

  /** A reader of {@code batches}, all of {@code schema}; closing it closes them. */
  static BatchReader of(StructType schema, CloseableIterator<Batch> batches) {
    return new BatchReader() {
      @Override
      public StructType schema() {
        return schema;
      }

      @Override
      public boolean hasNext() {
        return batches.hasNext();
      }

      @Override
      public Batch next() {
        return batches.next();
      }

      @Override
      public void close() {
        batches.close();
      }
    };
  }
}
