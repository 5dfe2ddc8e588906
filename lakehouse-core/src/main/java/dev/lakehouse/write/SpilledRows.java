package dev.lakehouse.write;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
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
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Rows that wait for their partition's turn: collected, sorted by partition, written to the spill
 * folder when they are many, and merged at the end. Used by one thread at a time.
 */
final class SpilledRows implements AutoCloseable {
  private static final int CHUNK = 4096;
  private static final WriteOptions RUN_OPTIONS =
      WriteOptions.builder().compression(Compression.SNAPPY).rowGroupBytes(8 << 20).build();

  private final Environment environment;
  private final Location folder;
  private final StructType schema;
  private final long maxBytes;
  private final Map<PartitionKey, Integer> numbers = new HashMap<>();
  private final List<PartitionKey> keys = new ArrayList<>();
  private final List<Batch> batches = new ArrayList<>();
  private final List<int[]> groups = new ArrayList<>();
  private final List<Run> runs = new ArrayList<>();
  private long bytes;

  /**
   * @param folder where runs are written
   * @param maxBytes how many bytes to collect before that
   */
  SpilledRows(Environment environment, Location folder, StructType schema, long maxBytes) {
    this.environment = environment;
    this.folder = folder;
    this.schema = schema;
    this.maxBytes = maxBytes;
  }

  /**
   * Rows sorted by partition.
   *
   * @param file where they are; null if {@code rows} has them
   * @param rows the rows themselves; null if they were written
   * @param counts how many rows each partition has, in the order of the rows
   */
  private record Run(
      @Nullable WrittenFile file, @Nullable Batch rows, SortedMap<PartitionKey, Integer> counts) {}

  boolean isEmpty() {
    return batches.isEmpty() && runs.isEmpty();
  }

  /** About how many bytes of heap the rows take. */
  long bufferedBytes() {
    return bytes;
  }

  /** Adds rows; {@code keysOfRows} has the partition of each. */
  void add(Batch rows, List<PartitionKey> keysOfRows) {
    int[] numbered = new int[rows.rowCount()];
    for (int i = 0; i < numbered.length; i++) {
      numbered[i] = numbers.computeIfAbsent(keysOfRows.get(i), this::number);
    }
    batches.add(rows);
    groups.add(numbered);
    bytes += rows.bytes() + 4L * numbered.length;
    if (bytes >= maxBytes) {
      spill();
    }
  }

  private int number(PartitionKey key) {
    keys.add(key);
    return keys.size() - 1;
  }

  /** Writes what is collected to the spill folder. */
  void spill() {
    if (batches.isEmpty()) {
      return;
    }
    Run sorted = sorted();
    Batch rows = Objects.requireNonNull(sorted.rows());
    Location location = folder.child("run-" + environment.ids().get() + ".parquet");
    try (ParquetWriter writer =
        ParquetWriter.create(environment.files().create(location), schema, RUN_OPTIONS)) {
      for (int from = 0; from < rows.rowCount(); from += CHUNK) {
        writer.write(rows.slice(from, Math.min(CHUNK, rows.rowCount() - from)));
      }
      runs.add(new Run(writer.finish(), null, sorted.counts()));
    }
  }

  /** What is collected, sorted; afterwards nothing is. */
  private Run sorted() {
    Batch all = ColumnConcat.batches(batches);
    int[] rowGroups = new int[all.rowCount()];
    int at = 0;
    for (int[] part : groups) {
      System.arraycopy(part, 0, rowGroups, at, part.length);
      at += part.length;
    }
    batches.clear();
    groups.clear();
    bytes = 0;
    SortedMap<PartitionKey, Integer> counts = new TreeMap<>();
    for (int group : rowGroups) {
      counts.merge(keys.get(group), 1, Integer::sum);
    }
    int[] order = order(rowGroups, counts);
    return new Run(null, reordered(all, order), counts);
  }

  /** Not a selection: one of all rows is taken for the rows as they are. */
  private static Batch reordered(Batch rows, int[] order) {
    List<Column> columns =
        rows.columns().stream().map(column -> column.gather(order, order.length)).toList();
    return new Batch(rows.schema(), columns, order.length);
  }

  /** The rows in the order of their partitions; those of one stay as they came. */
  private int[] order(int[] rowGroups, SortedMap<PartitionKey, Integer> counts) {
    int[] next = new int[keys.size()];
    int start = 0;
    for (Map.Entry<PartitionKey, Integer> entry : counts.entrySet()) {
      next[Objects.requireNonNull(numbers.get(entry.getKey()))] = start;
      start += entry.getValue();
    }
    int[] order = new int[rowGroups.length];
    for (int row = 0; row < rowGroups.length; row++) {
      order[next[rowGroups[row]]++] = row;
    }
    return order;
  }

  /** Gives all rows, partition after partition. */
  void drain(BiConsumer<PartitionKey, Batch> consumer) {
    if (!batches.isEmpty()) {
      runs.add(sorted());
    }
    List<Cursor> cursors = new ArrayList<>();
    try {
      TreeMap<PartitionKey, List<Cursor>> byKey = new TreeMap<>();
      for (Run run : runs) {
        Cursor cursor = new Cursor(run);
        cursors.add(cursor);
        run.counts()
            .keySet()
            .forEach(key -> byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(cursor));
      }
      byKey.forEach((key, holders) -> holders.forEach(cursor -> cursor.drain(key, consumer)));
    } finally {
      cursors.forEach(Cursor::close);
    }
  }

  /** Reads through one run. */
  private final class Cursor implements AutoCloseable {
    private final Run run;
    private final @Nullable ParquetFile file;
    private final CloseableIterator<Batch> batches;
    private @Nullable Batch current;
    private int from;

    Cursor(Run run) {
      this.run = run;
      if (run.file() == null) {
        file = null;
        batches = CloseableIterator.of(List.of(Objects.requireNonNull(run.rows())));
      } else {
        FileEntry entry = FileEntry.of(run.file().location(), run.file().bytes());
        file =
            ParquetFile.open(environment.files().open(entry), ReadOptions.of(environment.memory()));
        batches = file.read(ReadRequest.of(schema));
      }
    }

    /** Gives the rows of {@code key}, the next in this run. */
    void drain(PartitionKey key, BiConsumer<PartitionKey, Batch> consumer) {
      int left = Objects.requireNonNull(run.counts().get(key));
      while (left > 0) {
        Batch batch = current;
        if (batch == null || from == batch.rowCount()) {
          batch = batches.next();
          current = batch;
          from = 0;
        }
        int size = Math.min(Math.min(left, batch.rowCount() - from), CHUNK);
        consumer.accept(key, batch.slice(from, size));
        from += size;
        left -= size;
      }
    }

    @Override
    public void close() {
      batches.close();
      if (file != null) {
        file.close();
      }
    }
  }

  /** Deletes what was spilled. */
  @Override
  public void close() {
    List<Location> written =
        runs.stream().map(Run::file).filter(Objects::nonNull).map(f -> f.location()).toList();
    runs.clear();
    batches.clear();
    groups.clear();
    bytes = 0;
    if (!written.isEmpty()) {
      environment.files().delete(written);
    }
  }
}
