package dev.lakehouse.log.commit;

import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.MappingMode;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.StructType;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What another commit did to the table's metadata.
 *
 * @param before what a transaction read
 * @param after what it would follow
 */
record MetadataChange(Metadata before, Metadata after) {
  /** Properties that may come to be set to these values without harm to what runs. */
  private static final Map<String, String> ADOPTABLE =
      Map.of(
          "delta.enableDeletionVectors", "true",
          "delta.checkpointPolicy", "v2",
          "delta.enableInCommitTimestamps", "true",
          "delta.columnMapping.mode", "name");

  private static final Set<String> ADOPTABLE_OF_ANY_VALUE =
      Set.of(
          "delta.inCommitTimestampEnablementVersion",
          "delta.inCommitTimestampEnablementTimestamp",
          "delta.columnMapping.maxColumnId");

  static MetadataChange between(Metadata before, Metadata after) {
    return new MetadataChange(before, after);
  }

  /** Why a transaction that did not see the change cannot follow it. */
  Optional<String> obstacle() {
    if (!sameSchema() && !onlyMapsColumns()) {
      return Optional.of("it changed the table's schema");
    } else if (!before.partitionColumns().equals(after.partitionColumns())) {
      return Optional.of("it changed the table's partition columns");
    } else if (!before.id().equals(after.id())) {
      return Optional.of("it replaced the table");
    } else if (!sameDescription()) {
      return Optional.of("it changed the table's name, description or format");
    }
    return removedProperty().or(this::changedProperty);
  }

  /**
   * Column mapping switched on: the columns are known by the names they have, so that files which
   * were written without it are right with it.
   */
  private boolean onlyMapsColumns() {
    if (TableProperty.COLUMN_MAPPING_MODE.of(before) != MappingMode.NONE
        || TableProperty.COLUMN_MAPPING_MODE.of(after) != MappingMode.NAME) {
      return false;
    }
    return before.schema().equals(ColumnMapping.unmapped(after.schema()));
  }

  /** Marks of identity columns may move: numbers of a transaction of its own move them too. */
  private boolean sameSchema() {
    return before.schemaString().equals(after.schemaString())
        || withoutMarks(before.schema()).equals(withoutMarks(after.schema()));
  }

  private static StructType withoutMarks(StructType schema) {
    return new StructType(
        schema.fields().stream()
            .map(field -> field.withMetadata(field.metadata().without(FieldMetadata.IDENTITY_MARK)))
            .toList());
  }

  private boolean sameDescription() {
    return Objects.equals(before.name(), after.name())
        && Objects.equals(before.description(), after.description())
        && before.formatProvider().equals(after.formatProvider())
        && before.formatOptions().equals(after.formatOptions());
  }

  private Optional<String> removedProperty() {
    return before.configuration().keySet().stream()
        .filter(key -> !after.configuration().containsKey(key))
        .findFirst()
        .map(key -> "it removed the table property " + key);
  }

  private Optional<String> changedProperty() {
    return after.configuration().entrySet().stream()
        .filter(entry -> !entry.getValue().equals(before.configuration().get(entry.getKey())))
        .filter(entry -> !isAdoptable(entry.getKey(), entry.getValue()))
        .findFirst()
        .map(entry -> "it set the table property " + entry.getKey());
  }

  private static boolean isAdoptable(String key, String value) {
    return ADOPTABLE_OF_ANY_VALUE.contains(key) || value.equalsIgnoreCase(ADOPTABLE.get(key));
  }
}
