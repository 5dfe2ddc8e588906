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
import dev.lakehouse.schema.TableColumns;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
import dev.lakehouse.write.Clustering;
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
 * @param schema the columns of {@code metadata}
 * @param clustering the columns to cluster by
 */
record NewTable(Protocol protocol, Metadata metadata, StructType schema, Clustering clustering) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
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
      StructType declared,
      List<String> partitionColumns,
      List<ColumnPath> clusteredBy,
      Map<String, String> properties,
      @Nullable String comment) {
    TableColumns.requireUnique(declared, "Cannot create the table");
    if (!partitionColumns.isEmpty() && !clusteredBy.isEmpty()) {
      throw new SchemaMismatchException(
          "A table is partitioned or clustered, not both: leave out one of "
              + partitionColumns
              + " and "
              + clusteredBy);
    }
    Map<String, String> configuration = new TreeMap<>();
    Set<TableFeature> features = EnumSet.noneOf(TableFeature.class);
    properties.forEach((key, value) -> sort(key, value, configuration, features));
    StructType schema = NewTableMarks.complete(declared, configuration, environment.ids());
    if (TableProperty.COLUMN_MAPPING_MODE.of(configuration) == MappingMode.NONE) {
      TableColumns.requirePlainNames(schema);
    }
    TableColumns.requireEnforceable(schema);
    Clustering clustering = Clustering.of(schema, clusteredBy);
    Metadata metadata =
        Metadata.of(
            environment.ids().get().toString(),
            null,
            comment,
            schema,
            TableColumns.partitionColumns(schema, partitionColumns),
            configuration,
            environment.clock().millis());
    features.addAll(TableFeature.inUse(metadata, schema));
    if (!clusteredBy.isEmpty()) {
      features.add(TableFeature.CLUSTERING);
    }
    return new NewTable(protocol(features, properties), metadata, schema, clustering);
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
      configuration.put(TableProperty.find(key).map(TableProperty::key).orElse(key), value);
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

  /** What the history says of the creation. */
  Map<String, @Nullable String> operationParameters() {
    Map<String, @Nullable String> parameters = new LinkedHashMap<>();
    parameters.put("partitionBy", json(metadata.partitionColumns()));
    parameters.put(
        "clusterBy", json(clustering.columns().stream().map(ColumnPath::toString).toList()));
    parameters.put("description", metadata.description());
    parameters.put("isManaged", "false");
    parameters.put("properties", json(metadata.configuration()));
    return parameters;
  }

  /** A value as JSON text. */
  static String json(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Not to be written as JSON: " + value, e);
    }
  }
}
