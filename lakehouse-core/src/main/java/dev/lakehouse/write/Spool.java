package dev.lakehouse.write;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import dev.lakehouse.parquet.Compression;
import dev.lakehouse.parquet.read.ParquetFile;
import dev.lakehouse.parquet.read.ReadOptions;
import dev.lakehouse.parquet.read.ReadRequest;
import dev.lakehouse.parquet.write.ParquetWriter;
import dev.lakehouse.parquet.write.WriteOptions;
import dev.lakehouse.parquet.write.WrittenFile;
import dev.lakehouse.scan.Cancellation;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rows that can be read once only, kept so that they can be read again: a few in memory, more in
 * the spill folder. Used by one thread at a time.
 */
public final class Spool implements AutoCloseable {
  private static final long IN_MEMORY = 4L << 20;

  private final Environment environment;
  private final Location folder;
  private final StructType schema;
  private final StructType stored;
  private final List<Batch> held = new ArrayList<>();
  private long heldBytes;
  private @Nullable ParquetWriter writer;
  private @Nullable WrittenFile file;

  /**
   * @param folder where rows may be written
   * @param schema the schema of the rows
   */
  public Spool(Environment environment, Location folder, StructType schema) {
    this.environment = environment;
    this.folder = folder;
    this.schema = schema;
    // A void column has nothing to keep, and Parquet no way to.
    this.stored =
        new StructType(
            schema.fields().stream().filter(field -> field.type() != DataType.VOID).toList());
  }

  /** Passes on what is left of {@code rows}, keeping it. */
  public BatchReader keeping(BatchReader rows) {
    return BatchReader.of(
        schema,
        new CloseableIterator<>() {
          @Override
          public boolean hasNext() {
            boolean more = rows.hasNext();
            if (!more) {
              complete();
            }
            return more;
          }

          @Override
          public Batch next() {
            Batch batch = rows.next();
            keep(batch);
            return batch;
          }

          @Override
          public void close() {
            rows.close();
          }
        });
  }

  private void keep(Batch batch) {
    held.add(batch);
    heldBytes += batch.bytes();
    if (heldBytes > IN_MEMORY) {
      write();
    }
  }

  private void write() {
    ParquetWriter open = writer;
    if (open == null) {
      Location location = folder.child("spool-" + environment.ids().get() + ".parquet");
      WriteOptions options =
          WriteOptions.builder().compression(Compression.SNAPPY).rowGroupBytes(8 << 20).build();
      open = ParquetWriter.create(environment.files().create(location), stored, options);
      writer = open;
    }
    for (Batch batch : held) {
      open.write(project(batch));
    }
    held.clear();
    heldBytes = 0;
  }

  private Batch project(Batch batch) {
    return new Batch(
        stored,
        stored.fields().stream().map(StructField::name).map(batch::column).toList(),
        batch.rowCount());
  }

  private void complete() {
    if (writer != null) {
      write();
      file = writer.finish();
      writer = null;
    }
  }

  /** The rows again, after all of them were kept. The caller closes the reader. */
  public BatchReader again() {
    if (writer != null) {
      throw new IllegalStateException("The rows were not read to their end");
    }
    WrittenFile written = file;
    if (written == null) {
      return BatchReader.of(schema, CloseableIterator.of(List.copyOf(held)));
    }
    FileEntry entry = FileEntry.of(written.location(), written.bytes());
    ParquetFile parquet =
        ParquetFile.open(environment.files().open(entry), ReadOptions.of(environment.memory()));
    CloseableIterator<Batch> batches = parquet.read(ReadRequest.of(stored));
    return BatchReader.of(
        stored,
        new CloseableIterator<>() {
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
            parquet.close();
          }
        });
  }

  /** Deletes what was written. */
  @Override
  public void close() {
    held.clear();
    if (writer != null) {
      writer.abort();
    }
    if (file != null) {
      Location location = Objects.requireNonNull(file).location();
      Cancellation.shielded(() -> environment.files().delete(List.of(location)));
    }
    writer = null;
    file = null;
  }
}
