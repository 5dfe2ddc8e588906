package dev.lakehouse.parquet.read;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.parquet.footer.Footer;
import dev.lakehouse.parquet.read.ReadPlan.PlannedColumn;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;

/** The batches of one read, row group by row group. */
final class BatchReader implements CloseableIterator<Batch> {
  private static final int ROWS = 4096;

  private final Footer footer;
  private final ReadRequest request;
  private final StructType output;
  private final List<PlannedColumn> plan;
  private final ColumnOpener opener;

  private int nextGroup;
  private long groupStart;
  private long groupRows;
  private long row;
  private List<ColumnReader> columns = List.of();
  private @Nullable Batch ready;

  BatchReader(InputFile file, ReadOptions options, Footer footer, ReadRequest request) {
    this.footer = footer;
    this.request = request;
    this.plan = ReadPlan.of(footer, request.columns(), request.matching());
    this.output = output(request);
    this.opener = new ColumnOpener(file, options, footer);
  }

  private static StructType output(ReadRequest request) {
    String rowIndex = request.rowIndexColumn();
    return rowIndex == null
        ? request.columns()
        : request.columns().with(StructField.required(rowIndex, DataType.LONG));
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
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Batch batch = ready;
    ready = null;
    return java.util.Objects.requireNonNull(batch);
  }

  private @Nullable Batch read() {
    while (row == groupRows) {
      if (nextGroup == footer.rowGroups().size()) {
        return null;
      }
      openGroup();
    }
    int count = (int) Math.min(ROWS, groupRows - row);
    for (ColumnReader column : columns) {
      count = column.available(row, count);
    }
    List<Column> taken = new ArrayList<>();
    for (ColumnReader column : columns) {
      taken.add(column.take(row, count));
    }
    if (request.rowIndexColumn() != null) {
      taken.add(rowIndex(groupStart + row, count));
    }
    row += count;
    return new Batch(output, taken, count);
  }

  private void openGroup() {
    RowGroup group = footer.rowGroups().get(nextGroup++);
    groupStart += groupRows;
    groupRows = group.num_rows;
    row = 0;
    columns = plan.stream().map(column -> opener.open(group, column)).toList();
  }

  private static Column rowIndex(long first, int count) {
    long[] rows = new long[count];
    for (int i = 0; i < count; i++) {
      rows[i] = first + i;
    }
    return new LongColumn(DataType.LONG, rows, null, count);
  }

  @Override
  public void close() {
    row = groupRows;
    nextGroup = footer.rowGroups().size();
    columns = List.of();
    ready = null;
  }

  /** A column that the file lacks. */
  record MissingReader(DataType type) implements ColumnReader {
    @Override
    public int available(long row, int max) {
      return max;
    }

    @Override
    public Column take(long row, int count) {
      return NullColumn.of(type, count);
    }
  }
}
