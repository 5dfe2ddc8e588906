package dev.lakehouse.scan;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Selection;
import dev.lakehouse.expr.eval.Filter;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.parquet.read.ParquetFile;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one data file: the table's columns put together, deleted rows left out, the filter
 * applied. Used by one thread at a time.
 */
public final class FileRows implements CloseableIterator<Batch> {
  private final ParquetFile file;
  private final CloseableIterator<Batch> batches;
  private final List<PartitionValue> partitions;
  private final Projection projection;
  private final @Nullable Filter filter;
  private final @Nullable DeletedRows deleted;
  private final boolean located;
  private @Nullable Batch next;
  private @Nullable Column nextPositions;
  private @Nullable Column positions;

  /**
   * @param batches the columns of the projection that are stored, in order; if {@code located} or
   *     with {@code deleted} also the position of each row, last
   * @param partitions the columns of the projection that are not stored, in order
   * @param located whether {@link #positions} is asked for
   */
  FileRows(
      ParquetFile file,
      CloseableIterator<Batch> batches,
      List<PartitionValue> partitions,
      Projection projection,
      @Nullable Filter filter,
      @Nullable DeletedRows deleted,
      boolean located) {
    this.file = file;
    this.batches = batches;
    this.partitions = partitions;
    this.projection = projection;
    this.filter = filter;
    this.deleted = deleted;
    this.located = located;
  }

  /**
   * A column that has one value in the whole file.
   *
   * @param index where it stands in the projection
   * @param value its value, of the class that stands for its type
   */
  record PartitionValue(int index, @Nullable Object value) {}

  @Override
  public boolean hasNext() {
    while (next == null && batches.hasNext()) {
      Cancellation.check("The scan");
      next = wanted(batches.next());
    }
    return next != null;
  }

  @Override
  public Batch next() {
    if (!hasNext() || next == null) {
      throw new NoSuchElementException("There are no more batches");
    }
    Batch batch = next;
    positions = nextPositions;
    next = null;
    nextPositions = null;
    return batch;
  }

  /**
   * Where in the file the rows of the batch that {@link #next} gave last are, ascending; for those
   * that {@link FileReader#locate} made.
   */
  public LongColumn positions() {
    if (positions == null) {
      throw new IllegalStateException("There is no batch yet, or its rows were not located");
    }
    return (LongColumn) positions;
  }

  /** How many rows the file has, deleted ones included. */
  public long rowCount() {
    return file.rowCount();
  }

  /** The batch that comes out of {@code stored}; null if none of its rows is wanted. */
  private @Nullable Batch wanted(Batch stored) {
    Batch live = stored;
    if (deleted != null) {
      LongColumn positions = (LongColumn) stored.column(stored.columns().size() - 1);
      live = stored.select(deleted.others(positions.values(), stored.rowCount()));
    }
    if (live.rowCount() == 0) {
      return null;
    }
    Batch whole = assemble(live);
    Column all = located ? live.column(live.columns().size() - 1) : null;
    if (filter == null) {
      nextPositions = all;
      return projection.apply(whole);
    }
    Selection matches = filter.select(whole);
    if (all != null) {
      nextPositions = matches.isAll(all.size()) ? all : all.gather(matches.rows(), matches.count());
    }
    return matches.isEmpty() ? null : projection.apply(whole).select(matches);
  }

  private Batch assemble(Batch stored) {
    StructType schema = projection.read();
    List<Column> columns = new ArrayList<>(stored.columns().subList(0, storedColumns(schema)));
    for (PartitionValue partition : partitions) {
      columns.add(
          partition.index(),
          ConstantColumns.of(
              schema.field(partition.index()).type(), partition.value(), stored.rowCount()));
    }
    return new Batch(schema, columns, stored.rowCount());
  }

  private int storedColumns(StructType schema) {
    return schema.size() - partitions.size();
  }

  @Override
  public void close() {
    next = null;
    nextPositions = null;
    positions = null;
    try {
      batches.close();
    } finally {
      file.close();
    }
  }
}
