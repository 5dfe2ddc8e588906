package dev.lakehouse.log.protocol;

import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.parquet.FieldNaming;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * What a table must keep to so that Iceberg can read its files. Pure functions.
 *
 * <p>Source: Delta protocol, "Iceberg Compatibility V1", "V2"; V3 as Delta Spark writes it.
 */
public final class IcebergCompatibility {
  private static final Set<TableFeature> VERSIONS =
      EnumSet.of(
          TableFeature.ICEBERG_COMPAT_V1,
          TableFeature.ICEBERG_COMPAT_V2,
          TableFeature.ICEBERG_COMPAT_V3);

  private IcebergCompatibility() {}

  /**
   * Those of the three versions that the table's properties turn on: one at most, if it is right.
   */
  public static Set<TableFeature> of(Metadata metadata, StructType schema) {
    Set<TableFeature> active = EnumSet.noneOf(TableFeature.class);
    for (TableFeature version : VERSIONS) {
      if (version.isActive(metadata, schema)) {
        active.add(version);
      }
    }
    return active;
  }

  /** What new files are tagged with. */
  public static Map<String, String> tags(Metadata metadata, StructType schema) {
    Set<TableFeature> active = of(metadata, schema);
    if (active.contains(TableFeature.ICEBERG_COMPAT_V3)) {
      return Map.of("ICEBERG_COMPAT_VERSION", "3");
    }
    return active.contains(TableFeature.ICEBERG_COMPAT_V2)
        ? Map.of("ICEBERG_COMPAT_VERSION", "2")
        : Map.of();
  }

  /**
   * Checks a table that is to be written.
   *
   * @throws UnsupportedFeatureException naming the version and the rule that the table breaks
   */
  static void check(Protocol protocol, Metadata metadata, StructType schema, String table) {
    Set<TableFeature> active = of(metadata, schema);
    for (TableFeature version : active) {
      Rule rule = new Rule(version, table);
      rule.require(active.size() == 1, "only one version may be on, not " + active);
      rule.require(
          TableProperty.COLUMN_MAPPING_MODE.of(metadata) != MappingMode.NONE,
          "it needs " + TableProperty.COLUMN_MAPPING_MODE + " name or id");
      checkVectors(rule, version, protocol, metadata);
      rule.require(
          version != TableFeature.ICEBERG_COMPAT_V3
              || TableProperty.ENABLE_ROW_TRACKING.of(metadata),
          "it needs " + TableProperty.ENABLE_ROW_TRACKING);
      checkTypes(rule, version, schema, "");
    }
  }

  private static void checkVectors(
      Rule rule, TableFeature version, Protocol protocol, Metadata metadata) {
    boolean allowed =
        switch (version) {
          case ICEBERG_COMPAT_V1 ->
              !ProtocolRules.supports(protocol, TableFeature.DELETION_VECTORS);
          case ICEBERG_COMPAT_V2 -> !TableProperty.ENABLE_DELETION_VECTORS.of(metadata);
          default -> true;
        };
    rule.require(allowed, "it allows no deletion vectors");
  }

  private static void checkTypes(Rule rule, TableFeature version, DataType type, String path) {
    boolean first = version == TableFeature.ICEBERG_COMPAT_V1;
    if (type instanceof StructType struct) {
      for (StructField field : struct) {
        String name = path.isEmpty() ? field.name() : path + "." + field.name();
        rule.require(
            first || field.metadata().has(FieldNaming.NESTED_IDS) || !hasParts(field.type()),
            "column '" + name + "' has no " + FieldNaming.NESTED_IDS);
        checkTypes(rule, version, field.type(), name);
      }
    } else if (type instanceof ArrayType array) {
      rule.require(!first, "column '" + path + "' is an array");
      checkTypes(rule, version, array.element(), path + ".element");
    } else if (type instanceof MapType map) {
      rule.require(!first, "column '" + path + "' is a map");
      checkTypes(rule, version, map.key(), path + ".key");
      checkTypes(rule, version, map.value(), path + ".value");
    } else {
      rule.require(type != DataType.VOID, "column '" + path + "' is of type void");
      rule.require(
          type != DataType.VARIANT || version == TableFeature.ICEBERG_COMPAT_V3,
          "column '" + path + "' is of type variant");
    }
  }

  private static boolean hasParts(DataType type) {
    return type instanceof ArrayType || type instanceof MapType;
  }

  private record Rule(TableFeature version, String table) {
    void require(boolean kept, String what) {
      if (!kept) {
        throw new UnsupportedFeatureException(
            version.featureName(),
            "Cannot write "
                + table
                + ": it breaks a rule of '"
                + version.featureName()
                + "': "
                + what);
      }
    }
  }
}
