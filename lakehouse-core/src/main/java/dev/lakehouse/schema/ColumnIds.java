package dev.lakehouse.schema;

import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.MappingMode;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Gives ids and physical names to the columns of a mapped table that have none yet, from the
 * highest id on that the table ever gave. For one schema.
 */
public final class ColumnIds {
  private static final String NESTED = "delta.columnMapping.nested.ids";

  private final Supplier<UUID> names;
  private final boolean nested;
  private long highest;

  private ColumnIds(Supplier<UUID> names, boolean nested, long highest) {
    this.names = names;
    this.nested = nested;
    this.highest = highest;
  }

  /**
   * {@code metadata} with {@code schema}, all of whose fields have ids where the table maps its
   * columns, and with the highest of them.
   *
   * @param names where unique names come from
   */
  public static Metadata complete(Metadata metadata, StructType schema, Supplier<UUID> names) {
    if (TableProperty.COLUMN_MAPPING_MODE.of(metadata) == MappingMode.NONE) {
      return metadata.withSchema(schema);
    }
    long before = Math.max(TableProperty.COLUMN_MAPPING_MAX_ID.of(metadata), highest(schema));
    ColumnIds ids =
        new ColumnIds(names, Widening.isIcebergCompatible(metadata.configuration()), before);
    StructType complete = ids.struct(schema);
    Map<String, String> properties = new LinkedHashMap<>(metadata.configuration());
    properties.put(TableProperty.COLUMN_MAPPING_MAX_ID.key(), Long.toString(ids.highest));
    return metadata.withSchema(complete).withConfiguration(properties);
  }

  private static long highest(DataType type) {
    long highest = 0;
    if (type instanceof StructType struct) {
      for (StructField field : struct) {
        long own = field.metadata().integer(ColumnMapping.ID).orElse(0);
        highest = Math.max(highest, Math.max(own, highest(field.type())));
      }
    } else if (type instanceof ArrayType array) {
      highest = highest(array.element());
    } else if (type instanceof MapType map) {
      highest = Math.max(highest(map.key()), highest(map.value()));
    }
    return highest;
  }

  private StructType struct(StructType struct) {
    return new StructType(struct.fields().stream().map(this::field).toList());
  }

  private StructField field(StructField field) {
    FieldMetadata metadata = field.metadata();
    if (metadata.integer(ColumnMapping.ID).isPresent()
        && metadata.string(ColumnMapping.PHYSICAL_NAME).isPresent()) {
      return field.withType(type(field.type()));
    }
    // A table that begins to map its columns has files in which they have names already.
    String physical =
        metadata.string(ColumnMapping.PHYSICAL_NAME).orElseGet(() -> "col-" + names.get());
    metadata =
        metadata.with(ColumnMapping.ID, ++highest).with(ColumnMapping.PHYSICAL_NAME, physical);
    if (nested) {
      StringJoiner ids = new StringJoiner(",", "{", "}");
      nestedIds(field.type(), physical).forEach((path, id) -> ids.add('"' + path + "\":" + id));
      metadata = ids.length() > 2 ? metadata.withJson(NESTED, ids.toString()) : metadata;
    }
    return field.withMetadata(metadata).withType(type(field.type()));
  }

  private DataType type(DataType type) {
    if (type instanceof StructType struct) {
      return struct(struct);
    } else if (type instanceof ArrayType array) {
      return new ArrayType(type(array.element()), array.containsNull());
    } else if (type instanceof MapType map) {
      return new MapType(type(map.key()), type(map.value()), map.valueContainsNull());
    }
    return type;
  }

  /** Ids of elements, keys and values down to the next struct, whose fields have their own. */
  private Map<String, Long> nestedIds(DataType type, String path) {
    Map<String, Long> ids = new LinkedHashMap<>();
    if (type instanceof ArrayType array) {
      ids.put(path + ".element", ++highest);
      ids.putAll(nestedIds(array.element(), path + ".element"));
    } else if (type instanceof MapType map) {
      ids.put(path + ".key", ++highest);
      ids.put(path + ".value", ++highest);
      ids.putAll(nestedIds(map.key(), path + ".key"));
      ids.putAll(nestedIds(map.value(), path + ".value"));
    }
    return ids;
  }

  /**
   * {@code columns}, in which each field that {@code before} has under the same name has its id and
   * physical name: a table's columns keep them when it is overwritten.
   */
  public static StructType kept(StructType columns, StructType before) {
    return new StructType(
        columns.fields().stream()
            .map(field -> before.find(field.name()).map(old -> kept(field, old)).orElse(field))
            .toList());
  }

  private static StructField kept(StructField field, StructField old) {
    FieldMetadata metadata = field.metadata();
    if (old.metadata().integer(ColumnMapping.ID).isPresent()
        && old.metadata().string(ColumnMapping.PHYSICAL_NAME).isPresent()) {
      metadata =
          metadata
              .with(ColumnMapping.ID, old.metadata().integer(ColumnMapping.ID).getAsLong())
              .with(
                  ColumnMapping.PHYSICAL_NAME,
                  old.metadata().string(ColumnMapping.PHYSICAL_NAME).orElseThrow());
      String nested = old.metadata().jsonText(NESTED).orElse(null);
      boolean sameShape = field.type().getClass() == old.type().getClass();
      metadata = nested != null && sameShape ? metadata.withJson(NESTED, nested) : metadata;
    }
    return field.withMetadata(metadata).withType(kept(field.type(), old.type()));
  }

  private static DataType kept(DataType type, DataType old) {
    if (type instanceof StructType struct && old instanceof StructType before) {
      return kept(struct, before);
    } else if (type instanceof ArrayType array && old instanceof ArrayType before) {
      return new ArrayType(kept(array.element(), before.element()), array.containsNull());
    } else if (type instanceof MapType map && old instanceof MapType before) {
      return new MapType(
          kept(map.key(), before.key()),
          kept(map.value(), before.value()),
          map.valueContainsNull());
    }
    return type;
  }
}
