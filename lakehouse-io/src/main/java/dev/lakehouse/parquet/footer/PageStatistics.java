package dev.lakehouse.parquet.footer;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.expr.skip.StatisticsBatch;
import dev.lakehouse.parquet.decode.LegacyCalendar;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.parquet.format.ColumnIndex;
import org.jspecify.annotations.Nullable;

/**
 * What the page indexes of one row group know, over intervals of rows none of which holds a part of
 * a page: pages of different columns need not start at the same rows.
 */
public final class PageStatistics implements StatisticsBatch {
  private final FilterLeaves leaves;
  private final Map<ColumnPath, PageIndex> indexes;
  private final LegacyCalendar calendar;
  private final long[] bounds;

  /** Of a row group of {@code rows} rows; {@code indexes} holds those that there are. */
  public PageStatistics(
      FilterLeaves leaves, Map<ColumnPath, PageIndex> indexes, LegacyCalendar calendar, long rows) {
    this.leaves = leaves;
    this.indexes = Map.copyOf(indexes);
    this.calendar = calendar;
    TreeSet<Long> starts = new TreeSet<>(List.of(0L, rows));
    indexes.values().forEach(index -> Arrays.stream(index.bounds()).forEach(starts::add));
    this.bounds = starts.stream().mapToLong(Long::longValue).toArray();
  }

  /** Where the intervals start, and where the last ends. */
  public long[] bounds() {
    return bounds;
  }

  @Override
  public int size() {
    return bounds.length - 1;
  }

  @Override
  public @Nullable Column min(ColumnPath path) {
    ColumnIndex index = ordered(path);
    return index == null ? null : bounds(path, index, index.min_values);
  }

  @Override
  public @Nullable Column max(ColumnPath path) {
    ColumnIndex index = ordered(path);
    return index == null ? null : bounds(path, index, index.max_values);
  }

  private @Nullable ColumnIndex ordered(ColumnPath path) {
    PlannedLeaf leaf = leaves.leaf(path).orElse(null);
    PageIndex pages = indexes.get(path);
    return leaf == null || pages == null || !Bounds.areOrdered(leaf, calendar)
        ? null
        : pages.values();
  }

  private Column bounds(ColumnPath path, ColumnIndex index, List<java.nio.ByteBuffer> values) {
    List<byte @Nullable []> bounds = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      bounds.add(index.null_pages.get(i) ? null : bytes(values.get(i)));
    }
    PlannedLeaf leaf = leaves.leaf(path).orElseThrow();
    return ofPages(path, Bounds.column(leaf, bounds));
  }

  private static byte[] bytes(java.nio.ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  /** For each interval the value of the page it lies in. */
  private Column ofPages(ColumnPath path, Column pages) {
    return pages.gather(pagesOfIntervals(path), size());
  }

  private int[] pagesOfIntervals(ColumnPath path) {
    PageIndex index = indexes.get(path);
    int[] pages = new int[size()];
    int page = 0;
    for (int i = 0; i < pages.length && index != null; i++) {
      while (index.firstRow(page + 1) <= bounds[i]) {
        page++;
      }
      pages[i] = page;
    }
    return pages;
  }

  /** All rows of an interval, or none of them as far as is known: nulls are counted by page. */
  @Override
  public @Nullable LongColumn nullCount(ColumnPath path) {
    if (leaves.missing().contains(path)) {
      return rowCount();
    }
    PageIndex pages = indexes.get(path);
    ColumnIndex index = pages == null ? null : pages.values();
    if (index == null) {
      return null;
    }
    int[] page = pagesOfIntervals(path);
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < page.length; i++) {
      counts.add(nullCount(index, page[i], bounds[i + 1] - bounds[i]));
    }
    return GroupStatistics.counts(counts, Long::longValue);
  }

  private static long nullCount(ColumnIndex index, int page, long rows) {
    if (PageIndex.isAllNull(index, page)) {
      return rows;
    }
    boolean none =
        !index.null_pages.get(page) && index.isSetNull_counts() && index.null_counts.get(page) == 0;
    return none ? 0 : -1;
  }

  @Override
  public @Nullable LongColumn nanCount(ColumnPath path) {
    return null;
  }

  @Override
  public LongColumn rowCount() {
    long[] rows = new long[size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = bounds[i + 1] - bounds[i];
    }
    return new LongColumn(DataType.LONG, rows, null, rows.length);
  }
}
