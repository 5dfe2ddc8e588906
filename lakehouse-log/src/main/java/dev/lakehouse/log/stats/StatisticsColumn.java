package dev.lakehouse.log.stats;

import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;

/**
 * A column whose statistics are wanted.
 *
 * @param path its physical names, as statistics spell them
 * @param type its type in the table, to which statistics of narrower types are widened
 * @param wasFloat whether files may hold floats and texts of floats for it
 */
public record StatisticsColumn(ColumnPath path, DataType type, boolean wasFloat) {
  /** The column of a field, found under {@code path}. */
  public static StatisticsColumn of(ColumnPath path, StructField field) {
    boolean wasFloat = field.type() == DataType.DOUBLE && field.metadata().has("delta.typeChanges");
    return new StatisticsColumn(path, field.type(), wasFloat);
  }
}
