package dev.lakehouse.alter;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.MappingMode;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.schema.ColumnIds;
import dev.lakehouse.types.StructType;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table as it will be. Immutable: each change gives a new one.
 *
 * @param base the version that is changed
 * @param protocol its protocol then
 * @param metadata its metadata then, but for the schema
 * @param schema its columns then
 * @param domain the metadata domain that is set; null for none
 * @param mustHold what every row that is there must satisfy; null for nothing
 */
public record Draft(
    Snapshot base,
    Protocol protocol,
    Metadata metadata,
    StructType schema,
    @Nullable DomainMetadata domain,
    @Nullable Expression mustHold) {
  /** Features that come with a property, a constraint or a type only if the user says so. */
  private static final Set<TableFeature> BY_HAND =
      EnumSet.of(TableFeature.ALLOW_COLUMN_DEFAULTS, TableFeature.TIMESTAMP_NTZ);

  private static final List<String> FEED_COLUMNS =
      List.of("_change_type", "_commit_version", "_commit_timestamp");

  /** The table as it is. */
  public static Draft of(Snapshot base) {
    return new Draft(base, base.protocol(), base.metadata(), base.schema(), null, null);
  }

  /** The table's location, for messages. */
  String table() {
    return base.log().table().toString();
  }

  Draft with(StructType newSchema) {
    return new Draft(base, protocol, metadata, newSchema, domain, mustHold);
  }

  Draft with(Protocol newProtocol) {
    return new Draft(base, newProtocol, metadata, schema, domain, mustHold);
  }

  Draft with(Metadata newMetadata) {
    return new Draft(base, protocol, newMetadata, schema, domain, mustHold);
  }

  Draft with(DomainMetadata newDomain) {
    return new Draft(base, protocol, metadata, schema, newDomain, mustHold);
  }

  Draft requiring(Expression condition) {
    return new Draft(base, protocol, metadata, schema, domain, condition);
  }

  /** This draft with a property set. */
  Draft with(String key, String value) {
    Map<String, String> properties = new LinkedHashMap<>(metadata.configuration());
    properties.put(key, value);
    return with(metadata.withConfiguration(properties));
  }

  /** This draft without a property, by its very key. */
  Draft without(String key) {
    Map<String, String> properties = new LinkedHashMap<>(metadata.configuration());
    properties.remove(key);
    return with(metadata.withConfiguration(properties));
  }

  /** This draft with {@code feature} and what it depends on in its protocol. */
  Draft with(TableFeature feature) {
    return with(ProtocolRules.withFeatures(protocol, Set.of(feature)));
  }

  boolean isMapped() {
    return TableProperty.COLUMN_MAPPING_MODE.of(metadata) != MappingMode.NONE;
  }

  /** The names of the columns in files and log. */
  ColumnMapping mapping() {
    return ColumnMapping.of(protocol, metadata, schema);
  }

  /**
   * This draft, complete: columns of a mapped table have ids, and the protocol lists what is used.
   *
   * @throws SchemaMismatchException if two columns have one name, or the feed's
   * @throws UnsupportedFeatureException if a feature is needed that has to be added by hand
   */
  public Draft complete(Supplier<UUID> ids) {
    Draft mapped = (isMapped() ? mapped(ids) : this).tracked(ids);
    mapped.requireNames();
    Metadata whole =
        mapped.schema.equals(base.schema())
            ? mapped.metadata
            : mapped.metadata.withSchema(mapped.schema);
    Set<TableFeature> features = TableFeature.inUse(whole, mapped.schema);
    for (TableFeature feature : features) {
      if (BY_HAND.contains(feature) && !ProtocolRules.supports(protocol, feature)) {
        throw new UnsupportedFeatureException(
            feature.featureName(),
            "Cannot alter "
                + table()
                + ": it needs the table feature '"
                + feature.featureName()
                + "', which programs that use the table may lack. Add it first:"
                + " alter().addFeature(\""
                + feature.featureName()
                + "\")");
      }
    }
    return mapped.with(whole).with(ProtocolRules.withFeatures(mapped.protocol, features));
  }

  private Draft mapped(Supplier<UUID> ids) {
    Metadata mapped = ColumnIds.complete(metadata, schema, ids);
    long highest = TableProperty.COLUMN_MAPPING_MAX_ID.of(mapped);
    return with(mapped.schema())
        .with(TableProperty.COLUMN_MAPPING_MAX_ID.key(), Long.toString(highest));
  }

  /** With row tracking, rows that are moved keep their ids in columns of these names. */
  private Draft tracked(Supplier<UUID> ids) {
    boolean isNamed = metadata.configuration().containsKey(RowTracking.ROW_ID);
    return isNamed || !TableProperty.ENABLE_ROW_TRACKING.of(metadata)
        ? this
        : with(RowTracking.ROW_ID, "_row-id-col-" + ids.get())
            .with(RowTracking.ROW_VERSION, "_row-commit-version-col-" + ids.get());
  }

  private void requireNames() {
    try {
      schema.requireUniqueNames();
    } catch (IllegalArgumentException e) {
      throw new SchemaMismatchException("Cannot alter " + table() + ": " + e.getMessage(), e);
    }
    Optional<String> taken =
        FEED_COLUMNS.stream().filter(name -> schema.find(name).isPresent()).findFirst();
    if (taken.isPresent() && TableProperty.ENABLE_CHANGE_DATA_FEED.of(metadata)) {
      throw new SchemaMismatchException(
          "Cannot alter "
              + table()
              + ": with "
              + TableProperty.ENABLE_CHANGE_DATA_FEED
              + " it cannot have a column '"
              + taken.get()
              + "', which the change feed has of its own");
    }
  }

  /** True if nothing differs from the table as it is. */
  public boolean changesNothing() {
    return protocol.equals(base.protocol())
        && metadata.equals(base.metadata())
        && schema.equals(base.schema())
        && domain == null;
  }
}
