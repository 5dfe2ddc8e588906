package dev.lakehouse.parquet.read;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.parquet.DamagedDataException;
import dev.lakehouse.parquet.decode.LeafValues;
import dev.lakehouse.parquet.decode.RunLengthReader;
import dev.lakehouse.parquet.footer.FileNode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads one leaf of a nested column: whole rows of levels and values. Not thread-safe. */
final class LevelLeaf {
  private static final int STEP = 1024;
  private static final int MAX_LEVELS = 1 << 20;

  private final FileNode leaf;
  private final LeafPages pages;
  private final @Nullable LeafValues values;
  private final long maxBytes;

  private byte[] definitions = new byte[STEP];
  private byte[] repetitions = new byte[STEP];
  private int levels;
  private @Nullable Column column;

  private long firstRow;
  private int rows;
  private int nextLevel;
  private int nextValue;

  /** Windows of at most {@code maxBytes} bytes of variable length, or one row. */
  LevelLeaf(FileNode leaf, LeafPages pages, @Nullable LeafValues values, long maxBytes) {
    this.leaf = leaf;
    this.maxBytes = maxBytes;
    this.pages = pages;
    this.values = values;
  }

  /** How many rows from {@code row} on stand in the window, after reading up to {@code max}. */
  int available(long row, int max) {
    if (row < firstRow + rows) {
      advance((int) (row - firstRow));
    } else {
      skipTo(row);
      read(max);
    }
    return Math.min(rows, max);
  }

  /** The next {@code count} rows; they stay until {@link #advance}. */
  LevelWindow window(int count) {
    return new LevelWindow(
        definitions, repetitions, nextLevel, endOfRows(count), column, nextValue);
  }

  /** Drops the next {@code count} rows. */
  void advance(int count) {
    int end = endOfRows(count);
    nextValue += present(nextLevel, end);
    nextLevel = end;
    firstRow += count;
    rows -= count;
  }

  private int endOfRows(int count) {
    if (count == rows) {
      return levels;
    }
    int at = nextLevel;
    for (int seen = -1; at < levels; at++) {
      if (repetitions[at] == 0 && ++seen == count) {
        break;
      }
    }
    return at;
  }

  private int present(int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      count += definitions[i] == leaf.definition() ? 1 : 0;
    }
    return count;
  }

  private void start(int capacity) {
    levels = 0;
    nextLevel = 0;
    nextValue = 0;
    rows = 0;
    column = null;
    if (values != null) {
      values.begin(capacity);
    }
  }

  private void skipTo(long row) {
    advance(rows);
    if (pages.endRow() >= 0 && row >= pages.endRow() && row > firstRow) {
      if (!pages.next(row)) {
        throw new DamagedDataException("it ends before row " + row + " of its row group");
      }
      firstRow = pages.firstRow() < 0 ? firstRow : pages.firstRow();
    }
    while (firstRow < row) {
      start(STEP);
      readRows((int) Math.min(STEP, row - firstRow));
      firstRow += rows;
      rows = 0;
    }
  }

  private void read(int max) {
    start(max);
    readRows(max);
    column = values == null ? null : values.column();
  }

  private void readRows(int max) {
    boolean more = true;
    while (more && hasEntries(max)) {
      more = readStep(Math.min(STEP, pages.left()), isFull() ? rows : max);
    }
    if (rows == 0) {
      throw new DamagedDataException("it ends at row " + firstRow + " of its row group");
    }
  }

  private boolean isFull() {
    return levels > MAX_LEVELS || (values != null && values.bytes() >= maxBytes);
  }

  /** Goes to the next page if need be: also to see whether the last row goes on there. */
  private boolean hasEntries(int max) {
    if (pages.left() > 0) {
      return true;
    }
    boolean complete = rows > 0 && pages.endRow() == firstRow + rows;
    return !(complete && (rows == max || isFull())) && pages.next(firstRow + rows);
  }

  /** Reads up to {@code count} entries; false if a row starts that is not wanted. */
  private boolean readStep(int count, int max) {
    RunLengthReader definitionMark = copy(pages.definitions());
    RunLengthReader repetitionMark = copy(pages.repetitions());
    decode(pages.definitions(), definitions(count), leaf.definition(), count);
    decode(pages.repetitions(), repetitions, 0, count);
    int cut = fitting(count, max);
    cut = fittingBytes(cut);
    if (cut < count) {
      skip(definitionMark, cut);
      skip(repetitionMark, cut);
      pages.resume(definitionMark, repetitionMark);
    }
    accept(cut);
    return cut == count;
  }

  private static @Nullable RunLengthReader copy(@Nullable RunLengthReader reader) {
    return reader == null ? null : reader.copy();
  }

  private static void skip(@Nullable RunLengthReader reader, int count) {
    if (reader != null) {
      reader.skip(count);
    }
  }

  private byte[] definitions(int more) {
    if (levels + more > definitions.length) {
      int capacity = Math.max(levels + more, 2 * definitions.length);
      definitions = Arrays.copyOf(definitions, capacity);
      repetitions = Arrays.copyOf(repetitions, capacity);
    }
    return definitions;
  }

  private void decode(@Nullable RunLengthReader reader, byte[] target, int otherwise, int count) {
    if (reader == null) {
      Arrays.fill(target, levels, levels + count, (byte) otherwise);
    } else {
      reader.read(target, levels, count);
    }
  }

  /** How many of the next {@code count} entries belong to the first {@code max} rows. */
  private int fitting(int count, int max) {
    int seen = rows;
    for (int i = 0; i < count; i++) {
      if (repetitions[levels + i] == 0 && (seen++ == max && max > 0)) {
        return i;
      }
    }
    return count;
  }

  /** How many of the next {@code count} entries have values that fit the column. */
  private int fittingBytes(int count) {
    int present = present(levels, levels + count);
    if (values == null || present == 0) {
      return count;
    }
    int fit = values.fit(present, maxBytes);
    if (fit == present) {
      return count;
    }
    return cutAround(count, fit);
  }

  /**
   * Where the last row starts, other than the first of the window, before the value that {@code
   * fit} others precede; if there is none, where the next one starts: a row cannot be cut.
   */
  private int cutAround(int count, int fit) {
    int last = -1;
    int seen = 0;
    for (int i = 0; i < count; i++) {
      boolean starts = repetitions[levels + i] == 0 && (i > 0 || rows > 0);
      if (starts && seen > fit) {
        return last < 0 ? i : last;
      }
      last = starts ? i : last;
      seen += definitions[levels + i] == leaf.definition() ? 1 : 0;
      if (seen > fit && last >= 0) {
        return last;
      }
    }
    return count;
  }

  private void accept(int count) {
    int present = present(levels, levels + count);
    if (values != null && present > 0) {
      values.fit(present, Long.MAX_VALUE);
      values.read(present);
    }
    for (int i = 0; i < count; i++) {
      rows += repetitions[levels + i] == 0 ? 1 : 0;
    }
    levels += count;
    pages.consume(count);
  }

  void close() {
    pages.close();
  }
}
