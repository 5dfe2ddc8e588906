package dev.lakehouse.parquet.read;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.expr.eval.Filter;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.parquet.footer.Footer;
import dev.lakehouse.parquet.footer.PageIndex;
import dev.lakehouse.parquet.footer.PlannedLeaf;
import dev.lakehouse.parquet.read.GroupReader.RowFiltering;
import dev.lakehouse.parquet.read.ReadPlan.PlannedColumn;
import dev.lakehouse.parquet.read.ReadRequest.RowFilter;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;

/** The batches of one read, row group by row group. */
final class BatchReader implements CloseableIterator<Batch> {
  private static final int MIN_WINDOW = 64 << 10;
  private static final long BATCH_BYTES = 16 << 20;
  private static final long MIN_BATCH_BYTES = 1 << 20;

  private final InputFile file;
  private final @Nullable RemoteFile remote;
  private final ReadOptions options;
  private final Footer footer;
  private final List<PlannedColumn> plan;
  private final RowFiltering filtering;
  private final @Nullable Pruning pruning;
  private final int leafCount;

  private int nextGroup;
  private long nextRow;
  private @Nullable ScanMemory memory;
  private @Nullable GroupReader group;
  private @Nullable Batch ready;

  BatchReader(InputFile file, ReadOptions options, Footer footer, ReadRequest request) {
    this.remote = file.isRemote() ? new RemoteFile(file, footer) : null;
    this.file = remote == null ? file : remote;
    this.options = options;
    this.footer = footer;
    this.plan = ReadPlan.of(footer, request.columns(), request.matching());
    this.filtering = filtering(request);
    RowFilter filter = request.filter();
    this.pruning =
        filter == null ? null : new Pruning(this.file, footer, filter, request.columns(), plan);
    this.leafCount = plan.stream().mapToInt(column -> column.leaves().size()).sum();
  }

  private static RowFiltering filtering(ReadRequest request) {
    String rowIndex = request.rowIndexColumn();
    StructType output =
        rowIndex == null
            ? request.columns()
            : request.columns().with(StructField.required(rowIndex, DataType.LONG));
    RowFilter wanted = request.filter();
    if (wanted == null) {
      return new RowFiltering(output, null, List.of(), rowIndex != null);
    }
    Filter filter = Filter.bind(wanted.predicate(), request.columns(), wanted.context());
    List<Integer> columns =
        filter.columns().stream()
            .map(path -> request.columns().indexOf(path.root()))
            .distinct()
            .sorted()
            .toList();
    return new RowFiltering(output, filter, columns, rowIndex != null);
  }

  @Override
  public boolean hasNext() {
    if (ready == null) {
      ready = read();
    }
    return ready != null;
  }

  @Override
  public Batch next() {
    Batch batch = hasNext() ? ready : null;
    if (batch == null) {
      throw new NoSuchElementException();
    }
    ready = null;
    return batch;
  }

  private @Nullable Batch read() {
    while (true) {
      if (Thread.currentThread().isInterrupted()) {
        throw new OperationCancelledException("Interrupted while reading " + footer.name());
      }
      if (group != null) {
        Batch batch = group.next();
        if (batch != null) {
          return batch;
        }
        closeGroup();
      }
      if (nextGroup == footer.rowGroups().size()) {
        return null;
      }
      openGroup(nextGroup++);
    }
  }

  private void openGroup(int index) {
    RowGroup opened = footer.rowGroups().get(index);
    Pruning.Selected selected =
        pruning == null ? Pruning.Selected.all(opened.num_rows) : pruning.select(index);
    if (selected.rows().size() > 0) {
      int window = (int) Math.min(file.readSize(), Math.max(MIN_WINDOW, share() / 4));
      memory = new ScanMemory(options.memory(), "scan of " + footer.name(), minimum(window));
      long batchBytes = Math.max(MIN_BATCH_BYTES, BATCH_BYTES / Math.max(1, leafCount));
      if (remote != null && selected.rows().rows() == opened.num_rows) {
        remote.begin(chunks(opened), window, memory);
      }
      ColumnOpener opener = new ColumnOpener(file, options, footer, memory, window, batchBytes);
      group = new GroupReader(filtering, open(opener, opened, selected), selected, nextRow);
    }
    nextRow += opened.num_rows;
  }

  private List<RemoteFile.Chunk> chunks(RowGroup opened) {
    return plan.stream()
        .flatMap(column -> column.leaves().stream())
        .map(leaf -> opened.columns.get(leaf.node().leafIndex()).meta_data)
        .filter(Objects::nonNull)
        .map(
            chunk -> {
              long start = ColumnOpener.start(chunk);
              return new RemoteFile.Chunk(start, start + chunk.total_compressed_size);
            })
        .toList();
  }

  private long share() {
    return options.memory().total() / 2 / Math.max(1, leafCount);
  }

  private long minimum(int window) {
    return Math.min(2L * window * leafCount, options.memory().total() / 2);
  }

  private List<ColumnReader> open(ColumnOpener opener, RowGroup opened, Pruning.Selected selected) {
    Function<PlannedLeaf, Optional<PageIndex>> indexes =
        leaf -> pruning == null ? Optional.empty() : pruning.index(opened, leaf, selected);
    List<ColumnReader> columns = new ArrayList<>();
    for (PlannedColumn column : plan) {
      columns.add(opener.open(opened, column, selected.rows(), indexes));
    }
    return columns;
  }

  private void closeGroup() {
    if (group != null) {
      group.close();
      group = null;
    }
    if (remote != null) {
      remote.end();
    }
    if (memory != null) {
      memory.close();
      memory = null;
    }
  }

  @Override
  public void close() {
    closeGroup();
    nextGroup = footer.rowGroups().size();
    ready = null;
  }
}
