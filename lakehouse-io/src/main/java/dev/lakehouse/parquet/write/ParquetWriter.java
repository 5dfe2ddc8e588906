package dev.lakehouse.parquet.write;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.parquet.Compressor;
import dev.lakehouse.parquet.encode.LeafWriter;
import dev.lakehouse.parquet.encode.Slots;
import dev.lakehouse.parquet.encode.WriteBuffers;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.ParquetFileWriter;

/**
 * Writes batches into one Parquet file, a column at a time, and collects the statistics of the
 * Delta protocol on the way. Keeps the row group that it is at, compressed, in memory.
 *
 * <p>Used by one thread at a time. Ends with {@link #finish}, or else the file is dropped.
 */
public final class ParquetWriter implements AutoCloseable {
  private static final String CREATED_BY = "lakehouse version " + version() + " (build 0)";
  private static final int MAX_BOUND = 128;
  private static final long RESERVATION_STEP = 1L << 20;

  private final OutputFile out;
  private final StructType schema;
  private final WriteOptions options;
  private final WriteBuffers buffers;
  private final Compressor compressor;
  private final NodeTree tree;
  private final FileSink sink;
  private final ParquetFileWriter file;

  private long rowCount;
  private long rowGroupRows;
  private int pageRows;
  private long reserved;
  private boolean open = true;

  private ParquetWriter(OutputFile out, StructType schema, WriteOptions options)
      throws IOException {
    this.out = out;
    this.schema = schema;
    this.options = options;
    buffers = options.buffers().orElseGet(WriteBuffers::new);
    compressor = buffers.compressor(options.compression(), options.level());
    tree = new NodeTree(schema, options, buffers, compressor);
    sink = new FileSink(out);
    file =
        new ParquetFileWriter(
            sink,
            tree.parquetSchema(),
            ParquetFileWriter.Mode.CREATE,
            options.rowGroupBytes(),
            0,
            MAX_BOUND,
            MAX_BOUND,
            options.pageChecksums());
    file.start();
  }

  /**
   * Begins a file of batches with {@code schema}. Takes over {@code out}, which it closes or
   * aborts.
   *
   * @throws IllegalArgumentException naming the field, if the schema has a part that Parquet cannot
   *     store, or nothing that it can; {@code out} is then aborted
   */
  public static ParquetWriter create(OutputFile out, StructType schema, WriteOptions options) {
    try {
      return new ParquetWriter(out, schema, options);
    } catch (IOException e) {
      out.abort();
      throw failed(out, e);
    } catch (RuntimeException e) {
      out.abort();
      throw e;
    }
  }

  private static String version() {
    String version = ParquetWriter.class.getPackage().getImplementationVersion();
    return version == null ? "0" : version;
  }

  private static StorageException failed(OutputFile out, IOException e) {
    return new StorageException(
        StorageException.Kind.TRANSIENT,
        out.location().toString(),
        "write",
        String.valueOf(e.getMessage()),
        e);
  }

