package dev.lakehouse.columnar;

import dev.lakehouse.types.StructType;
import java.util.List;

/**
 * Some rows of a table, a column at a time. Immutable; may be kept as long as wished.
 *
 * @param schema names and types of the columns
 * @param columns one column a field of {@code schema}, in its order, each of {@code rowCount}
 *     values
 * @param rowCount how many rows there are
 */
public record Batch(StructType schema, List<Column> columns, int rowCount) {
  /** The most rows that a batch of a scan holds. */
  public static final int MAX_ROWS = 8192;

  /** Checks that there is one column of the right size for each field. */
  public Batch {
    columns = List.copyOf(columns);
    if (columns.size() != schema.size()) {
      throw new IllegalArgumentException(
          columns.size() + " columns for the " + schema.size() + " fields of " + schema);
    }
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).size() != rowCount) {
        throw new IllegalArgumentException(
            "Column '"
                + schema.field(i).name()
                + "' has "
                + columns.get(i).size()
                + " values for "
                + rowCount
                + " rows");
      }
    }
  }

  /** The column at {@code index}, from 0. */
  public Column column(int index) {
    return columns.get(index);
  }

  /**
   * The column called {@code name}, in any case.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Column column(String name) {
    int index = schema.indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException(
          "There is no column '" + name + "', only " + schema.names());
    }
    return columns.get(index);
  }

  /** The rows {@code from} to {@code from + size}. */
  public Batch slice(int from, int size) {
    if (from == 0 && size == rowCount) {
      return this;
    }
    return new Batch(schema, columns.stream().map(c -> c.slice(from, size)).toList(), size);
  }

  /** The rows that {@code selection} names, in its order. */
  public Batch select(Selection selection) {
    if (selection.isAll(rowCount)) {
      return this;
    }
    int[] rows = selection.rows();
    int count = selection.count();
    return new Batch(schema, columns.stream().map(c -> c.gather(rows, count)).toList(), count);
  }

  /** About how many bytes of heap the columns take. */
  public long bytes() {
    return columns.stream().mapToLong(Column::bytes).sum();
  }
}
