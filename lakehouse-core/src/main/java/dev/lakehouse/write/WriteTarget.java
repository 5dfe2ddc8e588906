package dev.lakehouse.write;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.IcebergCompatibility;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.log.stats.PartitionValues;
import dev.lakehouse.log.stats.StatsColumns;
import dev.lakehouse.parquet.Compression;
import dev.lakehouse.parquet.FieldNaming;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The table that data files are written for. Immutable.
 *
 * @param table where it is
 * @param schema its columns
 * @param partitionColumns the names of its partition columns, in order
 * @param statistics the leaves whose statistics are kept
 * @param statisticsPrefix how many characters of a text they keep
 * @param naming under which names the columns stand in files
 * @param placement what folders files go to
 * @param partitionsInFiles whether files hold the partition columns too, after the others
 * @param compression how pages are compressed
 * @param fileBytes about how large a file becomes
 * @param rowGroupBytes about how large a row group becomes
 * @param content what the rows are
 */
public record WriteTarget(
    Location table,
    StructType schema,
    List<String> partitionColumns,
    Set<ColumnPath> statistics,
    int statisticsPrefix,
    FieldNaming naming,
    Placement placement,
    boolean partitionsInFiles,
    Compression compression,
    long fileBytes,
    long rowGroupBytes,
    Content content) {
  private static final String FILE_BYTES = "delta.targetFileSize";
  private static final String ROW_GROUP_BYTES = "lakehouse.parquet.rowGroupSize";
  private static final long DEFAULT_FILE_BYTES = 256L << 20;
  private static final long DEFAULT_ROW_GROUP_BYTES = 64L << 20;
  private static final Pattern SIZE = Pattern.compile("\\s*(\\d{1,12})\\s*([kmgKMG]?)[bB]?\\s*");

  /** Copies the collections. */
  public WriteTarget {
    partitionColumns = List.copyOf(partitionColumns);
    statistics = Set.copyOf(statistics);
  }

  /**
   * What folders files go to.
   *
   * @param prefixLength how many random characters the folder's name has; 0 for folders named after
   *     partitions
   */
  record Placement(int prefixLength) {
    static Placement of(ColumnMapping mapping, Map<String, String> properties) {
      boolean random = mapping.isMapped() || TableProperty.RANDOMIZE_FILE_PREFIXES.of(properties);
      return new Placement(random ? TableProperty.RANDOM_PREFIX_LENGTH.of(properties) : 0);
    }

    /** The folder of a file of the partition {@code texts}; empty for the table's own. */
    String folder(
        List<String> columns, List<? extends @Nullable String> texts, Supplier<UUID> ids) {
      return prefixLength == 0
          ? PartitionValues.folder(columns, texts)
          : ids.get().toString().replace("-", "").substring(0, Math.min(32, prefixLength));
    }
  }

  /**
   * The target of files for the table of {@code base}.
   *
   * @param options properties that hold for this write instead of the table's
   * @throws IllegalArgumentException if a property's value is none
   * @throws SchemaMismatchException if two columns of the table have names that differ in case only
   */
  public static WriteTarget of(Snapshot base, Map<String, String> options) {
    return of(
        base.log().table(),
        base.protocol(),
        base.metadata(),
        base.schema(),
        Clustering.of(base).map(Clustering::columns).orElse(List.of()),
        options);
  }

  /**
   * The target of files for a table with {@code metadata}. Errors as above.
   *
   * @param schema the columns of {@code metadata}
   * @param clustering the columns that rows are clustered by, which always have statistics
   * @param options properties that hold for this write instead of the table's
   */
  public static WriteTarget of(
      Location table,
      Protocol protocol,
      Metadata metadata,
      StructType schema,
      List<ColumnPath> clustering,
      Map<String, String> options) {
    requireUniqueNames(table, schema);
    ColumnMapping mapping = ColumnMapping.of(protocol, metadata, schema);
    Map<String, String> properties = new HashMap<>(metadata.configuration());
    options.keySet().forEach(WriteTarget::requireKnown);
    properties.putAll(options);
    return new WriteTarget(
        table,
        schema,
        metadata.partitionColumns(),
        statistics(schema, metadata, clustering, properties),
        TableProperty.STATS_STRING_PREFIX.of(properties),
        mapping.isMapped() ? FieldNaming.MAPPED : FieldNaming.LOGICAL,
        Placement.of(mapping, properties),
        partitionsInFiles(protocol, metadata, schema),
        compression(TableProperty.PARQUET_CODEC.of(properties)),
        bytes(properties, FILE_BYTES, DEFAULT_FILE_BYTES),
        bytes(properties, ROW_GROUP_BYTES, DEFAULT_ROW_GROUP_BYTES),
        Content.ROWS);
  }

  private static void requireKnown(String option) {
    if (TableProperty.find(option).isEmpty()
        && !option.equalsIgnoreCase(FILE_BYTES)
        && !option.equalsIgnoreCase(ROW_GROUP_BYTES)) {
      throw new IllegalArgumentException(
          "There is no option '"
              + option
              + "'. A write takes the properties of tables that concern files, "
              + FILE_BYTES
              + " and "
              + ROW_GROUP_BYTES);
    }
  }

  /** What stands in files. */
  public enum Content {
    /** Rows of the table. */
    ROWS("", "part-00000-"),
    /** Rows that changed, for the change feed. */
    CHANGES("_change_data/", "cdc-00000-");

    private final String folder;
    private final String filePrefix;

    Content(String folder, String filePrefix) {
      this.folder = folder;
      this.filePrefix = filePrefix;
    }

    /** The folder of the table where such files are; empty for the table's own. */
    String folder() {
      return folder;
    }

    /** How their names begin. */
    String filePrefix() {
      return filePrefix;
    }
  }

  /** The target of files with further columns, which are the last of {@code columns}. */
  public WriteTarget of(StructType columns) {
    return new WriteTarget(
        table,
        columns,
        partitionColumns,
        statistics,
        statisticsPrefix,
        naming,
        placement,
        partitionsInFiles,
        compression,
        fileBytes,
        rowGroupBytes,
        content);
  }

  /** The target of the files of changed rows: with a column of the change's name, last. */
  public WriteTarget ofChanges(String changeTypeColumn) {
    List<StructField> fields = new ArrayList<>(schema.fields());
    fields.add(StructField.required(changeTypeColumn, DataType.STRING));
    return new WriteTarget(
        table,
        new StructType(fields),
        partitionColumns,
        Set.of(),
        statisticsPrefix,
        naming,
        placement,
        false,
        compression,
        fileBytes,
        rowGroupBytes,
        Content.CHANGES);
  }

  private static Set<ColumnPath> statistics(
      StructType schema,
      Metadata metadata,
      List<ColumnPath> clustering,
      Map<String, String> properties) {
    Set<ColumnPath> statistics =
        new LinkedHashSet<>(StatsColumns.of(schema, metadata.partitionColumns(), properties));
    Map<String, String> unlimited = Map.of(TableProperty.STATS_COLUMN_COUNT.key(), "-1");
    List<ColumnPath> all = StatsColumns.of(schema, List.of(), unlimited);
    clustering.stream().filter(all::contains).forEach(statistics::add);
    return statistics;
  }

  private static boolean partitionsInFiles(
      Protocol protocol, Metadata metadata, StructType schema) {
    return ProtocolRules.supports(protocol, TableFeature.MATERIALIZE_PARTITION_COLUMNS)
        || !IcebergCompatibility.of(metadata, schema).isEmpty();
  }

  private static void requireUniqueNames(Location table, StructType schema) {
    try {
      schema.requireUniqueNames();
    } catch (IllegalArgumentException e) {
      throw new SchemaMismatchException("Cannot write to " + table + ": " + e.getMessage(), e);
    }
  }

  private static Compression compression(String name) {
    for (Compression compression : Compression.values()) {
      if (compression.name().equalsIgnoreCase(name)) {
        return compression;
      }
    }
    if (name.equals("uncompressed")) {
      return Compression.NONE;
    } else if (name.equals("lz4")) {
      return Compression.LZ4_RAW;
    }
    throw new IllegalArgumentException(
        "Property "
            + TableProperty.PARQUET_CODEC.key()
            + " is '"
            + name
            + "', but must be one of "
            + Arrays.toString(Compression.values()).toLowerCase(Locale.ROOT));
  }

  /** A number of bytes, or one with k, m or g behind it. */
  private static long bytes(Map<String, String> properties, String key, long otherwise) {
    String text = properties.get(key);
    Matcher size = SIZE.matcher(text == null ? "" : text);
    if (text == null) {
      return otherwise;
    } else if (!size.matches()) {
      throw new IllegalArgumentException(
          "Property " + key + " is '" + text + "', but must be a size such as 268435456 or 256mb");
    }
    int shift =
        switch (size.group(2).toLowerCase(Locale.ROOT)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          default -> 0;
        };
    return Math.max(1, Long.parseLong(size.group(1)) << shift);
  }

  /** The columns that stand in files. */
  StructType stored() {
    return new StructType(Arrays.stream(storedIndexes()).mapToObj(schema::field).toList());
  }

  /** The indexes of the columns that stand in files, in the order of the files. */
  int[] storedIndexes() {
    List<Integer> stored = new ArrayList<>();
    List<Integer> last = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      (isPartition(schema.field(i)) ? last : stored).add(i);
    }
    if (partitionsInFiles) {
      stored.addAll(last);
    }
    return stored.stream().mapToInt(Integer::intValue).toArray();
  }

  boolean isPartition(StructField field) {
    return partitionColumns.stream().anyMatch(field.name()::equalsIgnoreCase);
  }
}