  /**
   * Appends the rows of a batch whose columns are those of the file's schema, in its order. The
   * names and types that the batch itself states are not looked at. If this fails the file is
   * dropped.
   *
   * @throws IllegalArgumentException if a column has not the layout of its type
   * @throws dev.lakehouse.error.SchemaMismatchException if the key of a map is null
   */
  public void write(Batch batch) {
    requireOpen();
    requireColumns(batch);
    try {
      append(batch);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void requireColumns(Batch batch) {
    if (batch.columns().size() != schema.size()) {
      throw new IllegalArgumentException(
          "A batch of "
              + batch.columns().size()
              + " columns cannot be written to a file with the "
              + schema.size()
              + " columns "
              + schema.names());
    }
  }

  private void append(Batch batch) {
    int from = 0;
    while (from < batch.rowCount()) {
      int rows = Math.min(batch.rowCount() - from, options.pageRows() - pageRows);
      write(batch, Slots.ofRows(from, rows));
      from += rows;
      pageRows += rows;
      rowGroupRows += rows;
      rowCount += rows;
      endWhatIsFull();
    }
  }

  private void write(Batch batch, Slots rows) {
    for (int i = 0; i < schema.size(); i++) {
      try {
        tree.columns().get(i).write(batch.column(i), rows);
      } catch (ClassCastException e) {
        throw new IllegalArgumentException(
            "Column '"
                + schema.field(i).name()
                + "' of the batch has the wrong layout for type "
                + schema.field(i).type(),
            e);
      }
    }
  }

  private void endWhatIsFull() {
    if (pageRows == options.pageRows()) {
      tree.leaves().forEach(LeafWriter::endPage);
      pageRows = 0;
    }
    if (rowGroupSize() >= options.rowGroupBytes() || !reserve()) {
      flushRowGroup();
    }
  }

  private long rowGroupSize() {
    long size = 0;
    for (LeafWriter leaf : tree.leaves()) {
      size += leaf.size();
    }
    return size;
  }

  /** False if the budget has not what the writer holds by now. */
  private boolean reserve() {
    MemoryBudget.Reservation reservation = options.reservation().orElse(null);
    if (reservation == null) {
      return true;
    }
    long more = bufferedBytes() - reserved;
    if (more <= 0) {
      return true;
    }
    long step = (more + RESERVATION_STEP - 1) / RESERVATION_STEP * RESERVATION_STEP;
    if (!reservation.tryAcquire(step)) {
      return false;
    }
    reserved += step;
    return true;
  }

  private void releaseReserved(long stillHeld) {
    long freed = reserved - Math.min(reserved, stillHeld);
    reserved -= freed;
    options.reservation().ifPresent(reservation -> reservation.release(freed));
  }

  /** How many bytes of heap the writer holds: what {@link #endRowGroup} would mostly give back. */
  public long bufferedBytes() {
    long bytes = 0;
    for (LeafWriter leaf : tree.leaves()) {
      bytes += leaf.capacity();
    }
    return bytes;
  }

  /** Writes the rows that are buffered as a row group, to free memory. As {@link #write} fails. */
  public void endRowGroup() {
    requireOpen();
    try {
      flushRowGroup();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void flushRowGroup() {
    if (rowGroupRows == 0) {
      return;
    }
    try {
      file.startBlock(rowGroupRows);
      for (LeafWriter leaf : tree.leaves()) {
        leaf.endChunk(file);
      }
      file.endBlock();
    } catch (IOException e) {
      throw failed(out, e);
    }
    rowGroupRows = 0;
    pageRows = 0;
    releaseReserved(bufferedBytes());
  }

  /**
   * Appends a row group of another file as it is, without a look at its values.
   *
   * @param source the file, of this one's schema
   * @param group one of the row groups that its writer made
   * @throws IllegalStateException if statistics are collected: those of the values are not known
   */
  public void append(InputFile source, WrittenRowGroup group) {
    endRowGroup();
    if (!options.statistics().isEmpty()) {
      throw new IllegalStateException("Row groups are not taken over into files with statistics");
    }
    byte[] bytes = new byte[Math.toIntExact(group.end() - group.start())];
    source.read(group.start(), bytes, 0, bytes.length);
    try {
      file.appendRowGroup(new HeldRange(bytes, group.start()), group.block(), false);
    } catch (IOException e) {
      throw failed(out, e);
    }
    rowCount += group.rows();
  }

  /** The row groups of the file, in order, once it is finished. */
  public List<WrittenRowGroup> rowGroups() {
    return file.getFooter().getBlocks().stream().map(WrittenRowGroup::new).toList();
  }

  /**
   * Ends the file and makes it visible.
   *
   * @throws StorageException if it could not be written; it is then dropped
   */
  public WrittenFile finish() {
    requireOpen();
    try {
      flushRowGroup();
      FileStatistics statistics = statistics();
      sink.holdFooter();
      file.end(new HashMap<>(options.keyValues()));
      sink.writeFooter(CREATED_BY);
      long bytes = out.position();
      out.close();
      return new WrittenFile(out.location(), bytes, rowCount, statistics);
    } catch (IOException e) {
      throw failed(out, e);
    } finally {
      close();
    }
  }

  private FileStatistics statistics() {
    Map<ColumnPath, LeafStatistics> columns = new LinkedHashMap<>();
    for (Node column : tree.columns()) {
      column.statistics(
          (path, statistics) -> {
            if (options.statistics().contains(path)) {
              columns.put(path, statistics);
            }
          });
    }
    return new FileStatistics(rowCount, columns);
  }

  /** Drops the file. Does nothing after {@link #finish}. */
  public void abort() {
    close();
  }

  /** Drops the file unless it was finished, and gives back what the writer holds. */
  @Override
  public void close() {
    if (!open) {
      return;
    }
    open = false;
    out.abort();
    tree.leaves().forEach(LeafWriter::release);
    buffers.release(compressor, options.compression(), options.level());
    if (options.buffers().isEmpty()) {
      buffers.close();
    }
    releaseReserved(0);
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException(
          "The writer of " + out.location() + " was finished or aborted: nothing can be added");
    }
  }
}
