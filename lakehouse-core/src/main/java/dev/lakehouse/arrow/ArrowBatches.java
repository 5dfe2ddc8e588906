package dev.lakehouse.arrow;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/** The batches of an {@link ArrowReader}, which stays the caller's to close. */
public final class ArrowBatches implements CloseableIterator<Batch> {
  private final ArrowReader reader;
  private final VectorReader vectors;
  private final StructType schema;
  private @Nullable Batch pending;
  private int pendingFrom;
  private boolean ended;

  private ArrowBatches(ArrowReader reader, StructType schema) {
    this.reader = reader;
    this.schema = schema;
    this.vectors = new VectorReader(reader);
  }

  /**
   * What is left of {@code reader}.
   *
   * @throws SchemaMismatchException if it has a field of a type that no table has
   */
  public static BatchReader of(ArrowReader reader) {
    StructType schema = schema(reader);
    return BatchReader.of(schema, new ArrowBatches(reader, schema));
  }

  /** The schema of the batches of {@code reader}. */
  public static StructType schema(ArrowReader reader) {
    try {
      Map<Long, Field> dictionaries = new HashMap<>();
      reader
          .getDictionaryVectors()
          .forEach((id, dictionary) -> dictionaries.put(id, dictionary.getVector().getField()));
      return ArrowSchemas.fromArrow(reader.getVectorSchemaRoot().getSchema(), dictionaries);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static SchemaMismatchException failed(IOException e) {
    return new SchemaMismatchException("Cannot read from the ArrowReader: " + e.getMessage(), e);
  }

  @Override
  public boolean hasNext() {
    while (pending == null && !ended) {
      load();
    }
    return pending != null;
  }

  private void load() {
    try {
      ended = !reader.loadNextBatch();
      if (!ended) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        pending = root.getRowCount() == 0 ? null : batch(root);
        pendingFrom = 0;
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private Batch batch(VectorSchemaRoot root) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      columns.add(vectors.column(root.getVector(i), schema.field(i).type()));
    }
    return new Batch(schema, columns, root.getRowCount());
  }

  /** At most {@link Batch#MAX_ROWS} rows, however many the vectors hold. */
  @Override
  public Batch next() {
    if (!hasNext() || pending == null) {
      throw new NoSuchElementException("There are no more batches");
    }
    Batch whole = pending;
    int size = Math.min(Batch.MAX_ROWS, whole.rowCount() - pendingFrom);
    Batch part = whole.slice(pendingFrom, size);
    pendingFrom += size;
    if (pendingFrom == whole.rowCount()) {
      pending = null;
    }
    return part;
  }

  @Override
  public void close() {}
}
