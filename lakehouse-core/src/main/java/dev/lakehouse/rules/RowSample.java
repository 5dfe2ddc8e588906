package dev.lakehouse.rules;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Rows as messages show them. */
public final class RowSample {
  private static final int SHOWN_LENGTH = 100;

  private RowSample() {}

  /** {@code Row: {id: 7, city: Oslo}}, the end of a message. */
  public static String of(Batch rows, int row) {
    StringJoiner text = new StringJoiner(", ", " Row: {", "}");
    for (int i = 0; i < rows.columns().size(); i++) {
      text.add(rows.schema().field(i).name() + ": " + text(Values.get(rows.column(i), row)));
    }
    return text.toString();
  }

  /** {@code id is 7, city is Oslo}. */
  static String values(Batch rows, int row, Collection<ColumnPath> columns) {
    StringJoiner text = new StringJoiner(", ");
    columns.forEach(path -> text.add(path + " is " + text(value(rows, row, path))));
    return text.toString();
  }

  private static @Nullable Object value(Batch rows, int row, ColumnPath path) {
    StructType type = rows.schema();
    List<Column> columns = rows.columns();
    Column column = columns.get(type.indexOf(path.root()));
    for (String name : path.names().subList(1, path.names().size())) {
      StructColumn struct = (StructColumn) column;
      column = struct.child(struct.type().indexOf(name));
    }
    return Values.get(column, row);
  }

  static String text(@Nullable Object value) {
    String text =
        value instanceof byte[] bytes
            ? "0x" + HexFormat.of().formatHex(bytes)
            : String.valueOf(value);
    return text.length() > SHOWN_LENGTH ? text.substring(0, SHOWN_LENGTH) + "…" : text;
  }
}
