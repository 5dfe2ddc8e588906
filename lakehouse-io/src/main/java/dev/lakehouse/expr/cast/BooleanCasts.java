package dev.lakehouse.expr.cast;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.expr.Cast.OnFailure;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.TextCells;
import dev.lakehouse.expr.text.Trimming;
import dev.lakehouse.types.DataType;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Casts to boolean. */
final class BooleanCasts {
  private BooleanCasts() {}

  static Kernel of(DataType from, OnFailure onFailure) {
    return from == DataType.STRING
        ? (arguments, live) -> ofText(arguments.get(0), live, onFailure)
        : (arguments, live) ->
            new BooleanColumn(
                DataType.BOOLEAN, notZero(arguments.get(0)), live.validity(), live.size());
  }

  private static boolean[] notZero(Column column) {
    boolean[] out = new boolean[column.size()];
    if (column instanceof IntColumn ints) {
      for (int i = 0; i < out.length; i++) {
        out[i] = ints.values()[i] != 0;
      }
    } else if (column instanceof LongColumn longs) {
      for (int i = 0; i < out.length; i++) {
        out[i] = longs.values()[i] != 0;
      }
    } else if (column instanceof DoubleColumn doubles) {
      for (int i = 0; i < out.length; i++) {
        out[i] = doubles.values()[i] != 0;
      }
    } else if (column instanceof FloatColumn floats) {
      for (int i = 0; i < out.length; i++) {
        out[i] = floats.values()[i] != 0;
      }
    } else {
      Decimal128Column decimals = (Decimal128Column) column;
      for (int i = 0; i < out.length; i++) {
        out[i] = (decimals.high()[i] | decimals.low()[i]) != 0;
      }
    }
    return out;
  }

  private static BooleanColumn ofText(Column column, LiveRows live, OnFailure onFailure) {
    TextCells cells = TextCells.of(column);
    Misfits misfits = new Misfits(live, onFailure);
    boolean[] out = new boolean[live.size()];
    for (int i = 0; i < out.length; i++) {
      if (live.contains(i)) {
        int meaning = meaning(cells.data(), cells.start(i), cells.end(i));
        out[i] = meaning > 0;
        if (meaning < 0) {
          misfits.add(i, cells.string(i), DataType.BOOLEAN);
        }
      }
    }
    return new BooleanColumn(DataType.BOOLEAN, out, misfits.validity(), out.length);
  }

  /** 1 for true, 0 for false, -1 for neither. */
  private static int meaning(byte[] data, int from, int to) {
    int start = Trimming.start(data, from, to);
    int length = Trimming.end(data, start, to) - start;
    if (length < 1 || length > 5) {
      return -1;
    }
    String text = new String(data, start, length, StandardCharsets.ISO_8859_1);
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "t", "true", "y", "yes", "1" -> 1;
      case "f", "false", "n", "no", "0" -> 0;
      default -> -1;
    };
  }
}
