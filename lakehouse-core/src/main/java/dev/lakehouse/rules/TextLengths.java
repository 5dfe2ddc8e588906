package dev.lakehouse.rules;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * That texts of CHAR and VARCHAR columns are not too long, counted in characters (code points). As
 * in Delta Spark nothing is cut, spaces at the end included, and nothing is padded: readers pad.
 */
final class TextLengths implements RowRule {
  private static final String KEY = "__CHAR_VARCHAR_TYPE_STRING";

  private final List<Limited> columns;

  private TextLengths(List<Limited> columns) {
    this.columns = columns;
  }

  private record Limited(int index, String declared, TextLimit limit) {}

  /** The rule of the columns of {@code schema}; empty if none has a length. */
  static Optional<RowRule> of(String table, StructType schema) {
    List<Limited> columns = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      StructField field = schema.field(i);
      int index = i;
      field
          .metadata()
          .string(KEY)
          .ifPresent(
              declared ->
                  columns.add(
                      new Limited(index, declared, TextLimits.parse(table, field, declared))));
    }
    return columns.isEmpty() ? Optional.empty() : Optional.of(new TextLengths(columns));
  }

  @Override
  public void check(Batch rows, long rowsBefore) {
    for (Limited column : columns) {
      TextLimit.TooLong found = column.limit().find(rows.column(column.index()));
      if (found != null) {
        throw new ConstraintViolationException(
            "Row "
                + (rowsBefore + found.row())
                + ", column '"
                + rows.schema().field(column.index()).name()
                + "', which is "
                + column.declared()
                + ": '"
                + RowSample.text(found.text())
                + "' has "
                + found.text().codePointCount(0, found.text().length())
                + " characters, more than "
                + found.limit()
                + "."
                + RowSample.of(rows, found.row()));
      }
    }
  }
}
