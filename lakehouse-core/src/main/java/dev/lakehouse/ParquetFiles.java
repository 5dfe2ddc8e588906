package dev.lakehouse;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.parquet.read.ParquetFile;
import dev.lakehouse.parquet.read.ReadOptions;
import dev.lakehouse.parquet.read.ReadRequest;
import dev.lakehouse.types.StructType;
import dev.lakehouse.write.Alignment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The rows of Parquet files, one file after the other, in the columns of the first. */
final class ParquetFiles implements CloseableIterator<Batch> {
  private final Environment environment;
  private final StructType schema;
  private final Deque<FileEntry> waiting;
  private @Nullable ParquetFile file;
  private @Nullable CloseableIterator<Batch> batches;
  private @Nullable Alignment alignment;
  private long rowsBefore;

  private ParquetFiles(Environment environment, StructType schema, Deque<FileEntry> waiting) {
    this.environment = environment;
    this.schema = schema;
    this.waiting = waiting;
  }

  /**
   * The rows of the files at {@code locations} and of those that lie directly in them.
   *
   * @throws StorageException if there is no such file
   */
  static BatchReader open(Session session, List<String> locations) {
    Environment environment = session.environment();
    List<FileEntry> found = new ArrayList<>();
    for (String text : locations) {
      found.addAll(find(environment, session.location(text)));
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException("Name at least one Parquet file or folder");
    }
    StructType schema;
    try (ParquetFile first = open(environment, found.get(0))) {
      schema = first.schema();
    }
    return BatchReader.of(schema, new ParquetFiles(environment, schema, new ArrayDeque<>(found)));
  }

  private static List<FileEntry> find(Environment environment, Location location) {
    if (isParquet(location.name())) {
      return List.of(environment.files().stat(location));
    }
    List<FileEntry> inside = new ArrayList<>();
    try (CloseableIterator<FileEntry> files = environment.files().list(location, null)) {
      while (files.hasNext()) {
        FileEntry entry = files.next();
        if (isParquet(entry.name())) {
          inside.add(entry);
        }
      }
    }
    return inside.isEmpty() ? List.of(environment.files().stat(location)) : inside;
  }

  private static boolean isParquet(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(".parquet");
  }

  private static ParquetFile open(Environment environment, FileEntry entry) {
    InputFile input = environment.files().open(entry);
    try {
      return ParquetFile.open(input, ReadOptions.of(environment.memory()));
    } catch (RuntimeException e) {
      input.close();
      throw e;
    }
  }

  @Override
  public boolean hasNext() {
    while (batches == null || !batches.hasNext()) {
      close();
      if (waiting.isEmpty()) {
        return false;
      }
      openNext(waiting.remove());
    }
    return true;
  }

  private void openNext(FileEntry entry) {
    ParquetFile opened = open(environment, entry);
    file = opened;
    rowsBefore = 0;
    try {
      alignment = Alignment.of(opened.schema(), schema);
    } catch (SchemaMismatchException e) {
      throw new SchemaMismatchException(
          entry.location() + " does not go with the first file: " + e.getMessage(), e);
    }
    batches = opened.read(ReadRequest.of(opened.schema()));
  }

  @Override
  public Batch next() {
    if (!hasNext() || batches == null || alignment == null) {
      throw new NoSuchElementException("There are no more batches");
    }
    Batch batch = batches.next();
    Batch aligned = alignment.align(batch, rowsBefore);
    rowsBefore += batch.rowCount();
    return aligned;
  }

  @Override
  public void close() {
    if (batches != null) {
      batches.close();
    }
    if (file != null) {
      file.close();
    }
    batches = null;
    file = null;
  }
}
