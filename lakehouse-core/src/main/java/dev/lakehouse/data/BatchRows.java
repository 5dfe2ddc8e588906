package dev.lakehouse.data;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the rows of one batch share: its columns. */
final class BatchRows {
  private final StructType schema;
  private final RowColumn[] columns;
  private final Dates dates;

  /** The rows of {@code batch}; texts of dictionaries that {@code before} has too are shared. */
  BatchRows(Batch batch, @Nullable BatchRows before) {
    this(batch.schema(), batch.columns(), before == null ? new Dates() : before.dates, before);
  }

  /** Rows whose fields are {@code columns}. */
  BatchRows(StructType schema, List<Column> columns, Dates dates) {
    this(schema, columns, dates, null);
  }

  private BatchRows(
      StructType schema, List<Column> columns, Dates dates, @Nullable BatchRows before) {
    this.schema = schema;
    this.columns = new RowColumn[columns.size()];
    this.dates = dates;
    for (int i = 0; i < columns.size(); i++) {
      String name = schema.field(i).name();
      RowColumn last = before == null ? null : before.columns[i];
      this.columns[i] = new RowColumn(name, columns.get(i), dates, last);
    }
  }

  StructType schema() {
    return schema;
  }

  RowColumn column(int field) {
    return columns[field];
  }

  /** The values of a field from row {@code from} up to row {@code to}. */
  List<@Nullable Object> list(int field, int from, int to) {
    List<@Nullable Object> values = new ArrayList<>(to - from);
    for (int i = from; i < to; i++) {
      values.add(columns[field].valueAt(i));
    }
    return Collections.unmodifiableList(values);
  }
}
