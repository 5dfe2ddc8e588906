package dev.lakehouse.write;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.stats.PartitionValues;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The columns by which a table wants its rows clustered, kept in a metadata domain under their
 * physical names.
 *
 * <p>Source: Delta protocol, "Clustered Table"; the list of lists of names is Delta Spark's.
 *
 * @param columns logical paths, in order
 */
public record Clustering(List<ColumnPath> columns) {
  private static final String DOMAIN = "delta.clustering";
  private static final String COLUMNS = "clusteringColumns";
  private static final int MAX_COLUMNS = 4;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Copies the list. */
  public Clustering {
    columns = List.copyOf(columns);
  }

  /**
   * How {@code snapshot}'s table is clustered; empty if it is not.
   *
   * @throws CorruptTableException if it is by a column that it does not have
   */
  public static Optional<Clustering> of(Snapshot snapshot) {
    return Optional.ofNullable(snapshot.domains().get(DOMAIN))
        .filter(domain -> !domain.removed())
        .map(domain -> read(domain.configuration(), snapshot.columnMapping(), snapshot.schema()))
        .filter(clustering -> !clustering.columns().isEmpty());
  }

  private static Clustering read(String configuration, ColumnMapping mapping, StructType schema) {
    List<ColumnPath> columns = new ArrayList<>();
    for (JsonNode column : parse(configuration).path(COLUMNS)) {
      List<String> names = new ArrayList<>();
      if (column.isTextual()) {
        names.add(column.textValue());
      }
      column.forEach(name -> names.add(name.asText()));
      columns.add(
          mapping
              .logicalPath(new ColumnPath(names))
              .orElseThrow(
                  () ->
                      new CorruptTableException(
                          "The table is clustered by "
                              + names
                              + ", a column that it does not have; it has "
                              + schema.names())));
    }
    return new Clustering(columns);
  }

  private static JsonNode parse(String configuration) {
    try {
      return JSON.readTree(configuration);
    } catch (JsonProcessingException e) {
      throw new CorruptTableException("No JSON in the domain " + DOMAIN + ": " + configuration, e);
    }
  }

  /**
   * The clustering of a new table by {@code paths}, names in any case.
   *
   * @throws SchemaMismatchException if one is not there or has values without an order, one stands
   *     twice, or there are too many
   */
  public static Clustering of(StructType schema, List<ColumnPath> paths) {
    if (paths.size() > MAX_COLUMNS) {
      throw new SchemaMismatchException(
          "A table is clustered by at most " + MAX_COLUMNS + " columns, not by " + paths);
    }
    List<ColumnPath> columns = new ArrayList<>();
    for (ColumnPath path : paths) {
      ColumnPath column = resolve(schema, path);
      if (columns.contains(column)) {
        throw new SchemaMismatchException("The clustering column '" + column + "' stands twice");
      }
      columns.add(column);
    }
    return new Clustering(columns);
  }

  private static ColumnPath resolve(StructType schema, ColumnPath path) {
    List<String> names = new ArrayList<>();
    DataType type = schema;
    for (String name : path.names()) {
      Optional<StructField> field =
          type instanceof StructType struct ? struct.find(name) : Optional.empty();
      if (field.isEmpty()) {
        throw new SchemaMismatchException(
            "Cannot cluster by '" + path + "': the columns are " + schema.names());
      }
      names.add(field.get().name());
      type = field.get().type();
    }
    if (!PartitionValues.isAllowed(type) || type == DataType.BINARY || type == DataType.BOOLEAN) {
      throw new SchemaMismatchException(
          "Cannot cluster by '" + path + "': files have no bounds of columns of type " + type);
    }
    return new ColumnPath(names);
  }

  /**
   * What is left of it in a table whose columns change: all, or nothing if one of its columns goes,
   * becomes another one, or gets a type without order.
   */
  public Clustering keptIn(ColumnMapping before, ColumnMapping after, StructType schema) {
    for (ColumnPath column : columns) {
      Optional<ColumnPath> physical = after.physicalPath(column);
      if (physical.isEmpty() || !physical.equals(before.physicalPath(column))) {
        return new Clustering(List.of());
      }
      try {
        resolve(schema, column);
      } catch (SchemaMismatchException e) {
        return new Clustering(List.of());
      }
    }
    return this;
  }

  /** The action that says so. */
  public DomainMetadata action(ColumnMapping mapping) {
    ObjectNode configuration = JSON.createObjectNode();
    ArrayNode list = configuration.putArray(COLUMNS);
    for (ColumnPath column : columns) {
      ArrayNode names = list.addArray();
      mapping.physicalPath(column).orElse(column).names().forEach(names::add);
    }
    configuration.put("domainName", DOMAIN);
    return new DomainMetadata(DOMAIN, configuration.toString(), false);
  }
}
