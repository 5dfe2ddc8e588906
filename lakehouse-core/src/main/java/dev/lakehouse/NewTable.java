package dev.lakehouse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.io.Environment;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.MappingMode;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.log.stats.PartitionValues;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A table that is to be: its protocol and metadata, checked.
 *
 * @param protocol the least that its columns and properties need
 * @param metadata columns, partition columns, properties
 */
record NewTable(Protocol protocol, Metadata metadata) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String FORBIDDEN = " ,;{}()\n\t=";
  private static final String MIN_READER = "delta.minReaderVersion";
  private static final String MIN_WRITER = "delta.minWriterVersion";

  /**
   * A table of these columns and properties.
   *
   * @throws SchemaMismatchException if the columns cannot be those of a table
   * @throws IllegalArgumentException if a property has a wrong value
   */
  static NewTable of(
      Environment environment,
      StructType schema,
      List<String> partitionColumns,
      Map<String, String> properties,
      @Nullable String comment) {
    requireUniqueNames(schema);
    if (schema.size() == 0) {
      throw new SchemaMismatchException("A table needs at least one column");
    }
    Map<String, String> configuration = new TreeMap<>();
    Set<TableFeature> features = EnumSet.noneOf(TableFeature.class);
    properties.forEach((key, value) -> sort(key, value, configuration, features));
    if (TableProperty.COLUMN_MAPPING_MODE.of(configuration) == MappingMode.NONE) {
      requirePlainNames(schema, "");
    }
    requireEnforceable(schema, "");
    Metadata metadata =
        Metadata.of(
            environment.ids().get().toString(),
            null,
            comment,
            schema,
            partitionColumns(schema, partitionColumns),
            configuration,
            environment.clock().millis());
    features.addAll(TableFeature.inUse(metadata, schema));
    return new NewTable(protocol(features, properties), metadata);
  }

  private static void requireUniqueNames(StructType schema) {
    try {
      schema.requireUniqueNames();
    } catch (IllegalArgumentException e) {
      throw new SchemaMismatchException("Cannot create the table: " + e.getMessage(), e);
    }
  }

  /** Features and versions are commands to make the protocol so, and no properties of the table. */
  private static void sort(
      String key, String value, Map<String, String> configuration, Set<TableFeature> features) {
    if (key.regionMatches(
        true, 0, TableProperty.FEATURE_PREFIX, 0, TableProperty.FEATURE_PREFIX.length())) {
      String name = key.substring(TableProperty.FEATURE_PREFIX.length());
      features.add(
          TableFeature.ofAnyCase(name)
              .orElseThrow(
                  () -> new IllegalArgumentException("There is no table feature '" + name + "'")));
    } else if (!key.equalsIgnoreCase(MIN_READER) && !key.equalsIgnoreCase(MIN_WRITER)) {
      TableProperty.find(key).ifPresent(property -> property.check(value));
      configuration.put(key, value);
    }
  }

  private static Protocol protocol(Set<TableFeature> features, Map<String, String> properties) {
    Protocol least = new Protocol(1, 2);
    features.addAll(TableFeature.supportedBy(least));
    Protocol needed = ProtocolRules.forNewTable(features);
    int reader = version(properties, MIN_READER);
    int writer = version(properties, MIN_WRITER);
    if (reader >= 3 || writer >= 7) {
      throw new IllegalArgumentException(
          "Versions 3 and 7 of the protocol list features: name these instead, by properties such"
              + " as "
              + TableProperty.FEATURE_PREFIX
              + "deletionVectors = supported");
    }
    return reader == 0 && writer == 0
        ? needed
        : ProtocolRules.merge(needed, new Protocol(Math.max(1, reader), Math.max(2, writer)));
  }

  private static int version(Map<String, String> properties, String key) {
    for (Map.Entry<String, String> entry : properties.entrySet()) {
      if (entry.getKey().equalsIgnoreCase(key)) {
        try {
          return Integer.parseInt(entry.getValue().strip());
        } catch (NumberFormatException e) {
          throw new IllegalArgumentException(
              "Property " + key + " is '" + entry.getValue() + "', but must be a number", e);
        }
      }
    }
    return 0;
  }

  private static List<String> partitionColumns(StructType schema, List<String> names) {
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

  /** Spark enforces NOT NULL in structs only, so nobody else may rely on it in arrays and maps. */
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

  /** What the history says of the creation. */
  Map<String, @Nullable String> operationParameters() {
    Map<String, @Nullable String> parameters = new LinkedHashMap<>();
    parameters.put("partitionBy", json(metadata.partitionColumns()));
    parameters.put("clusterBy", "[]");
    parameters.put("description", metadata.description());
    parameters.put("isManaged", "false");
    parameters.put("properties", json(metadata.configuration()));
    return parameters;
  }

  private static String json(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Not to be written as JSON: " + value, e);
    }
  }
}
