package dev.lakehouse.expr.string;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.TextCells;
import dev.lakehouse.expr.text.TextSink;
import dev.lakehouse.types.DataType;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Functions of whole texts. */
public final class Texts {
  private Texts() {}

  /** {@code lower(text)}. */
  public static Column lower(List<Column> arguments, LiveRows live) {
    return cased(arguments.get(0), live, 'A', 'Z', text -> text.toLowerCase(Locale.ROOT));
  }

  /** {@code upper(text)}. */
  public static Column upper(List<Column> arguments, LiveRows live) {
    return cased(arguments.get(0), live, 'a', 'z', text -> text.toUpperCase(Locale.ROOT));
  }

  /** Texts of ASCII letters by flipping a bit, others, whose length may change, by Java. */
  private static Column cased(
      Column column, LiveRows live, char first, char last, UnaryOperator<String> change) {
    TextCells cells = TextCells.of(column);
    byte[] data = cells.data();
    TextSink sink = new TextSink(live.size(), cells.length(live.size()));
    byte[] changed = new byte[64];
    for (int i = 0; i < live.size(); i++) {
      if (live.contains(i)) {
        int from = cells.start(i);
        int length = cells.end(i) - from;
        if (!Utf8.isAscii(data, from, from + length)) {
          sink.append(change.apply(cells.string(i)));
        } else {
          changed = length > changed.length ? new byte[2 * length] : changed;
          for (int k = 0; k < length; k++) {
            byte b = data[from + k];
            changed[k] = (byte) (b >= first && b <= last ? b ^ ' ' : b);
          }
          sink.append(changed, 0, length);
        }
      }
      sink.end();
    }
    return sink.column(DataType.STRING, live.validity());
  }

  /** {@code length(text)} in code points, {@code length(bytes)} in bytes. */
  public static Column length(List<Column> arguments, LiveRows live) {
    Column column = arguments.get(0);
    boolean bytes = column.type() == DataType.BINARY;
    TextCells cells = TextCells.of(column);
    int[] out = new int[live.size()];
    for (int i = 0; i < out.length; i++) {
      int from = cells.start(i);
      int to = cells.end(i);
      out[i] = bytes ? to - from : Utf8.count(cells.data(), from, to);
    }
    return new IntColumn(DataType.INT, out, live.validity(), out.length);
  }

  /** {@code replace(text, search [, replacement])}; an empty search changes nothing. */
  public static Column replace(List<Column> arguments, LiveRows live) {
    TextCells cells = TextCells.of(arguments.get(0));
    TextCells searches = TextCells.of(arguments.get(1));
    TextCells replacements = arguments.size() > 2 ? TextCells.of(arguments.get(2)) : null;
    TextSink sink = new TextSink(live.size(), cells.length(live.size()));
    for (int i = 0; i < live.size(); i++) {
      if (live.contains(i)) {
        int at = cells.start(i);
        int end = cells.end(i);
        int found = indexOf(cells.data(), at, end, searches, i);
        while (found >= 0) {
          sink.append(cells.data(), at, found);
          if (replacements != null) {
            sink.append(replacements.data(), replacements.start(i), replacements.end(i));
          }
          at = found + searches.end(i) - searches.start(i);
          found = indexOf(cells.data(), at, end, searches, i);
        }
        sink.append(cells.data(), at, end);
      }
      sink.end();
    }
    return sink.column(DataType.STRING, live.validity());
  }

  private static int indexOf(byte[] data, int from, int to, TextCells searches, int row) {
    byte[] search = searches.data();
    int start = searches.start(row);
    int end = searches.end(row);
    int length = end - start;
    for (int at = from; length > 0 && at <= to - length; at++) {
      if (data[at] == search[start] && Arrays.equals(data, at, at + length, search, start, end)) {
        return at;
      }
    }
    return -1;
  }

  /** {@code concat(a, …)} of texts, or of bytes, as {@code type}. */
  public static Kernel concat(DataType type) {
    return (arguments, live) -> {
      List<TextCells> parts = arguments.stream().map(TextCells::of).toList();
      int bytes = 0;
      for (TextCells part : parts) {
        bytes += part.length(live.size());
      }
      TextSink sink = new TextSink(live.size(), bytes);
      for (int i = 0; i < live.size(); i++) {
        if (live.contains(i)) {
          for (TextCells part : parts) {
            sink.append(part.data(), part.start(i), part.end(i));
          }
        }
        sink.end();
      }
      return sink.column(type, live.validity());
    };
  }
}
