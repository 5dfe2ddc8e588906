package dev.lakehouse.rules;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * That what is NOT NULL is not null, at every level. A null struct breaks the NOT NULL of its
 * fields, as in Delta Spark.
 */
final class NotNulls implements RowRule {
  private final StructType schema;

  private NotNulls(StructType schema) {
    this.schema = schema;
  }

  /** The rule of {@code schema}; empty if everything may be null. */
  static Optional<RowRule> of(StructType schema) {
    return demands(schema) ? Optional.of(new NotNulls(schema)) : Optional.empty();
  }

  private static boolean demands(DataType type) {
    if (type instanceof StructType struct) {
      return struct.fields().stream().anyMatch(f -> !f.nullable() || demands(f.type()));
    } else if (type instanceof ArrayType array) {
      return !array.containsNull() || demands(array.element());
    } else if (type instanceof MapType map) {
      return !map.valueContainsNull() || demands(map.key()) || demands(map.value());
    }
    return false;
  }

  @Override
  public void check(Batch rows, long rowsBefore) {
    for (int i = 0; i < schema.size(); i++) {
      StructField field = schema.field(i);
      Broken broken = find(rows.column(i), field.type(), field.nullable(), field.name());
      if (broken != null) {
        throw new ConstraintViolationException(
            "Row "
                + (rowsBefore + broken.row())
                + ", column '"
                + field.name()
                + "': '"
                + broken.path()
                + "' is NOT NULL, but the value is null."
                + RowSample.of(rows, broken.row()));
      }
    }
  }

  private record Broken(int row, String path) {}

  private static @Nullable Broken find(
      Column column, DataType type, boolean nullable, String path) {
    if (!nullable && column.nullCount() > 0) {
      int row = 0;
      while (!column.isNull(row)) {
        row++;
      }
      return new Broken(row, path);
    } else if (!DataType.isNested(type) || !demands(type)) {
      return null;
    } else if (type instanceof StructType struct) {
      return inStruct((StructColumn) column, struct, path);
    } else if (type instanceof ArrayType array) {
      ListColumn list = (ListColumn) column;
      return inElements(
          list.elements(),
          list.offsets(),
          list.size(),
          array.element(),
          array.containsNull(),
          path + ".element");
    }
    MapType mapType = (MapType) type;
    MapColumn map = (MapColumn) column;
    Broken inKeys =
        inElements(map.keys(), map.offsets(), map.size(), mapType.key(), false, path + ".key");
    return inKeys != null
        ? inKeys
        : inElements(
            map.values(),
            map.offsets(),
            map.size(),
            mapType.value(),
            mapType.valueContainsNull(),
            path + ".value");
  }

  private static @Nullable Broken inStruct(StructColumn column, StructType struct, String path) {
    for (int i = 0; i < struct.size(); i++) {
      StructField field = struct.field(i);
      Broken broken =
          find(column.child(i), field.type(), field.nullable(), path + "." + field.name());
      if (broken != null) {
        return broken;
      }
    }
    return null;
  }

  private static @Nullable Broken inElements(
      Column elements, int[] offsets, int size, DataType type, boolean nullable, String path) {
    int from = offsets[0];
    Broken broken = find(elements.slice(from, offsets[size] - from), type, nullable, path);
    return broken == null
        ? null
        : new Broken(RowOf.element(offsets, size, from + broken.row()), path);
  }
}
