package dev.lakehouse.expr.string;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.TextCells;
import dev.lakehouse.expr.text.TextSink;
import dev.lakehouse.types.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of texts, counted in code points, and of bytes. */
public final class Substrings {
  private Substrings() {}

  private static int[] ints(List<Column> arguments, int index) {
    return ((IntColumn) arguments.get(index)).values();
  }

  /** {@code substring(text, position [, length])}: from 1, or from the end if it is negative. */
  public static Column substring(List<Column> arguments, LiveRows live) {
    int[] lengths = arguments.size() > 2 ? ints(arguments, 2) : null;
    return parts(arguments.get(0), ints(arguments, 1), lengths, live);
  }

  /** {@code left(text, length)}. */
  public static Column left(List<Column> arguments, LiveRows live) {
    return parts(arguments.get(0), null, ints(arguments, 1), live);
  }

  /** {@code right(text, length)}. */
  public static Column right(List<Column> arguments, LiveRows live) {
    int[] lengths = ints(arguments, 1);
    int[] positions = new int[live.size()];
    int[] kept = new int[live.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = -Math.max(lengths[i], 0);
      kept[i] = Math.max(lengths[i], 0);
    }
    return parts(arguments.get(0), positions, kept, live);
  }

  /** Without positions from the start, without lengths to the end. */
  private static Column parts(
      Column column, int @Nullable [] positions, int @Nullable [] lengths, LiveRows live) {
    TextCells cells = TextCells.of(column);
    boolean bytes = column.type() == DataType.BINARY;
    TextSink sink = new TextSink(live.size(), cells.length(live.size()));
    for (int i = 0; i < live.size(); i++) {
      if (live.contains(i)) {
        int position = positions == null ? 1 : positions[i];
        int length = lengths == null ? Integer.MAX_VALUE : lengths[i];
        append(sink, cells, i, position, length, bytes);
      }
      sink.end();
    }
    return sink.column(column.type(), live.validity());
  }

  private static void append(
      TextSink sink, TextCells cells, int row, int position, int length, boolean bytes) {
    byte[] data = cells.data();
    int from = cells.start(row);
    int to = cells.end(row);
    // A start before the text eats of the length.
    long start = position > 0 ? position - 1L : 0;
    if (position < 0) {
      start = (long) position + (bytes ? to - from : Utf8.count(data, from, to));
    }
    long end = Math.min(start + length, Integer.MAX_VALUE);
    start = Math.max(start, 0);
    if (end <= start) {
      return;
    } else if (bytes) {
      int first = (int) Math.min(from + start, to);
      sink.append(data, first, (int) Math.min(from + end, to));
    } else {
      int first = Utf8.skip(data, from, to, start);
      sink.append(data, first, Utf8.skip(data, first, to, end - start));
    }
  }
}
