package dev.lakehouse.parquet.footer;

import java.util.Arrays;

/**
 * Rows of a row group, as ranges in ascending order that do not touch each other.
 *
 * <p>Immutable.
 */
public final class RowRanges {
  private final long[] starts;
  private final long[] ends;

  private RowRanges(long[] starts, long[] ends) {
    this.starts = starts;
    this.ends = ends;
  }

  /** The first {@code rows} rows. */
  public static RowRanges all(long rows) {
    return rows == 0
        ? new RowRanges(new long[0], new long[0])
        : new RowRanges(new long[] {0}, new long[] {rows});
  }

  /**
   * The rows of some intervals: interval {@code i} goes from {@code bounds[i]} to {@code bounds[i +
   * 1]} and is in if {@code kept[i]}.
   */
  public static RowRanges of(long[] bounds, boolean[] kept) {
    long[] starts = new long[kept.length];
    long[] ends = new long[kept.length];
    int count = 0;
    for (int i = 0; i < kept.length; i++) {
      if (kept[i] && bounds[i] < bounds[i + 1]) {
        if (count > 0 && ends[count - 1] == bounds[i]) {
          ends[count - 1] = bounds[i + 1];
        } else {
          starts[count] = bounds[i];
          ends[count++] = bounds[i + 1];
        }
      }
    }
    return new RowRanges(Arrays.copyOf(starts, count), Arrays.copyOf(ends, count));
  }

  /** How many ranges there are. */
  public int size() {
    return starts.length;
  }

  /** The first row of the range at {@code index}. */
  public long start(int index) {
    return starts[index];
  }

  /** The row after the last of the range at {@code index}. */
  public long end(int index) {
    return ends[index];
  }

  /** How many rows there are. */
  public long rows() {
    return Arrays.stream(ends).sum() - Arrays.stream(starts).sum();
  }

  /** True if a row from {@code start} up to {@code end}, exclusive, is in. */
  public boolean overlaps(long start, long end) {
    int at = Arrays.binarySearch(ends, start + 1);
    int range = at < 0 ? -at - 1 : at;
    return start < end && range < starts.length && starts[range] < end;
  }

  /** True if every row from {@code start} up to {@code end}, exclusive, is in. */
  public boolean covers(long start, long end) {
    int at = Arrays.binarySearch(ends, end);
    int range = at < 0 ? -at - 1 : at;
    return range < starts.length && starts[range] <= start;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < starts.length; i++) {
      text.append(i == 0 ? "" : " ").append(starts[i]).append("..").append(ends[i]);
    }
    return text.toString();
  }
}
