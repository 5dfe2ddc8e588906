package dev.lakehouse.expr.cast;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.expr.Cast.OnFailure;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.RowFailure;
import dev.lakehouse.expr.kernel.TextCells;
import dev.lakehouse.expr.text.TextSink;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Casts of arrays, maps and structs: of what is in them, and to text. */
final class NestedCasts {
  private NestedCasts() {}

  static Kernel of(DataType from, DataType to, OnFailure onFailure, ExpressionContext context) {
    if (to instanceof ArrayType target) {
      Kernel element = Casts.of(((ArrayType) from).element(), target.element(), onFailure, context);
      return (arguments, live) -> array((ListColumn) arguments.get(0), target, element, live);
    } else if (to instanceof MapType target) {
      MapType source = (MapType) from;
      // A key that becomes null could not be looked up: it fails also where values become null.
      Kernel key = Casts.of(source.key(), target.key(), OnFailure.ERROR, context);
      Kernel value = Casts.of(source.value(), target.value(), onFailure, context);
      return (arguments, live) -> map((MapColumn) arguments.get(0), target, key, value, live);
    }
    StructType source = (StructType) from;
    StructType target = (StructType) to;
    List<Kernel> fields = new ArrayList<>();
    for (int i = 0; i < source.size(); i++) {
      fields.add(Casts.of(source.field(i).type(), target.field(i).type(), onFailure, context));
    }
    return (arguments, live) -> struct((StructColumn) arguments.get(0), target, fields, live);
  }

  private static ListColumn array(
      ListColumn column, ArrayType type, Kernel element, LiveRows live) {
    int[] offsets = column.offsets();
    Column cast = elements(column.elements(), offsets, live, element);
    return new ListColumn(type, offsets, cast, live.validity(), live.size());
  }

  private static MapColumn map(
      MapColumn column, MapType type, Kernel key, Kernel value, LiveRows live) {
    int[] offsets = column.offsets();
    return new MapColumn(
        type,
        offsets,
        elements(column.keys(), offsets, live, key),
        elements(column.values(), offsets, live, value),
        live.validity(),
        live.size());
  }

  /** Casts the elements of live rows; a failure is one of the row that holds the element. */
  private static Column elements(Column elements, int[] offsets, LiveRows live, Kernel kernel) {
    boolean[] reached = new boolean[elements.size()];
    for (int row = 0; row < live.size(); row++) {
      if (live.contains(row)) {
        Arrays.fill(reached, offsets[row], offsets[row + 1], true);
      }
    }
    Validity of = Validity.ofBooleans(reached, reached.length);
    Validity valid = Validity.and(of, elements.validity(), reached.length);
    try {
      return kernel.apply(List.of(elements), new LiveRows(reached.length, valid));
    } catch (RowFailure failure) {
      throw new RowFailure(
          rowOf(offsets, live.size(), failure.row()), String.valueOf(failure.getMessage()));
    }
  }

  private static int rowOf(int[] offsets, int rows, int element) {
    int row = 0;
    while (row < rows - 1 && offsets[row + 1] <= element) {
      row++;
    }
    return row;
  }

  private static StructColumn struct(
      StructColumn column, StructType type, List<Kernel> fields, LiveRows live) {
    List<Column> cast = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      Column child = column.child(i);
      Validity valid = Validity.and(live.validity(), child.validity(), live.size());
      cast.add(fields.get(i).apply(List.of(child), new LiveRows(live.size(), valid)));
    }
    return new StructColumn(type, cast, live.validity(), live.size());
  }

  // Text.

  static Kernel toText(DataType from, ExpressionContext context) {
    if (from instanceof ArrayType array) {
      Kernel element = Casts.of(array.element(), DataType.STRING, OnFailure.ERROR, context);
      return (arguments, live) -> arrayText((ListColumn) arguments.get(0), element, live);
    } else if (from instanceof MapType map) {
      Kernel key = Casts.of(map.key(), DataType.STRING, OnFailure.ERROR, context);
      Kernel value = Casts.of(map.value(), DataType.STRING, OnFailure.ERROR, context);
      return (arguments, live) -> mapText((MapColumn) arguments.get(0), key, value, live);
    }
    List<Kernel> fields = new ArrayList<>();
    ((StructType) from)
        .forEach(
            field -> fields.add(Casts.of(field.type(), DataType.STRING, OnFailure.ERROR, context)));
    return (arguments, live) -> structText((StructColumn) arguments.get(0), fields, live);
  }

  private static Column arrayText(ListColumn column, Kernel element, LiveRows live) {
    int[] offsets = column.offsets();
    Column texts = elements(column.elements(), offsets, live, element);
    TextSink sink = new TextSink(live.size(), 16 * live.size());
    for (int row = 0; row < live.size(); row++) {
      if (live.contains(row)) {
        sink.append('[');
        for (int i = offsets[row]; i < offsets[row + 1]; i++) {
          sink.append(i == offsets[row] ? "" : ", ");
          append(sink, texts, i);
        }
        sink.append(']');
      }
      sink.end();
    }
    return sink.column(DataType.STRING, live.validity());
  }

  private static Column mapText(MapColumn column, Kernel key, Kernel value, LiveRows live) {
    int[] offsets = column.offsets();
    Column keys = elements(column.keys(), offsets, live, key);
    Column values = elements(column.values(), offsets, live, value);
    TextSink sink = new TextSink(live.size(), 16 * live.size());
    for (int row = 0; row < live.size(); row++) {
      if (live.contains(row)) {
        sink.append('{');
        for (int i = offsets[row]; i < offsets[row + 1]; i++) {
          sink.append(i == offsets[row] ? "" : ", ");
          append(sink, keys, i);
          sink.append(" -> ");
          append(sink, values, i);
        }
        sink.append('}');
      }
      sink.end();
    }
    return sink.column(DataType.STRING, live.validity());
  }

  private static Column structText(StructColumn column, List<Kernel> fields, LiveRows live) {
    StructColumn texts = struct(column, column.type(), fields, live);
    TextSink sink = new TextSink(live.size(), 16 * live.size());
    for (int row = 0; row < live.size(); row++) {
      if (live.contains(row)) {
        sink.append('{');
        for (int i = 0; i < fields.size(); i++) {
          sink.append(i == 0 ? "" : ", ");
          append(sink, texts.child(i), row);
        }
        sink.append('}');
      }
      sink.end();
    }
    return sink.column(DataType.STRING, live.validity());
  }

  private static void append(TextSink sink, Column texts, int row) {
    if (texts.isNull(row)) {
      sink.append("null");
      return;
    }
    TextCells cells = TextCells.of(texts);
    sink.append(cells.data(), cells.start(row), cells.end(row));
  }
}
