package dev.lakehouse.parquet.read;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.decode.LeafValues;
import dev.lakehouse.parquet.decode.RunLengthReader;
import dev.lakehouse.parquet.decode.Spacing;
import org.jspecify.annotations.Nullable;

/** Reads a top-level primitive column: a row is a value, or a null. */
final class FlatReader implements ColumnReader {
  private final LeafPages pages;
  private final LeafValues values;
  private final long maxBytes;

  private long nextRow;
  private @Nullable Column run;
  private long runStart;

  private long @Nullable [] validity;
  private int slots;

  /** Columns of at most {@code maxBytes} bytes of variable length, or one value. */
  FlatReader(LeafPages pages, LeafValues values, long maxBytes) {
    this.pages = pages;
    this.values = values;
    this.maxBytes = maxBytes;
  }

  @Override
  public int available(long row, int max) {
    Column current = run;
    if (current == null || row < runStart || row >= runStart + current.size()) {
      current = decode(row, max);
      run = current;
      runStart = row;
    }
    return (int) Math.min(max, runStart + current.size() - row);
  }

  @Override
  public void close() {
    run = null;
    pages.close();
  }

  @Override
  public Column take(long row, int count) {
    Column current = run;
    if (current == null || row + count > runStart + current.size()) {
      throw new IllegalStateException("Rows from " + row + " were not made available");
    }
    int from = (int) (row - runStart);
    return from == 0 && count == current.size() ? current : current.slice(from, count);
  }

  private Column decode(long row, int max) {
    slots = 0;
    skipTo(row);
    values.begin(max);
    validity = null;
    boolean more = true;
    while (more && slots < max && hasPage()) {
      more = readStep(Math.min(max - slots, pages.left()), max);
    }
    if (slots == 0) {
      throw new DamagedDataException("it ends at row " + nextRow + " of its row group");
    }
    nextRow += slots;
    Column dense = values.column();
    Validity valid = validity == null ? null : Validity.of(validity);
    return Spacing.spread(dense, 0, valid, slots);
  }

  private boolean hasPage() {
    return pages.left() > 0 || pages.next(nextRow + slots);
  }

  /** Reads up to {@code count} rows of the page; false if no more fit the column. */
  private boolean readStep(int count, int max) {
    RunLengthReader levels = pages.definitions();
    if (levels != null && !levels.isRunOf(1, count)) {
      return readMixed(levels, count, max);
    }
    int fit = values.fit(count, maxBytes);
    if (levels != null) {
      levels.skip(fit);
    }
    if (fit > 0) {
      values.read(fit);
    }
    if (validity != null) {
      setBits(validity, slots, fit);
    }
    accept(fit);
    return fit == count;
  }

  private boolean readMixed(RunLengthReader levels, int count, int max) {
    long[] bits = validity(max);
    RunLengthReader before = levels.copy();
    int present = levels.readBits(bits, slots, count);
    int fit = present == 0 ? 0 : values.fit(present, maxBytes);
    int rows = count;
    if (fit < present) {
      rows = rowsBefore(bits, slots, fit);
      clearBits(bits, slots + rows, slots + count);
      before.skip(rows);
      pages.resume(before, null);
    }
    if (fit > 0) {
      values.read(fit);
    }
    accept(rows);
    return rows == count;
  }

  private void accept(int rows) {
    slots += rows;
    pages.consume(rows);
  }

  private long[] validity(int max) {
    if (validity == null) {
      validity = new long[Validity.wordCount(max)];
      setBits(validity, 0, slots);
    }
    return validity;
  }

  private void skipTo(long row) {
    if (nextRow + pages.left() <= row && nextRow < row) {
      if (!pages.next(row)) {
        throw new DamagedDataException("it ends before row " + row + " of its row group");
      }
      nextRow = pages.firstRow();
    }
    if (nextRow < row) {
      int count = (int) (row - nextRow);
      skipStep(count);
      pages.consume(count);
      nextRow = row;
    }
  }

  private void skipStep(int count) {
    RunLengthReader levels = pages.definitions();
    if (levels == null) {
      values.skip(count);
    } else {
      values.skip(levels.readBits(new long[Validity.wordCount(count)], 0, count));
    }
  }

  /** How many bits after {@code from} come before the set bit that {@code ones} others precede. */
  private static int rowsBefore(long[] bits, int from, int ones) {
    int seen = 0;
    int at = from;
    while (true) {
      if ((bits[at >>> 6] >>> at & 1) != 0 && seen++ == ones) {
        return at - from;
      }
      at++;
    }
  }

  private static void setBits(long[] bits, int from, int count) {
    for (int i = from; i < from + count; i++) {
      bits[i >>> 6] |= 1L << i;
    }
  }

  private static void clearBits(long[] bits, int from, int to) {
    for (int i = from; i < to; i++) {
      bits[i >>> 6] &= ~(1L << i);
    }
  }
}
