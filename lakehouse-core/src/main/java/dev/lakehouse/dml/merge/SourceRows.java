package dev.lakehouse.dml.merge;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.expr.kernel.Concatenation;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.scan.Cancellation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a source once, as much at a time as the memory holds. Used by one thread; the reader stays
 * the caller's to close.
 */
final class SourceRows implements AutoCloseable {
  /** Values, their copy while batches become one, and 24 bytes a row for the index. */
  private static final int COPIES = 2;

  private static final int INDEX_BYTES = 24;

  /** Four merges at once must leave room for what they read and write. */
  private static final int PART = 16;

  private static final long STEP = 1L << 20;

  private final BatchReader source;
  private final MemoryBudget.Reservation memory;
  private final long most;
  private @Nullable Batch pending;
  private long rowCount;

  SourceRows(BatchReader source, MemoryBudget budget, String holder) {
    this.source = source;
    this.most = Math.max(STEP, budget.total() / PART);
    this.memory = budget.acquire(holder, Math.min(STEP, budget.total() / PART));
  }

  /** How many rows were read. */
  long rowCount() {
    return rowCount;
  }

  boolean hasNext() {
    return pending != null || source.hasNext();
  }

  /** The next rows, as many as the memory holds; at least one batch. */
  StructColumn next() {
    List<Batch> batches = new ArrayList<>();
    long bytes = 0;
    while (hasNext()) {
      Cancellation.check("The merge");
      Batch batch = pending == null ? flat(source.next()) : pending;
      pending = null;
      bytes += COPIES * batch.bytes() + (long) INDEX_BYTES * batch.rowCount();
      if (!batches.isEmpty() && !reserve(bytes)) {
        pending = batch;
        break;
      }
      reserve(bytes);
      batches.add(batch);
      rowCount += batch.rowCount();
    }
    return concatenated(batches);
  }

  private boolean reserve(long bytes) {
    if (bytes > most) {
      return false;
    }
    long more = bytes - memory.bytes();
    return more <= 0 || memory.tryAcquire((more + STEP - 1) / STEP * STEP);
  }

  /** Dictionaries are shared by batches, and would be copied with each of them. */
  private static Batch flat(Batch batch) {
    List<Column> columns = new ArrayList<>();
    for (Column column : batch.columns()) {
      columns.add(column instanceof DictionaryColumn dictionary ? dictionary.flat() : column);
    }
    return new Batch(batch.schema(), columns, batch.rowCount());
  }

  private StructColumn concatenated(List<Batch> batches) {
    List<Column> columns = new ArrayList<>();
    int size = batches.stream().mapToInt(Batch::rowCount).sum();
    for (int i = 0; i < source.schema().size(); i++) {
      int index = i;
      columns.add(Concatenation.of(batches.stream().map(batch -> batch.column(index)).toList()));
    }
    return new StructColumn(source.schema(), columns, null, size);
  }

  /** Gives the memory back: no rows are held any more. */
  void release() {
    memory.release(memory.bytes());
  }

  @Override
  public void close() {
    memory.close();
  }
}
