package dev.lakehouse.schema;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;

/**
 * Columns of a source as a table takes them over: all may be null, and of their metadata only the
 * comment comes along. Ids, defaults and rules belong to the table that they come from.
 */
final class NewColumns {
  private NewColumns() {}

  /** The columns of {@code source}. */
  static StructType of(StructType source) {
    return struct(source, "");
  }

  /**
   * One of them.
   *
   * @param where the path of the struct it stands in, with a dot at its end; empty at the top
   * @throws SchemaMismatchException if it has no type of its own
   */
  static StructField of(StructField field, String where) {
    String path = where + field.name();
    return new StructField(field.name(), type(field.type(), path), true, comment(field));
  }

  private static FieldMetadata comment(StructField field) {
    return field
        .comment()
        .map(text -> FieldMetadata.EMPTY.with(FieldMetadata.COMMENT, text))
        .orElse(FieldMetadata.EMPTY);
  }

  private static StructType struct(StructType struct, String where) {
    return new StructType(struct.fields().stream().map(field -> of(field, where)).toList());
  }

  private static DataType type(DataType type, String path) {
    if (type instanceof StructType struct) {
      return struct(struct, path + ".");
    } else if (type instanceof ArrayType array) {
      return new ArrayType(type(array.element(), path + ".element"), true);
    } else if (type instanceof MapType map) {
      return new MapType(type(map.key(), path + ".key"), type(map.value(), path + ".value"), true);
    } else if (type == DataType.VOID) {
      throw new SchemaMismatchException(
          "The source's column '"
              + path
              + "' is of no type, so the table cannot take it over. Cast it to one in the source,"
              + " or leave it out.");
    }
    return type;
  }
}
