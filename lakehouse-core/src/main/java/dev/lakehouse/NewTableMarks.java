package dev.lakehouse;

import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.IcebergCompatibility;
import dev.lakehouse.log.protocol.MappingMode;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.schema.ColumnIds;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The marks that a new table begins with: ids and physical names of mapped columns, names of the
 * columns of row tracking. Marks of another table, which its schema and properties bring along
 * where they were copied, are left behind.
 */
final class NewTableMarks {
  private static final String ROW_ID = "delta.rowTracking.materializedRowIdColumnName";
  private static final String ROW_VERSION =
      "delta.rowTracking.materializedRowCommitVersionColumnName";
  private static final String SUSPENDED = "delta.rowTrackingSuspended";
  private static final String FORMATS = "delta.universalFormat.enabledFormats";
  private static final String NESTED_IDS = "delta.columnMapping.nested.ids";
  private static final String TYPE_CHANGES = "delta.typeChanges";
  private static final List<String> OF_ANOTHER_TABLE =
      List.of(
          TableProperty.COLUMN_MAPPING_MAX_ID.key(),
          ROW_ID,
          ROW_VERSION,
          TableProperty.IN_COMMIT_TIMESTAMP_VERSION.key(),
          TableProperty.IN_COMMIT_TIMESTAMP_TIME.key());

  private NewTableMarks() {}

  /**
   * The columns of the table.
   *
   * @param configuration its properties; those that others imply are added
   * @throws UnsupportedFeatureException if a property promises what this library does not do
   * @throws IllegalArgumentException if two properties contradict each other
   */
  static StructType complete(
      StructType declared, Map<String, String> configuration, Supplier<UUID> ids) {
    if (!configuration.getOrDefault(FORMATS, "").isBlank()) {
      throw new UnsupportedFeatureException(
          "universalFormat",
          "Cannot create a table with "
              + FORMATS
              + ": this library writes no metadata of other formats. Leave the property out.");
    }
    OF_ANOTHER_TABLE.forEach(configuration::remove);
    StructType schema = bare(declared);
    completeProperties(schema, configuration, ids);
    MappingMode mode = TableProperty.COLUMN_MAPPING_MODE.of(configuration);
    if (mode == MappingMode.NONE) {
      return schema;
    }
    configuration.put(
        TableProperty.COLUMN_MAPPING_MODE.key(), mode.name().toLowerCase(Locale.ROOT));
    Metadata plain = Metadata.of("", null, null, schema, List.of(), configuration, 0);
    Metadata mapped = ColumnIds.complete(plain, schema, ids);
    configuration.putAll(mapped.configuration());
    return mapped.schema();
  }

  private static void completeProperties(
      StructType schema, Map<String, String> configuration, Supplier<UUID> ids) {
    Metadata metadata = Metadata.of("", null, null, schema, List.of(), configuration, 0);
    if (!IcebergCompatibility.of(metadata, schema).isEmpty()) {
      configuration.putIfAbsent(TableProperty.COLUMN_MAPPING_MODE.key(), "name");
    }
    if (TableFeature.ICEBERG_COMPAT_V3.isActive(metadata, schema)) {
      configuration.putIfAbsent(TableProperty.ENABLE_ROW_TRACKING.key(), "true");
    }
    if (TableProperty.ENABLE_ROW_TRACKING.of(configuration)) {
      if ("true".equalsIgnoreCase(configuration.get(SUSPENDED))) {
        throw new IllegalArgumentException(
            "Row tracking cannot be both enabled and suspended: set one of "
                + TableProperty.ENABLE_ROW_TRACKING
                + " and "
                + SUSPENDED);
      }
      configuration.put(ROW_ID, "_row-id-col-" + ids.get());
      configuration.put(ROW_VERSION, "_row-commit-version-col-" + ids.get());
    }
  }

  /** {@code schema} as it is declared, without what a table noted in it. */
  static StructType bare(StructType schema) {
    return (StructType) withoutHistory(schema);
  }

  private static DataType withoutHistory(DataType type) {
    if (type instanceof StructType struct) {
      return new StructType(struct.fields().stream().map(NewTableMarks::withoutHistory).toList());
    } else if (type instanceof ArrayType array) {
      return new ArrayType(withoutHistory(array.element()), array.containsNull());
    } else if (type instanceof MapType map) {
      return new MapType(
          withoutHistory(map.key()), withoutHistory(map.value()), map.valueContainsNull());
    }
    return type;
  }

  private static StructField withoutHistory(StructField field) {
    FieldMetadata metadata =
        field
            .metadata()
            .without(ColumnMapping.ID)
            .without(ColumnMapping.PHYSICAL_NAME)
            .without(NESTED_IDS)
            .without(FieldMetadata.IDENTITY_MARK)
            .without(TYPE_CHANGES);
    return field.withType(withoutHistory(field.type())).withMetadata(metadata);
  }
}
