package dev.lakehouse.log.checkpoint;

import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.log.stats.StatsColumns;
import dev.lakehouse.log.stats.StatsSchema;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The columns of a table's checkpoints. Always the same ones, all optional, so that every reader
 * finds what it looks for: only typed statistics and partition values differ from table to table.
 *
 * <p>Source: Delta protocol, "Checkpoint Schema".
 *
 * @param columns one struct a kind of action
 * @param stats the typed statistics; empty if the table wants none
 * @param partitionValues the typed partition values; empty if the table wants none or has no
 *     partition columns
 * @param statsAsJson whether statistics stand there as JSON text too
 */
record CheckpointSchema(
    StructType columns,
    Optional<StructType> stats,
    Optional<StructType> partitionValues,
    boolean statsAsJson) {
  private static final DataType STRINGS = new MapType(DataType.STRING, DataType.STRING, true);
  private static final DataType NAMES = new ArrayType(DataType.STRING, true);

  private static final StructType VECTOR =
      struct(
          field("storageType", DataType.STRING),
          field("pathOrInlineDv", DataType.STRING),
          field("offset", DataType.INT),
          field("sizeInBytes", DataType.INT),
          field("cardinality", DataType.LONG));

  private static final StructType TXN =
      struct(
          field("appId", DataType.STRING),
          field("version", DataType.LONG),
          field("lastUpdated", DataType.LONG));

  private static final StructType REMOVE =
      struct(
          field("path", DataType.STRING),
          field("deletionTimestamp", DataType.LONG),
          field("dataChange", DataType.BOOLEAN),
          field("extendedFileMetadata", DataType.BOOLEAN),
          field("partitionValues", STRINGS),
          field("size", DataType.LONG),
          field("deletionVector", VECTOR),
          field("baseRowId", DataType.LONG),
          field("defaultRowCommitVersion", DataType.LONG));

  private static final StructType METADATA =
      struct(
          field("id", DataType.STRING),
          field("name", DataType.STRING),
          field("description", DataType.STRING),
          field("format", struct(field("provider", DataType.STRING), field("options", STRINGS))),
          field("schemaString", DataType.STRING),
          field("partitionColumns", NAMES),
          field("configuration", STRINGS),
          field("createdTime", DataType.LONG));

  private static final StructType PROTOCOL =
      struct(
          field("minReaderVersion", DataType.INT),
          field("minWriterVersion", DataType.INT),
          field("readerFeatures", NAMES),
          field("writerFeatures", NAMES));

  private static final StructType DOMAIN =
      struct(
          field("domain", DataType.STRING),
          field("configuration", DataType.STRING),
          field("removed", DataType.BOOLEAN));

  /** The schema of the checkpoints of a table. */
  static CheckpointSchema of(Protocol protocol, Metadata metadata) {
    StructType schema = metadata.schema();
    ColumnMapping mapping = ColumnMapping.of(protocol, metadata, schema);
    boolean typed = TableProperty.CHECKPOINT_STATS_AS_STRUCT.of(metadata);
    Optional<StructType> stats =
        typed ? Optional.of(stats(metadata, schema, mapping)) : Optional.empty();
    Optional<StructType> partitions =
        typed ? partitions(metadata, schema, mapping) : Optional.empty();
    return new CheckpointSchema(
        columns(stats, partitions),
        stats,
        partitions,
        TableProperty.CHECKPOINT_STATS_AS_JSON.of(metadata));
  }

  private static StructType stats(Metadata metadata, StructType schema, ColumnMapping mapping) {
    Set<ColumnPath> leaves = new HashSet<>();
    StatsColumns.of(schema, metadata.partitionColumns(), metadata.configuration())
        .forEach(path -> mapping.physicalPath(path).ifPresent(leaves::add));
    return StatsSchema.of(mapping.physicalSchema(), leaves);
  }

  private static Optional<StructType> partitions(
      Metadata metadata, StructType schema, ColumnMapping mapping) {
    List<StructField> fields = new ArrayList<>();
    for (String column : metadata.partitionColumns()) {
      schema
          .find(column)
          .ifPresent(found -> fields.add(field(mapping.physicalName(found), found.type())));
    }
    return fields.isEmpty() ? Optional.empty() : Optional.of(new StructType(fields));
  }

  private static StructType columns(Optional<StructType> stats, Optional<StructType> partitions) {
    return struct(
        field("txn", TXN),
        field("add", add(stats, partitions)),
        field("remove", REMOVE),
        field("metaData", METADATA),
        field("protocol", PROTOCOL),
        field("domainMetadata", DOMAIN));
  }

  private static StructType add(Optional<StructType> stats, Optional<StructType> partitions) {
    List<StructField> fields = new ArrayList<>();
    fields.add(field("path", DataType.STRING));
    fields.add(field("partitionValues", STRINGS));
    fields.add(field("size", DataType.LONG));
    fields.add(field("modificationTime", DataType.LONG));
    fields.add(field("dataChange", DataType.BOOLEAN));
    fields.add(field("tags", STRINGS));
    fields.add(field("deletionVector", VECTOR));
    fields.add(field("baseRowId", DataType.LONG));
    fields.add(field("defaultRowCommitVersion", DataType.LONG));
    fields.add(field("clusteringProvider", DataType.STRING));
    fields.add(field("stats", DataType.STRING));
    stats.ifPresent(type -> fields.add(field("stats_parsed", type)));
    partitions.ifPresent(type -> fields.add(field("partitionValues_parsed", type)));
    return new StructType(fields);
  }

  private static StructType struct(StructField... fields) {
    return StructType.of(fields);
  }

  private static StructField field(String name, DataType type) {
    return StructField.optional(name, type);
  }
}
