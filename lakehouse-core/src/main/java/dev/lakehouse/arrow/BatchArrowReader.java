package dev.lakehouse.arrow;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.BatchReader;
import java.io.IOException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/** An {@link ArrowReader} over batches, which it closes. The vectors are filled anew for each. */
public final class BatchArrowReader extends ArrowReader {
  private final BatchReader batches;
  private final VectorFiller filler = new VectorFiller();
  private long bytes;

  /** A reader of {@code batches} with vectors of {@code allocator}, which stays the caller's. */
  public BatchArrowReader(BatchReader batches, BufferAllocator allocator) {
    super(allocator);
    this.batches = batches;
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    // A native thread that pulls from a C stream has no context class loader, which codecs look
    // for.
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      if (before == null) {
        thread.setContextClassLoader(BatchArrowReader.class.getClassLoader());
      }
      return load();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private boolean load() throws IOException {
    prepareLoadNextBatch();
    if (!batches.hasNext()) {
      return false;
    }
    Batch batch = batches.next();
    VectorSchemaRoot root = getVectorSchemaRoot();
    for (int i = 0; i < batch.columns().size(); i++) {
      filler.fill(root.getVector(i), batch.column(i));
    }
    root.setRowCount(batch.rowCount());
    bytes += batch.bytes();
    return true;
  }

  /** The heap bytes of the batches read so far. */
  @Override
  public long bytesRead() {
    return bytes;
  }

  @Override
  protected void closeReadSource() {
    batches.close();
  }

  @Override
  protected Schema readSchema() {
    return ArrowSchemas.toArrow(batches.schema());
  }
}
