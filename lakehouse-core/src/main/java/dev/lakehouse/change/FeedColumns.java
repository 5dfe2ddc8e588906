package dev.lakehouse.change;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;

/** The columns that a change feed has beyond those of its table. */
final class FeedColumns {
  static final StructField CHANGE_TYPE = StructField.required("_change_type", DataType.STRING);
  static final StructField COMMIT_VERSION = StructField.required("_commit_version", DataType.LONG);
  static final StructField COMMIT_TIMESTAMP =
      StructField.required("_commit_timestamp", DataType.TIMESTAMP);
  static final List<StructField> ALL = List.of(CHANGE_TYPE, COMMIT_VERSION, COMMIT_TIMESTAMP);

  /** Those that no file holds, be it a change file. */
  static final List<StructField> OF_COMMIT = List.of(COMMIT_VERSION, COMMIT_TIMESTAMP);

  private FeedColumns() {}

  /**
   * {@code schema} with the feed's columns at its end.
   *
   * @throws SchemaMismatchException if it has a column of such a name
   */
  static StructType after(StructType schema) {
    List<StructField> fields = new ArrayList<>(schema.fields());
    for (StructField field : ALL) {
      if (schema.find(field.name()).isPresent()) {
        throw new SchemaMismatchException(
            "The change feed has a column '"
                + field.name()
                + "' of its own, but the table has one of this name too. Rename the table's.");
      }
      fields.add(field);
    }
    return new StructType(fields);
  }
}
