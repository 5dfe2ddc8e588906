package dev.lakehouse.alter;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Edits of a schema at a path, names in any case. Within an array {@code element} leads on, within
 * a map {@code key} and {@code value}.
 */
final class SchemaEdit {
  private SchemaEdit() {}

  /** The field at {@code path}, with its path as the schema spells it. */
  record Found(StructField field, ColumnPath path) {}

  /**
   * The field at {@code path}.
   *
   * @throws SchemaMismatchException if there is none
   */
  static Found find(StructType schema, ColumnPath path) {
    List<String> names = new ArrayList<>();
    StructField field = null;
    DataType type = schema;
    for (String name : path.names()) {
      if (type instanceof StructType struct) {
        field = struct.find(name).orElseThrow(() -> missing(schema, path));
        names.add(field.name());
        type = field.type();
      } else {
        type = part(type, name).orElseThrow(() -> missing(schema, path));
        names.add(name.toLowerCase(Locale.ROOT));
        field = null;
      }
    }
    if (field == null) {
      throw new SchemaMismatchException(
          "'" + path + "' is no column: it is a part of an array or map");
    }
    return new Found(field, new ColumnPath(names));
  }

  private static Optional<DataType> part(DataType type, String name) {
    if (type instanceof ArrayType array && name.equalsIgnoreCase("element")) {
      return Optional.of(array.element());
    } else if (type instanceof MapType map && name.equalsIgnoreCase("key")) {
      return Optional.of(map.key());
    } else if (type instanceof MapType map && name.equalsIgnoreCase("value")) {
      return Optional.of(map.value());
    }
    return Optional.empty();
  }

  private static SchemaMismatchException missing(StructType schema, ColumnPath path) {
    return new SchemaMismatchException(
        "There is no column '" + path + "': the columns are " + schema.names());
  }

  /** {@code schema} with the type at {@code names} replaced. */
  static StructType edit(StructType schema, ColumnPath path, UnaryOperator<DataType> change) {
    return (StructType) edit(schema, path.names(), schema, path, change);
  }

  private static DataType edit(
      DataType type,
      List<String> names,
      StructType schema,
      ColumnPath path,
      UnaryOperator<DataType> change) {
    if (names.isEmpty()) {
      return change.apply(type);
    }
    List<String> rest = names.subList(1, names.size());
    UnaryOperator<DataType> inner = part -> edit(part, rest, schema, path, change);
    String name = names.get(0);
    if (type instanceof StructType struct) {
      int index = struct.indexOf(name);
      if (index < 0) {
        throw missing(schema, path);
      }
      List<StructField> fields = new ArrayList<>(struct.fields());
      fields.set(index, fields.get(index).withType(inner.apply(fields.get(index).type())));
      return new StructType(fields);
    } else if (part(type, name).isEmpty()) {
      throw missing(schema, path);
    } else if (type instanceof ArrayType array) {
      return new ArrayType(inner.apply(array.element()), array.containsNull());
    }
    MapType map = (MapType) type;
    return name.equalsIgnoreCase("key")
        ? new MapType(inner.apply(map.key()), map.value(), map.valueContainsNull())
        : new MapType(map.key(), inner.apply(map.value()), map.valueContainsNull());
  }

  /** {@code schema} with the fields of the struct at {@code path} replaced; empty for the root. */
  static StructType editFields(
      StructType schema, Optional<ColumnPath> path, UnaryOperator<List<StructField>> change) {
    UnaryOperator<DataType> fields =
        type -> {
          if (type instanceof StructType struct) {
            return new StructType(change.apply(new ArrayList<>(struct.fields())));
          }
          throw new SchemaMismatchException(
              "'" + path.map(Object::toString).orElse("") + "' is no struct but " + type);
        };
    return path.isEmpty() ? (StructType) fields.apply(schema) : edit(schema, path.get(), fields);
  }

  /** {@code schema} with the field at {@code path} replaced. */
  static StructType editField(
      StructType schema, ColumnPath path, UnaryOperator<StructField> change) {
    Found found = find(schema, path);
    return editFields(
        schema,
        parent(path),
        fields -> {
          fields.set(fields.indexOf(found.field()), change.apply(found.field()));
          return fields;
        });
  }

  /** The path that leads to the struct of the field at {@code path}; empty for the root. */
  static Optional<ColumnPath> parent(ColumnPath path) {
    List<String> names = path.names();
    return names.size() == 1
        ? Optional.empty()
        : Optional.of(new ColumnPath(names.subList(0, names.size() - 1)));
  }

  /** The last name of {@code path}. */
  static String last(ColumnPath path) {
    return path.names().get(path.names().size() - 1);
  }

  /** Puts {@code field} where {@code position} says. */
  static List<StructField> insert(List<StructField> fields, StructField field, Position position) {
    if (position.first()) {
      fields.add(0, field);
    } else if (position.after() == null) {
      fields.add(field);
    } else {
      int index = new StructType(fields).indexOf(position.after());
      if (index < 0) {
        throw new SchemaMismatchException(
            "Cannot put '"
                + field.name()
                + "' after '"
                + position.after()
                + "': beside it are "
                + new StructType(fields).names());
      }
      fields.add(index + 1, field);
    }
    return fields;
  }
}
