package dev.lakehouse.write;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Selection;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.parquet.encode.WriteBuffers;
import dev.lakehouse.parquet.write.WriteOptions;
import dev.lakehouse.types.StructType;
import dev.lakehouse.write.PartitionSplitter.Groups;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows into data files, those of each partition apart. The files that are open share the
 * memory: past it the largest ends its row group, and past {@value #MAX_OPEN} files the rows of
 * further partitions are spilled, sorted, and written at the end, a partition at a time.
 *
 * <p>Used by one thread at a time. Ends with {@link #finish}, or else every file is deleted.
 */
public final class TableWriter implements AutoCloseable {
  private static final int MAX_OPEN = 64;
  private static final long LEAST_MEMORY = 4L << 20;
  private static final long MEMORY_STEP = 1L << 20;
  private static final long MAX_SPILL_BUFFER = 64L << 20;

  private final Environment environment;
  private final WriteTarget target;
  private final StructType stored;
  private final PartitionSplitter splitter;
  private final Map<PartitionKey, PartitionWriter> open = new LinkedHashMap<>();
  private final List<NewFile> files = new ArrayList<>();
  private final WriteBuffers buffers = new WriteBuffers();
  private final WriteOptions options;
  private final MemoryBudget.Reservation memory;
  private final SpilledRows spilled;
  private long rowCount;
  private boolean finished;

  /**
   * A writer of files for {@code target}.
   *
   * @param spillFolder where rows may be kept meanwhile
   */
  public TableWriter(Environment environment, WriteTarget target, Location spillFolder) {
    this.environment = environment;
    this.target = target;
    this.stored = target.stored();
    this.splitter = new PartitionSplitter(target);
    this.options =
        WriteOptions.builder()
            .compression(target.compression())
            .rowGroupBytes(target.rowGroupBytes())
            .naming(target.naming())
            .statistics(target.statistics())
            .statisticsPrefix(target.statisticsPrefix())
            .buffers(buffers)
            .build();
    long least = Math.min(LEAST_MEMORY, environment.memory().total());
    this.memory = environment.memory().acquire("write to " + target.table(), least);
    long spillBuffer = Math.min(MAX_SPILL_BUFFER, environment.memory().total() / 4);
    this.spilled = new SpilledRows(environment, spillFolder, stored, spillBuffer);
  }

  /** Writes rows in the table's columns. */
  public void write(Batch rows) {
    if (rows.rowCount() == 0) {
      return;
    }
    Groups groups = splitter.groups(rows, rowCount);
    Batch columns = splitter.stored(rows, stored);
    rowCount += rows.rowCount();
    List<Integer> waiting = new ArrayList<>();
    for (int group = 0; group < groups.keys().size(); group++) {
      PartitionWriter writer = writer(groups.keys().get(group));
      if (writer == null) {
        waiting.add(group);
      } else {
        writer.write(groups.keys().size() == 1 ? columns : part(columns, groups.rows(group)));
        shareMemory();
      }
    }
    if (!waiting.isEmpty()) {
      spill(columns, groups, waiting);
      shareMemory();
    }
  }

  private static Batch part(Batch columns, int[] rows) {
    return columns.select(new Selection(rows, rows.length));
  }

  /** The writer of {@code key}; null if there are too many already. */
  private @Nullable PartitionWriter writer(PartitionKey key) {
    PartitionWriter known = open.get(key);
    if (known != null || open.size() >= MAX_OPEN) {
      return known;
    }
    PartitionWriter writer = newWriter(key);
    open.put(key, writer);
    return writer;
  }

  private PartitionWriter newWriter(PartitionKey key) {
    return new PartitionWriter(environment, target, options, key, files::add);
  }

  private void spill(Batch columns, Groups groups, List<Integer> waiting) {
    boolean[] waits = new boolean[groups.keys().size()];
    waiting.forEach(group -> waits[group] = true);
    int[] rows = new int[columns.rowCount()];
    List<PartitionKey> keys = new ArrayList<>();
    for (int row = 0; row < columns.rowCount(); row++) {
      if (waits[groups.groups()[row]]) {
        rows[keys.size()] = row;
        keys.add(groups.keys().get(groups.groups()[row]));
      }
    }
    spilled.add(columns.select(new Selection(rows, keys.size())), keys);
  }

  /** Reserves what is buffered by now; while the budget refuses, frees what is largest. */
  private void shareMemory() {
    while (true) {
      long buffered = spilled.bufferedBytes();
      for (PartitionWriter writer : open.values()) {
        buffered += writer.bufferedBytes();
      }
      long more = buffered - memory.bytes();
      if (more <= 0) {
        giveBack(-more);
        return;
      } else if (memory.tryAcquire((more + MEMORY_STEP - 1) / MEMORY_STEP * MEMORY_STEP)) {
        return;
      } else if (!freeLargest(buffered)) {
        return;
      }
    }
  }

  /** Where others run short of memory, ends row groups early and gives back what they took. */
  public void makeRoom() {
    MemoryBudget budget = environment.memory();
    boolean isShort = budget.total() - budget.used() < budget.total() / 4;
    if (!isShort || memory.bytes() <= LEAST_MEMORY) {
      return;
    }
    for (PartitionWriter writer : open.values()) {
      if (writer.bufferedBytes() > 0) {
        writer.endRowGroup();
      }
    }
    spilled.spill();
    memory.release(memory.bytes() - LEAST_MEMORY);
  }

  private void giveBack(long unused) {
    long steps = Math.min(unused, memory.bytes() - LEAST_MEMORY) / MEMORY_STEP - 1;
    if (steps > 0) {
      memory.release(steps * MEMORY_STEP);
    }
  }

  /** False if nothing is freed by it. */
  private boolean freeLargest(long before) {
    PartitionWriter largest =
        open.values().stream()
            .max(Comparator.comparingLong(PartitionWriter::bufferedBytes))
            .orElse(null);
    if (largest == null || spilled.bufferedBytes() > largest.bufferedBytes()) {
      spilled.spill();
    } else {
      largest.endRowGroup();
    }
    long after = spilled.bufferedBytes();
    for (PartitionWriter writer : open.values()) {
      after += writer.bufferedBytes();
    }
    return after < before;
  }

  /** How many rows were written. */
  public long rowCount() {
    return rowCount;
  }

  /** Completes all files. They stay when this is closed: no version names them yet. */
  public List<NewFile> finish() {
    for (PartitionWriter writer : List.copyOf(open.values())) {
      writer.finish();
    }
    open.clear();
    if (!spilled.isEmpty()) {
      writeSpilled();
    }
    finished = true;
    return List.copyOf(files);
  }

  private void writeSpilled() {
    spilled.drain(
        (key, rows) -> {
          PartitionWriter current = open.get(key);
          if (current == null) {
            finishOpen();
            current = newWriter(key);
            open.put(key, current);
          }
          current.write(rows);
        });
    finishOpen();
  }

  private void finishOpen() {
    open.values().forEach(PartitionWriter::finish);
    open.clear();
  }

  /** Gives everything back; deletes the files unless they were finished. */
  @Override
  public void close() {
    try {
      open.values().forEach(PartitionWriter::abort);
      open.clear();
      spilled.close();
      if (!finished && !files.isEmpty()) {
        environment.files().delete(files.stream().map(NewFile::location).toList());
      }
    } finally {
      buffers.close();
      memory.close();
    }
  }
}
