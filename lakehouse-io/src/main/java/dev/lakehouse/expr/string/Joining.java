package dev.lakehouse.expr.string;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.TextCells;
import dev.lakehouse.expr.text.TextSink;
import dev.lakehouse.types.DataType;
import java.util.List;

/** {@code concat_ws}: texts, and the elements of arrays of texts, joined by a separator. */
public final class Joining {
  private Joining() {}

  /** Nulls are left out; a null separator gives null. */
  public static Column joinWithSeparator(List<Column> arguments, LiveRows live) {
    Column separators = arguments.get(0);
    TextCells separator = TextCells.of(separators);
    List<Column> parts = arguments.subList(1, arguments.size());
    TextSink sink = new TextSink(live.size(), 16 * live.size());
    for (int row = 0; row < live.size(); row++) {
      if (live.contains(row) && !separators.isNull(row)) {
        boolean first = true;
        for (Column part : parts) {
          first = append(sink, part, row, separator, first);
        }
      }
      sink.end();
    }
    Validity validity = Validity.and(live.validity(), separators.validity(), live.size());
    return sink.column(DataType.STRING, validity);
  }

  /** True if nothing has been appended so far. */
  private static boolean append(
      TextSink sink, Column part, int row, TextCells separator, boolean first) {
    boolean still = first;
    if (part.isNull(row)) {
      return still;
    } else if (part instanceof ListColumn list) {
      for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
        still = appendOne(sink, list.elements(), i, separator, row, still);
      }
      return still;
    }
    return appendOne(sink, part, row, separator, row, still);
  }

  private static boolean appendOne(
      TextSink sink, Column texts, int index, TextCells separator, int row, boolean first) {
    if (texts.isNull(index)) {
      return first;
    } else if (!first) {
      sink.append(separator.data(), separator.start(row), separator.end(row));
    }
    TextCells cells = TextCells.of(texts);
    sink.append(cells.data(), cells.start(index), cells.end(index));
    return false;
  }
}
