package dev.lakehouse.expr.string;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.TextCells;
import dev.lakehouse.expr.text.TextSink;
import dev.lakehouse.types.DataType;
import java.util.Arrays;
import java.util.List;

/** Texts without certain characters at their ends: spaces, U+0020, if none are named. */
public final class Trims {
  /** Where characters are taken away. */
  public enum Side {
    /** At both ends. */
    BOTH,
    /** At the start. */
    LEADING,
    /** At the end. */
    TRAILING
  }

  private Trims() {}

  /** {@code trim([characters,] text)} and its kin. */
  public static Kernel of(Side side) {
    return (arguments, live) ->
        arguments.size() == 1 ? spaces(arguments, live, side) : characters(arguments, live, side);
  }

  private static Column spaces(List<Column> arguments, LiveRows live, Side side) {
    TextCells cells = TextCells.of(arguments.get(0));
    byte[] data = cells.data();
    TextSink sink = new TextSink(live.size(), cells.length(live.size()));
    for (int i = 0; i < live.size(); i++) {
      if (live.contains(i)) {
        int from = cells.start(i);
        int to = cells.end(i);
        while (side != Side.TRAILING && from < to && data[from] == ' ') {
          from++;
        }
        while (side != Side.LEADING && to > from && data[to - 1] == ' ') {
          to--;
        }
        sink.append(data, from, to);
      }
      sink.end();
    }
    return sink.column(DataType.STRING, live.validity());
  }

  private static Column characters(List<Column> arguments, LiveRows live, Side side) {
    TextCells sets = TextCells.of(arguments.get(0));
    TextCells cells = TextCells.of(arguments.get(1));
    byte[] data = cells.data();
    TextSink sink = new TextSink(live.size(), cells.length(live.size()));
    for (int i = 0; i < live.size(); i++) {
      if (live.contains(i)) {
        int from = cells.start(i);
        int to = cells.end(i);
        while (side != Side.TRAILING && from < to && startsInSet(sets, i, data, from, to)) {
          from += Utf8.length(data[from]);
        }
        while (side != Side.LEADING && to > from && endsInSet(sets, i, data, from, to)) {
          to = Utf8.previous(data, from, to);
        }
        sink.append(data, from, to);
      }
      sink.end();
    }
    return sink.column(DataType.STRING, live.validity());
  }

  private static boolean startsInSet(TextCells sets, int row, byte[] data, int from, int to) {
    return contains(sets, row, data, from, Math.min(to, from + Utf8.length(data[from])));
  }

  private static boolean endsInSet(TextCells sets, int row, byte[] data, int from, int to) {
    return contains(sets, row, data, Utf8.previous(data, from, to), to);
  }

  private static boolean contains(TextCells sets, int row, byte[] data, int from, int to) {
    byte[] set = sets.data();
    int end = sets.end(row);
    for (int at = sets.start(row); at < end; at += Utf8.length(set[at])) {
      int next = Math.min(end, at + Utf8.length(set[at]));
      if (Arrays.equals(set, at, next, data, from, to)) {
        return true;
      }
    }
    return false;
  }
}
