package dev.lakehouse.parquet.read;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Selection;
import dev.lakehouse.expr.eval.Filter;
import dev.lakehouse.parquet.footer.RowRanges;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The batches of the wanted rows of one row group. The columns of the predicate are read first, and
 * the others only around the rows that it selects.
 */
final class GroupReader implements AutoCloseable {
  private static final int ROWS = 4096;

  private final RowFiltering filtering;
  private final List<ColumnReader> columns;
  private final Pruning.Selected selected;
  private final long firstRow;

  private int range;
  private long row;
  private @Nullable Candidates candidates;

  /**
   * How the rows of a read are filtered.
   *
   * @param output names and types of the batches' columns
   * @param filter the predicate; null for none
   * @param filterColumns the indices of the columns that it reads
   * @param rowIndex whether row positions are the last column
   */
  record RowFiltering(
      StructType output, @Nullable Filter filter, List<Integer> filterColumns, boolean rowIndex) {
    /** The columns that the predicate reads. */
    StructType filterSchema() {
      List<StructField> fields = new ArrayList<>();
      filterColumns.forEach(index -> fields.add(output.field(index)));
      return new StructType(fields);
    }
  }

  /**
   * Rows of which the predicate's columns were read.
   *
   * @param start the first row
   * @param read the predicate's columns
   * @param rows the rows that it selects, from {@code start}
   * @param count how many
   * @param next the first of them that was not given out
   */
  private record Candidates(long start, Batch read, int[] rows, int count, int next) {}

  /** Reads {@code selected} rows; {@code firstRow} is the position of the group's first. */
  GroupReader(
      RowFiltering filtering,
      List<ColumnReader> columns,
      Pruning.Selected selected,
      long firstRow) {
    this.filtering = filtering;
    this.columns = columns;
    this.selected = selected;
    this.firstRow = firstRow;
    this.row = selected.rows().size() == 0 ? 0 : selected.rows().start(0);
  }

  /** The next batch, not empty; null at the end. */
  @Nullable Batch next() {
    while (true) {
      Candidates found = candidates;
      if (found != null) {
        return complete(found);
      }
      RowRanges rows = selected.rows();
      if (range < rows.size() && row == rows.end(range) && ++range < rows.size()) {
        row = rows.start(range);
      }
      if (range >= rows.size()) {
        return null;
      }
      int count = (int) Math.min(ROWS, rows.end(range) - row);
      Filter filter = filtering.filter();
      if (filter == null || selected.certain().covers(row, row + count)) {
        return readAll(count);
      }
      candidates = filtered(filter, count);
    }
  }

  private Batch readAll(int wanted) {
    int count = available(allColumns(), row, wanted);
    List<Column> taken = new ArrayList<>();
    columns.forEach(column -> taken.add(column.take(row, count)));
    if (filtering.rowIndex()) {
      taken.add(positions(row, count));
    }
    row += count;
    return new Batch(filtering.output(), taken, count);
  }

  private List<Integer> allColumns() {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      all.add(i);
    }
    return all;
  }

  private int available(List<Integer> indices, long from, int wanted) {
    int count = wanted;
    for (int index : indices) {
      count = columns.get(index).available(from, count);
    }
    return count;
  }

  /** Reads the predicate's columns of the next rows; null if it selects none of these. */
  private @Nullable Candidates filtered(Filter filter, int wanted) {
    int count = available(filtering.filterColumns(), row, wanted);
    List<Column> taken = new ArrayList<>();
    for (int index : filtering.filterColumns()) {
      taken.add(columns.get(index).take(row, count));
    }
    Batch read = new Batch(filtering.filterSchema(), taken, count);
    Selection selection = filter.select(read);
    long start = row;
    row += count;
    return selection.isEmpty()
        ? null
        : new Candidates(start, read, selection.rows(), selection.count(), 0);
  }

  /** Reads the other columns around the selected rows, as many as fit a batch. */
  private Batch complete(Candidates found) {
    int first = found.rows()[found.next()];
    int span = found.rows()[found.count() - 1] + 1 - first;
    List<Integer> others = allColumns();
    others.removeAll(filtering.filterColumns());
    span = available(others, found.start() + first, span);
    int end = found.next();
    while (end < found.count() && found.rows()[end] < first + span) {
      end++;
    }
    candidates =
        end == found.count()
            ? null
            : new Candidates(found.start(), found.read(), found.rows(), found.count(), end);
    return gather(found, first, span, end);
  }

  private Batch gather(Candidates found, int first, int span, int end) {
    int count = end - found.next();
    int[] rows = new int[count];
    int[] shifted = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = found.rows()[found.next() + i];
      shifted[i] = rows[i] - first;
    }
    List<Column> gathered = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int known = filtering.filterColumns().indexOf(i);
      gathered.add(
          known >= 0
              ? pick(found.read().column(known), rows)
              : pick(columns.get(i).take(found.start() + first, span), shifted));
    }
    if (filtering.rowIndex()) {
      gathered.add(positions(found.start(), rows));
    }
    return new Batch(filtering.output(), gathered, count);
  }

  private static Column pick(Column column, int[] rows) {
    boolean together = rows[rows.length - 1] - rows[0] == rows.length - 1;
    if (together) {
      return rows[0] == 0 && column.size() == rows.length
          ? column
          : column.slice(rows[0], rows.length);
    }
    return column.gather(rows, rows.length);
  }

  private Column positions(long from, int count) {
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = i;
    }
    return positions(from, rows);
  }

  private Column positions(long from, int[] rows) {
    long[] positions = new long[rows.length];
    for (int i = 0; i < rows.length; i++) {
      positions[i] = firstRow + from + rows[i];
    }
    return new LongColumn(DataType.LONG, positions, null, rows.length);
  }

  @Override
  public void close() {
    candidates = null;
    columns.forEach(ColumnReader::close);
  }
}
