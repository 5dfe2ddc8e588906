package dev.lakehouse.alter;

import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.MappingMode;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Properties that are set. Those that need a feature bring it.
 *
 * @param properties them, as the user writes them
 */
public record SetProperties(Map<String, String> properties) implements Alteration {
  /** Keys, in lower case, that say what the library itself keeps. */
  static final Set<String> INTERNAL =
      Set.of(
          "delta.columnmapping.maxcolumnid",
          "delta.incommittimestampenablementversion",
          "delta.incommittimestampenablementtimestamp",
          "delta.rowtracking.materializedrowidcolumnname",
          "delta.rowtracking.materializedrowcommitversioncolumnname",
          "delta.requirecheckpointprotectionbeforeversion",
          "delta.rowtrackingsuspended");

  /** Keys of Delta Spark's that mean nothing to this library and do no harm. */
  private static final List<String> OF_SPARK =
      List.of(
          "delta.autoOptimize.optimizeWrite",
          "delta.autoOptimize.autoCompact",
          "delta.autoOptimize",
          "delta.checkpointRetentionDuration",
          "delta.dropFeatureTruncateHistory.retentionDuration",
          "delta.enableFullRetentionRollback",
          "delta.enableVariantShredding",
          "delta.parquet.format.version",
          "delta.sampleRetentionDuration",
          "delta.writePartitionColumnsToParquet");

  private static final List<String> LEVELS = List.of("Serializable", "WriteSerializable");

  /** Keeps their order. */
  public SetProperties {
    properties = new LinkedHashMap<>(properties);
  }

  @Override
  public String operation() {
    return "SET TBLPROPERTIES";
  }

  @Override
  public Map<String, @Nullable String> parameters(Draft before) {
    return Map.of("properties", AlterJson.text(properties));
  }

  @Override
  public boolean commitsAlways() {
    return true;
  }

  @Override
  public Draft apply(Draft draft) {
    Draft changed = draft;
    for (Map.Entry<String, String> property : properties.entrySet()) {
      changed = set(changed, property.getKey(), property.getValue());
    }
    return changed;
  }

  private static Draft set(Draft draft, String given, String value) {
    String key = key(given);
    String folded = given.toLowerCase(Locale.ROOT);
    if (folded.equals("comment")) {
      return draft.with(described(draft.metadata(), value));
    } else if (folded.startsWith(TableProperty.FEATURE_PREFIX)) {
      return draft.with(
          AddFeature.feature(folded.substring(TableProperty.FEATURE_PREFIX.length())));
    }
    requireSettable(given, folded);
    TableProperty.find(key).ifPresent(property -> property.check(value));
    if (key.equals(TableProperty.COLUMN_MAPPING_MODE.key())) {
      return mapped(draft, value);
    } else if (key.equals(TableProperty.ISOLATION_LEVEL.key()) && !LEVELS.contains(value)) {
      throw new IllegalArgumentException(
          "Property " + key + " cannot be '" + value + "': it is one of " + LEVELS);
    }
    return draft.with(key, value);
  }

  /** The key in its own case. */
  static String key(String given) {
    return TableProperty.find(given)
        .<String>map(TableProperty::key)
        .or(() -> OF_SPARK.stream().filter(given::equalsIgnoreCase).findFirst())
        .orElse(given);
  }

  private static void requireSettable(String given, String folded) {
    if (folded.startsWith(TableProperty.CONSTRAINT_PREFIX)) {
      throw new IllegalArgumentException(
          "Property " + given + " is a constraint: add it by alter().addConstraint(name, sql)");
    } else if (INTERNAL.contains(folded)
        || folded.equals("delta.minreaderversion")
        || folded.equals("delta.minwriterversion")) {
      throw new IllegalArgumentException(
          "Property " + given + " is kept by programs and not to be set by hand");
    } else if (folded.startsWith("delta.enableiceberg")
        || folded.startsWith("delta.universalformat")) {
      throw new UnsupportedFeatureException(
          given,
          "Property "
              + given
              + " cannot be set on a table that is there: its files may not be what Iceberg reads."
              + " Create a new table with it.");
    } else if (folded.startsWith("delta.")
        && TableProperty.find(given).isEmpty()
        && OF_SPARK.stream().noneMatch(given::equalsIgnoreCase)
        && !folded.equals("delta.enablechangedatacapture")) {
      throw new IllegalArgumentException(
          "There is no table property '"
              + given
              + "'. Names that begin with 'delta.' are Delta's own; choose another for yours.");
    }
  }

  /** The columns keep the names that they have in the files that are there. */
  private static Draft mapped(Draft draft, String value) {
    MappingMode wanted = MappingMode.valueOf(value.toUpperCase(Locale.ROOT));
    MappingMode now = TableProperty.COLUMN_MAPPING_MODE.of(draft.metadata());
    if (wanted == now) {
      return draft;
    } else if (now != MappingMode.NONE || wanted != MappingMode.NAME) {
      throw new UnsupportedFeatureException(
          TableFeature.COLUMN_MAPPING.featureName(),
          "Cannot change "
              + TableProperty.COLUMN_MAPPING_MODE
              + " of "
              + draft.table()
              + " from "
              + now.name().toLowerCase(Locale.ROOT)
              + " to "
              + value
              + ": only none can become name without a rewrite of all files");
    }
    return draft
        .with(ColumnMapping.mappedByName(draft.schema()))
        .with(TableProperty.COLUMN_MAPPING_MODE.key(), "name");
  }

  private static Metadata described(Metadata metadata, String text) {
    return new Metadata(
        metadata.id(),
        metadata.name(),
        text,
        metadata.formatProvider(),
        metadata.formatOptions(),
        metadata.schemaString(),
        metadata.partitionColumns(),
        metadata.configuration(),
        metadata.createdTime());
  }
}
