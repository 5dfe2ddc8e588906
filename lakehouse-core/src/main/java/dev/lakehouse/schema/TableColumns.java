package dev.lakehouse.schema;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.log.stats.PartitionValues;
import dev.lakehouse.parquet.ParquetSchemas;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;

/** What the columns of a table must be. Pure checks. */
public final class TableColumns {
  private static final String FORBIDDEN = " ,;{}()\n\t=";

  private TableColumns() {}

  /**
   * Checks that there are columns, that no two have one name, and that they nest no deeper than
   * files can be read.
   *
   * @param what what fails otherwise, for the message
   */
  public static void requireUnique(StructType schema, String what) {
    if (schema.size() == 0) {
      throw new SchemaMismatchException(what + ": a table needs at least one column");
    }
    try {
      schema.requireUniqueNames();
    } catch (IllegalArgumentException e) {
      throw new SchemaMismatchException(what + ": " + e.getMessage(), e);
    }
    for (StructField field : schema) {
      int depth = ParquetSchemas.depth(StructType.of(field));
      if (depth > ParquetSchemas.MAX_DEPTH) {
        throw new SchemaMismatchException(
            what
                + ": column '"
                + field.name()
                + "' nests "
                + depth
                + " deep in files, where an array or map counts twice; at most "
                + ParquetSchemas.MAX_DEPTH
                + " can be read");
      }
    }
  }

  /**
   * The partition columns called {@code names}, as the schema spells them.
   *
   * @throws SchemaMismatchException if one is missing, stands twice, has a type that no partition
   *     has, or no column is left for the files
   */
  public static List<String> partitionColumns(StructType schema, List<String> names) {
    List<String> columns = new ArrayList<>();
    for (String name : names) {
      StructField field =
          schema
              .find(name)
              .orElseThrow(
                  () ->
                      new SchemaMismatchException(
                          "Cannot partition by '" + name + "': the columns are " + schema.names()));
      if (!PartitionValues.isAllowed(field.type())) {
        throw new SchemaMismatchException(
            "Cannot partition by '"
                + name
                + "': a column of type "
                + field.type()
                + " has no text");
      } else if (columns.contains(field.name())) {
        throw new SchemaMismatchException("Partition column '" + name + "' stands twice");
      }
      columns.add(field.name());
    }
    if (columns.size() == schema.size()) {
      throw new SchemaMismatchException(
          "Not all columns can be partition columns: files would have none left");
    }
    return columns;
  }

  /** Checks that the names can stand in files as they are. Where columns are mapped any can. */
  public static void requirePlainNames(StructType schema) {
    requirePlainNames(schema, "");
  }

  private static void requirePlainNames(DataType type, String path) {
    if (type instanceof StructType struct) {
      for (StructField field : struct) {
        String name = path + field.name();
        if (field.name().isEmpty()
            || field.name().chars().anyMatch(c -> FORBIDDEN.indexOf(c) >= 0)) {
          throw new SchemaMismatchException(
              "Column '"
                  + name
                  + "' cannot be: a name must not be empty or have one of ' ,;{}()=', tab or line"
                  + " feed in it");
        }
        requirePlainNames(field.type(), name + ".");
      }
    } else if (type instanceof ArrayType array) {
      requirePlainNames(array.element(), path);
    } else if (type instanceof MapType map) {
      requirePlainNames(map.key(), path);
      requirePlainNames(map.value(), path);
    }
  }

  /**
   * Checks that NOT NULL stands in structs only: Spark enforces it nowhere else, so nobody may rely
   * on it in arrays and maps.
   */
  public static void requireEnforceable(StructType schema) {
    requireEnforceable(schema, "");
  }

  private static void requireEnforceable(DataType type, String path) {
    if (type instanceof StructType struct) {
      struct.forEach(field -> requireEnforceable(field.type(), path + field.name() + "."));
    } else if (type instanceof ArrayType array) {
      requireNullableFields(array.element(), path);
    } else if (type instanceof MapType map) {
      requireNullableFields(map.key(), path);
      requireNullableFields(map.value(), path);
    }
  }

  private static void requireNullableFields(DataType type, String path) {
    if (type instanceof StructType struct) {
      for (StructField field : struct) {
        if (!field.nullable()) {
          throw new SchemaMismatchException(
              "Field '" + path + field.name() + "' cannot be NOT NULL inside an array or map");
        }
        requireNullableFields(field.type(), path + field.name() + ".");
      }
    } else {
      requireEnforceable(type, path);
    }
  }
}
