package dev.lakehouse.log.protocol;

import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Walks over the fields and types of a schema, at every level. */
final class SchemaFields {
  private SchemaFields() {}

  static boolean any(DataType type, Predicate<StructField> predicate) {
    if (type instanceof StructType struct) {
      return struct.fields().stream()
          .anyMatch(field -> predicate.test(field) || any(field.type(), predicate));
    } else if (type instanceof ArrayType array) {
      return any(array.element(), predicate);
    } else if (type instanceof MapType map) {
      return any(map.key(), predicate) || any(map.value(), predicate);
    }
    return false;
  }

  static Set<DataType> types(DataType type) {
    Set<DataType> types = new HashSet<>();
    collect(type, types);
    return types;
  }

  private static void collect(DataType type, Set<DataType> types) {
    types.add(type);
    if (type instanceof StructType struct) {
      struct.forEach(field -> collect(field.type(), types));
    } else if (type instanceof ArrayType array) {
      collect(array.element(), types);
    } else if (type instanceof MapType map) {
      collect(map.key(), types);
      collect(map.value(), types);
    }
  }

  /** The type with {@code change} applied to each field, inner ones first. */
  static DataType map(DataType type, UnaryOperator<StructField> change) {
    if (type instanceof StructType struct) {
      return mapStruct(struct, change);
    } else if (type instanceof ArrayType array) {
      return new ArrayType(map(array.element(), change), array.containsNull());
    } else if (type instanceof MapType map) {
      return new MapType(map(map.key(), change), map(map.value(), change), map.valueContainsNull());
    }
    return type;
  }

  static StructType mapStruct(StructType struct, UnaryOperator<StructField> change) {
    return new StructType(
        struct.fields().stream()
            .map(field -> change.apply(field.withType(map(field.type(), change))))
            .toList());
  }
}
