package dev.lakehouse.log.protocol;

import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A feature that a table's protocol can list, and what this library does about it.
 *
 * <p>A feature of kind {@link Kind#READER_WRITER} must be known by readers too. Until versions 3
 * and 7 features had no names but came with version numbers: {@link #legacyReader} and {@link
 * #legacyWriter}.
 */
public enum TableFeature {
  APPEND_ONLY("appendOnly", Kind.WRITER, 0, 2, Writing.ALWAYS),
  INVARIANTS("invariants", Kind.WRITER, 0, 2, Writing.ALWAYS),
  CHECK_CONSTRAINTS("checkConstraints", Kind.WRITER, 0, 3, Writing.ALWAYS),
  CHANGE_DATA_FEED("changeDataFeed", Kind.WRITER, 0, 4, Writing.ALWAYS),
  GENERATED_COLUMNS("generatedColumns", Kind.WRITER, 0, 4, Writing.ALWAYS),
  COLUMN_MAPPING("columnMapping", Kind.READER_WRITER, 2, 5, Writing.ALWAYS),
  IDENTITY_COLUMNS("identityColumns", Kind.WRITER, 0, 6, Writing.ALWAYS),

  DELETION_VECTORS("deletionVectors", Kind.READER_WRITER, Writing.ALWAYS),
  TIMESTAMP_NTZ("timestampNtz", Kind.READER_WRITER, Writing.ALWAYS),
  V2_CHECKPOINT("v2Checkpoint", Kind.READER_WRITER, Writing.ALWAYS),
  DOMAIN_METADATA("domainMetadata", Kind.WRITER, Writing.ALWAYS),
  ROW_TRACKING("rowTracking", Kind.WRITER, Writing.ALWAYS),
  CLUSTERING("clustering", Kind.WRITER, Writing.ALWAYS),
  ALLOW_COLUMN_DEFAULTS("allowColumnDefaults", Kind.WRITER, Writing.ALWAYS),
  ICEBERG_COMPAT_V1("icebergCompatV1", Kind.WRITER, Writing.ALWAYS),
  ICEBERG_COMPAT_V2("icebergCompatV2", Kind.WRITER, Writing.ALWAYS),
  ICEBERG_COMPAT_V3("icebergCompatV3", Kind.WRITER, Writing.ALWAYS),
  ICEBERG_WRITER_COMPAT_V1("icebergWriterCompatV1", Kind.WRITER, Writing.WHILE_INACTIVE),
  ICEBERG_WRITER_COMPAT_V3("icebergWriterCompatV3", Kind.WRITER, Writing.WHILE_INACTIVE),
  IN_COMMIT_TIMESTAMP("inCommitTimestamp", Kind.WRITER, Writing.ALWAYS),
  TYPE_WIDENING("typeWidening", Kind.READER_WRITER, Writing.ALWAYS),
  TYPE_WIDENING_PREVIEW("typeWidening-preview", Kind.READER_WRITER, Writing.ALWAYS),
  VARIANT_TYPE("variantType", Kind.READER_WRITER, Writing.ALWAYS),
  VARIANT_TYPE_PREVIEW("variantType-preview", Kind.READER_WRITER, Writing.ALWAYS),
  VARIANT_SHREDDING("variantShredding", Kind.READER_WRITER, Writing.ALWAYS),
  VARIANT_SHREDDING_PREVIEW("variantShredding-preview", Kind.READER_WRITER, Writing.ALWAYS),
  VACUUM_PROTOCOL_CHECK("vacuumProtocolCheck", Kind.READER_WRITER, Writing.ALWAYS),
  CHECKPOINT_PROTECTION("checkpointProtection", Kind.WRITER, Writing.ALWAYS),
  COORDINATED_COMMITS("coordinatedCommits-preview", Kind.WRITER, Writing.NEVER),
  MATERIALIZE_PARTITION_COLUMNS("materializePartitionColumns", Kind.WRITER, Writing.ALWAYS),
  COLLATIONS("collations", Kind.WRITER, Writing.NEVER),
  COLLATIONS_PREVIEW("collations-preview", Kind.WRITER, Writing.NEVER),
  REDIRECT_WRITER_ONLY("redirectWriterOnly-preview", Kind.WRITER, Writing.NEVER),

  CATALOG_MANAGED("catalogManaged", Kind.UNREADABLE, Writing.NEVER),
  CATALOG_OWNED("catalogOwned", Kind.UNREADABLE, Writing.NEVER),
  CATALOG_OWNED_PREVIEW("catalogOwned-preview", Kind.UNREADABLE, Writing.NEVER),
  GEOSPATIAL("geospatial", Kind.UNREADABLE, Writing.NEVER),
  GEOSPATIAL_DEV("geospatial-dev", Kind.UNREADABLE, Writing.NEVER),
  REDIRECT_READER_WRITER("redirectReaderWriter-preview", Kind.UNREADABLE, Writing.NEVER),
  ADAPTIVE_METADATA("adaptiveMetadata-preview", Kind.UNREADABLE, Writing.NEVER);

  /** Old previews listed timestamp_ntz under this name. Accepted, never written. */
  private static final String TIMESTAMP_NTZ_ALIAS = "timestampWithoutTimezone";

  /** Whom a feature concerns. */
  public enum Kind {
    /** Writers only. */
    WRITER,
    /** Readers and writers; this library reads it. */
    READER_WRITER,
    /** Readers and writers; this library refuses to read. */
    UNREADABLE
  }

  /** Whether this library writes tables that list a feature. */
  public enum Writing {
    /** It keeps the feature's rules. */
    ALWAYS,
    /** It writes while the table makes no use of the feature. */
    WHILE_INACTIVE,
    /** It refuses. */
    NEVER
  }

  private final String featureName;
  private final Kind kind;
  private final int legacyReader;
  private final int legacyWriter;
  private final Writing writing;

  TableFeature(String featureName, Kind kind, Writing writing) {
    this(featureName, kind, 0, 0, writing);
  }

  TableFeature(String featureName, Kind kind, int legacyReader, int legacyWriter, Writing writing) {
    this.featureName = featureName;
    this.kind = kind;
    this.legacyReader = legacyReader;
    this.legacyWriter = legacyWriter;
    this.writing = writing;
  }

  /** The name in the protocol. */
  public String featureName() {
    return featureName;
  }

  /** Whom it concerns. */
  public Kind kind() {
    return kind;
  }

  /** Whether this library writes tables that list it. */
  public Writing writing() {
    return writing;
  }

  /** True if readers must know it. */
  public boolean isReaderFeature() {
    return kind != Kind.WRITER;
  }

  /** True if it came with version numbers before it had a name. */
  public boolean isLegacy() {
    return legacyWriter > 0;
  }

  /** The least legacy reader version that implies it; 0 if any does. */
  int legacyReader() {
    return legacyReader;
  }

  /** The least legacy writer version that implies it; 0 if none does. */
  int legacyWriter() {
    return legacyWriter;
  }

  /** The feature of this name, in exactly this case. */
  public static Optional<TableFeature> of(String name) {
    if (name.equals(TIMESTAMP_NTZ_ALIAS)) {
      return Optional.of(TIMESTAMP_NTZ);
    }
    for (TableFeature feature : values()) {
      if (feature.featureName.equals(name)) {
        return Optional.of(feature);
      }
    }
    return Optional.empty();
  }

  /** The feature of this name in any case, as the keys of properties spell it. */
  public static Optional<TableFeature> ofAnyCase(String name) {
    for (TableFeature feature : values()) {
      if (feature.featureName.equalsIgnoreCase(name)) {
        return Optional.of(feature);
      }
    }
    return Optional.empty();
  }

  /** The features that must be listed along with it. */
  public Set<TableFeature> dependencies() {
    return switch (this) {
      case ROW_TRACKING, CLUSTERING, COLLATIONS, COLLATIONS_PREVIEW -> Set.of(DOMAIN_METADATA);
      case ICEBERG_COMPAT_V1, ICEBERG_COMPAT_V2 -> Set.of(COLUMN_MAPPING);
      case ICEBERG_COMPAT_V3 -> Set.of(COLUMN_MAPPING, ROW_TRACKING);
      case ICEBERG_WRITER_COMPAT_V1 -> Set.of(ICEBERG_COMPAT_V2);
      case ICEBERG_WRITER_COMPAT_V3 -> Set.of(ICEBERG_COMPAT_V3);
      case VARIANT_SHREDDING -> Set.of(VARIANT_TYPE);
      case CATALOG_MANAGED, COORDINATED_COMMITS ->
          Set.of(IN_COMMIT_TIMESTAMP, VACUUM_PROTOCOL_CHECK);
      default -> Set.of();
    };
  }

  /** {@code features} and all that they depend on. */
  public static Set<TableFeature> closure(Set<TableFeature> features) {
    Set<TableFeature> closed = EnumSet.noneOf(TableFeature.class);
    features.forEach(feature -> close(feature, closed));
    return closed;
  }

  private static void close(TableFeature feature, Set<TableFeature> closed) {
    if (closed.add(feature)) {
      feature.dependencies().forEach(dependency -> close(dependency, closed));
    }
  }

  /**
   * True if the table's properties or schema make use of this feature, so that a writer has to act.
   * A feature without property or schema mark counts as used where it is listed.
   */
  public boolean isActive(Metadata metadata, StructType schema) {
    return switch (this) {
      case APPEND_ONLY -> TableProperty.APPEND_ONLY.of(metadata);
      case INVARIANTS -> anyField(schema, "delta.invariants");
      case CHECK_CONSTRAINTS ->
          metadata.configuration().keySet().stream()
              .anyMatch(
                  key -> key.toLowerCase(Locale.ROOT).startsWith(TableProperty.CONSTRAINT_PREFIX));
      case CHANGE_DATA_FEED -> TableProperty.ENABLE_CHANGE_DATA_FEED.of(metadata);
      case GENERATED_COLUMNS -> anyField(schema, "delta.generationExpression");
      case COLUMN_MAPPING -> TableProperty.COLUMN_MAPPING_MODE.of(metadata) != MappingMode.NONE;
      case IDENTITY_COLUMNS -> anyField(schema, "delta.identity.start");
      case DELETION_VECTORS -> TableProperty.ENABLE_DELETION_VECTORS.of(metadata);
      case TIMESTAMP_NTZ -> usesType(schema, PrimitiveType.TIMESTAMP_NTZ);
      case V2_CHECKPOINT -> TableProperty.CHECKPOINT_POLICY.of(metadata).equals("v2");
      case ROW_TRACKING -> TableProperty.ENABLE_ROW_TRACKING.of(metadata);
      case ALLOW_COLUMN_DEFAULTS -> anyField(schema, "CURRENT_DEFAULT");
      case ICEBERG_COMPAT_V1 -> isTrue(metadata, "delta.enableIcebergCompatV1");
      case ICEBERG_COMPAT_V2 -> isTrue(metadata, "delta.enableIcebergCompatV2");
      case ICEBERG_COMPAT_V3 -> isTrue(metadata, "delta.enableIcebergCompatV3");
      case ICEBERG_WRITER_COMPAT_V1 -> isTrue(metadata, "delta.enableIcebergWriterCompatV1");
      case ICEBERG_WRITER_COMPAT_V3 -> isTrue(metadata, "delta.enableIcebergWriterCompatV3");
      case IN_COMMIT_TIMESTAMP -> TableProperty.ENABLE_IN_COMMIT_TIMESTAMPS.of(metadata);
      case TYPE_WIDENING -> TableProperty.ENABLE_TYPE_WIDENING.of(metadata);
      case VARIANT_TYPE -> usesType(schema, PrimitiveType.VARIANT);
      case VARIANT_SHREDDING -> isTrue(metadata, "delta.enableVariantShredding");
      case MATERIALIZE_PARTITION_COLUMNS ->
          isTrue(metadata, "delta.enableMaterializePartitionColumnsFeature");
      default -> true;
    };
  }

  /** The features that properties and schema of a table make use of, without their dependencies. */
  public static Set<TableFeature> inUse(Metadata metadata, StructType schema) {
    Set<TableFeature> features = EnumSet.noneOf(TableFeature.class);
    for (TableFeature feature : values()) {
      if (feature.hasMark() && feature.isActive(metadata, schema)) {
        features.add(feature);
      }
    }
    return features;
  }

  /** True if a property or the schema tells whether the feature is in use. */
  private boolean hasMark() {
    return switch (this) {
      case DOMAIN_METADATA,
          CLUSTERING,
          TYPE_WIDENING_PREVIEW,
          VARIANT_TYPE_PREVIEW,
          VARIANT_SHREDDING_PREVIEW,
          VACUUM_PROTOCOL_CHECK,
          CHECKPOINT_PROTECTION,
          COORDINATED_COMMITS,
          COLLATIONS,
          COLLATIONS_PREVIEW,
          REDIRECT_WRITER_ONLY ->
          false;
      default -> kind != Kind.UNREADABLE;
    };
  }

  private static boolean isTrue(Metadata metadata, String key) {
    return "true".equalsIgnoreCase(metadata.configuration().get(key));
  }

  private static boolean anyField(StructType schema, String key) {
    return SchemaFields.any(schema, field -> has(field, key));
  }

  private static boolean has(StructField field, String key) {
    FieldMetadata metadata = field.metadata();
    return metadata.has(key);
  }

  private static boolean usesType(StructType schema, PrimitiveType type) {
    return SchemaFields.types(schema).contains(type);
  }

  /** The features that {@code protocol} supports, by list or by version. Unknown names left out. */
  public static Set<TableFeature> supportedBy(Protocol protocol) {
    Set<TableFeature> features = EnumSet.noneOf(TableFeature.class);
    for (TableFeature feature : values()) {
      if (ProtocolRules.supports(protocol, feature)) {
        features.add(feature);
      }
    }
    return features;
  }

  static List<TableFeature> legacy() {
    return List.of(
        APPEND_ONLY,
        INVARIANTS,
        CHECK_CONSTRAINTS,
        CHANGE_DATA_FEED,
        GENERATED_COLUMNS,
        COLUMN_MAPPING,
        IDENTITY_COLUMNS);
  }
}
