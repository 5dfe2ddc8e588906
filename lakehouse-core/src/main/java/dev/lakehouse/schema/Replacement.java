package dev.lakehouse.schema;

import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.MappingMode;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A new table in the place of one that is there: its history goes on, its protocol never shrinks,
 * and mapped columns of equal name and type stay the same columns. All else is the new table's.
 *
 * @param protocol what both support
 * @param metadata the new table's
 * @param clustering the end of the old table's clustering, if it was clustered
 */
public record Replacement(
    Protocol protocol, Metadata metadata, Optional<DomainMetadata> clustering) {
  private static final String CLUSTERING = "delta.clustering";
  private static final String NO_CLUSTERING =
      "{\"clusteringColumns\":[],\"domainName\":\"delta.clustering\"}";

  /**
   * The replacement of {@code base}.
   *
   * @param protocol the least that the new table needs
   * @param metadata the new table's, as if it were the first
   * @param columns its columns as they were declared, without ids
   * @param names where physical names of new columns come from
   * @throws ConstraintViolationException if the old table is append-only
   */
  public static Replacement of(
      Snapshot base,
      Protocol protocol,
      Metadata metadata,
      StructType columns,
      Supplier<UUID> names) {
    if (base.property(TableProperty.APPEND_ONLY)) {
      throw new ConstraintViolationException(
          "Cannot replace the table "
              + base.log().table()
              + ": it is append-only (property "
              + TableProperty.APPEND_ONLY
              + "). Only rows may be added.");
    }
    Metadata timed = withTimes(metadata, base);
    Metadata mapped =
        TableProperty.COLUMN_MAPPING_MODE.of(timed) == MappingMode.NONE
            ? timed
            : withIds(timed, base.metadata(), columns, base.schema(), names);
    Optional<DomainMetadata> clustering =
        base.domains().containsKey(CLUSTERING)
            ? Optional.of(new DomainMetadata(CLUSTERING, NO_CLUSTERING, false))
            : Optional.empty();
    return new Replacement(ProtocolRules.merge(base.protocol(), protocol), mapped, clustering);
  }

  /** Since when commits carry their time stays known, or the history before could not be told. */
  private static Metadata withTimes(Metadata metadata, Snapshot base) {
    if (!TableProperty.ENABLE_IN_COMMIT_TIMESTAMPS.of(metadata)
        || !base.property(TableProperty.ENABLE_IN_COMMIT_TIMESTAMPS)) {
      return metadata;
    }
    Map<String, String> properties = new LinkedHashMap<>(metadata.configuration());
    for (TableProperty<?> since :
        List.of(
            TableProperty.IN_COMMIT_TIMESTAMP_VERSION, TableProperty.IN_COMMIT_TIMESTAMP_TIME)) {
      String value = base.metadata().configuration().get(since.key());
      if (value != null) {
        properties.put(since.key(), value);
      }
    }
    return metadata.withConfiguration(properties);
  }

  private static Metadata withIds(
      Metadata metadata,
      Metadata old,
      StructType columns,
      StructType oldColumns,
      Supplier<UUID> names) {
    List<StructField> same =
        oldColumns.fields().stream()
            .filter(
                field ->
                    columns
                        .find(field.name())
                        .filter(now -> now.type().toString().equals(field.type().toString()))
                        .isPresent())
            .toList();
    Map<String, String> properties = new LinkedHashMap<>(metadata.configuration());
    properties.put(
        TableProperty.COLUMN_MAPPING_MAX_ID.key(),
        Long.toString(TableProperty.COLUMN_MAPPING_MAX_ID.of(old)));
    return ColumnIds.complete(
        metadata.withConfiguration(properties),
        ColumnIds.kept(columns, new StructType(same)),
        names);
  }
}
