package dev.lakehouse.expr.cast;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.Zones;
import dev.lakehouse.expr.text.FloatingText;
import dev.lakehouse.expr.text.TextSink;
import dev.lakehouse.expr.text.TimeText;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;
import java.time.ZoneId;

/** Casts to text. */
final class TextCasts {
  private TextCasts() {}

  /** Appends a value to a sink. */
  private interface Printer {
    void print(int row, TextSink sink);
  }

  static Kernel of(DataType from, ExpressionContext context) {
    if (from == DataType.BINARY) {
      return (arguments, live) -> Casts.relabelled(arguments.get(0), DataType.STRING);
    } else if (DataType.isNested(from)) {
      return NestedCasts.toText(from, context);
    }
    ZoneId zone = context.zone();
    return (arguments, live) -> print(live, printer(arguments.get(0), zone));
  }

  private static Column print(LiveRows live, Printer printer) {
    TextSink sink = new TextSink(live.size(), 8 * live.size());
    for (int i = 0; i < live.size(); i++) {
      if (live.contains(i)) {
        printer.print(i, sink);
      }
      sink.end();
    }
    return sink.column(DataType.STRING, live.validity());
  }

  private static Printer printer(Column column, ZoneId zone) {
    if (column instanceof IntColumn ints) {
      return column.type() == DataType.DATE
          ? (row, sink) -> TimeText.appendDate(sink, ints.values()[row])
          : (row, sink) -> sink.append(ints.values()[row]);
    } else if (column instanceof LongColumn longs) {
      return ofLongs(longs, zone);
    } else if (column instanceof BooleanColumn booleans) {
      return (row, sink) -> sink.append(booleans.values()[row] ? "true" : "false");
    } else if (column instanceof DoubleColumn doubles) {
      return (row, sink) -> sink.append(FloatingText.of(doubles.values()[row]));
    } else if (column instanceof FloatColumn floats) {
      return (row, sink) -> sink.append(FloatingText.of(floats.values()[row]));
    }
    Decimal128Column decimals = (Decimal128Column) column;
    return (row, sink) -> sink.append(decimals.decimal(row).toPlainString());
  }

  private static Printer ofLongs(LongColumn longs, ZoneId zone) {
    long[] values = longs.values();
    if (longs.type() instanceof DecimalType decimal) {
      int scale = decimal.scale();
      return (row, sink) -> sink.append(BigDecimal.valueOf(values[row], scale).toPlainString());
    } else if (longs.type() == DataType.TIMESTAMP) {
      return (row, sink) -> TimeText.appendTime(sink, Zones.toLocal(values[row], zone));
    } else if (longs.type() == DataType.TIMESTAMP_NTZ) {
      return (row, sink) -> TimeText.appendTime(sink, values[row]);
    }
    return (row, sink) -> sink.append(values[row]);
  }
}
