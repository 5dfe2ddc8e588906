package dev.lakehouse.parquet;

import dev.lakehouse.types.StructField;
import java.util.OptionalInt;

/** Which name and id a field of a table has in its Parquet files. */
public enum FieldNaming {
  /** The field's own name, and no id. */
  LOGICAL,
  /** Name and id of column mapping, where the field has them. */
  MAPPED;

  /** Key of a field's id in its metadata. */
  public static final String ID = "delta.columnMapping.id";

  /** Key of a field's name in files in its metadata. */
  public static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";

  /** Key of the ids of a field's list elements, map keys and map values in its metadata. */
  public static final String NESTED_IDS = "delta.columnMapping.nested.ids";

  /** The name of {@code field} in a file. */
  public String nameOf(StructField field) {
    return this == LOGICAL
        ? field.name()
        : field.metadata().string(PHYSICAL_NAME).orElse(field.name());
  }

  /** The id of {@code field} in a file. */
  public OptionalInt idOf(StructField field) {
    var id = field.metadata().integer(ID);
    return this == LOGICAL || id.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(Math.toIntExact(id.getAsLong()));
  }
}
