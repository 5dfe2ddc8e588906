package dev.lakehouse.log.replay;

import static dev.lakehouse.types.StructField.optional;

import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.List;
import java.util.stream.Stream;

/** What is asked of a checkpoint's Parquet files: columns by name, all of them optional. */
final class CheckpointColumns {
  private static final DataType TEXTS = DataType.map(DataType.STRING, DataType.STRING);
  private static final DataType NAMES = DataType.array(DataType.STRING);

  private static final StructType VECTOR =
      StructType.of(
          optional("storageType", DataType.STRING),
          optional("pathOrInlineDv", DataType.STRING),
          optional("offset", DataType.INT),
          optional("sizeInBytes", DataType.INT),
          optional("cardinality", DataType.LONG));

  private static final List<StructField> OF_FILES =
      List.of(
          optional("path", DataType.STRING),
          optional("partitionValues", TEXTS),
          optional("size", DataType.LONG),
          optional("deletionVector", VECTOR),
          optional("baseRowId", DataType.LONG),
          optional("defaultRowCommitVersion", DataType.LONG));

  /** The files, without what can be read later. */
  static final StructType ADDS = action("add", with(optional("modificationTime", DataType.LONG)));

  /** The tombstones. */
  static final StructType REMOVES =
      action("remove", with(optional("deletionTimestamp", DataType.LONG)));

  /** All but file actions. */
  static final StructType HEADER =
      StructType.of(
          optional(
              "protocol",
              StructType.of(
                  optional("minReaderVersion", DataType.INT),
                  optional("minWriterVersion", DataType.INT),
                  optional("readerFeatures", NAMES),
                  optional("writerFeatures", NAMES))),
          optional(
              "metaData",
              StructType.of(
                  optional("id", DataType.STRING),
                  optional("name", DataType.STRING),
                  optional("description", DataType.STRING),
                  optional(
                      "format",
                      StructType.of(
                          optional("provider", DataType.STRING), optional("options", TEXTS))),
                  optional("schemaString", DataType.STRING),
                  optional("partitionColumns", NAMES),
                  optional("configuration", TEXTS),
                  optional("createdTime", DataType.LONG))),
          optional(
              "txn",
              StructType.of(
                  optional("appId", DataType.STRING),
                  optional("version", DataType.LONG),
                  optional("lastUpdated", DataType.LONG))),
          optional(
              "domainMetadata",
              StructType.of(
                  optional("domain", DataType.STRING),
                  optional("configuration", DataType.STRING),
                  optional("removed", DataType.BOOLEAN))),
          optional(
              "sidecar",
              StructType.of(
                  optional("path", DataType.STRING),
                  optional("sizeInBytes", DataType.LONG),
                  optional("modificationTime", DataType.LONG))));

  private CheckpointColumns() {}

  /** The path to a field that every action of {@code column}, one of the header's, has. */
  static String key(StructField column) {
    return column.name() + "." + ((StructType) column.type()).field(0).name();
  }

  private static StructType with(StructField further) {
    return new StructType(Stream.concat(OF_FILES.stream(), Stream.of(further)).toList());
  }

  private static StructType action(String name, StructType fields) {
    return StructType.of(optional(name, fields));
  }

  /** Some fields of the files. */
  static StructType adds(StructField... fields) {
    return action("add", StructType.of(fields));
  }

  /** The statistics as text. */
  static StructField stats() {
    return optional("stats", DataType.STRING);
  }

  /** The tags. */
  static StructField tags() {
    return optional("tags", TEXTS);
  }

  /** The clustering provider. */
  static StructField clusteringProvider() {
    return optional("clusteringProvider", DataType.STRING);
  }
}
