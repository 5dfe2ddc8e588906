package dev.lakehouse.write;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.protocol.TableProperty;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table that data files are written for. Immutable.
 *
 * @param table where it is
 * @param schema its columns
 * @param partitionColumns the names of its partition columns, in order
 * @param statistics the leaves whose statistics are kept
 * @param statisticsPrefix how many characters of a text they keep
 * @param naming under which names the columns stand in files
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
   * The target of files for a table with {@code metadata}.
   *
   * @param options properties that hold for this write instead of the table's
   * @throws IllegalArgumentException if a property's value is none
   * @throws SchemaMismatchException if two columns of the table have names that differ in case only
   */
  public static WriteTarget of(
      Location table, Metadata metadata, StructType schema, Map<String, String> options) {
    requireUniqueNames(table, schema);
    Map<String, String> properties = new HashMap<>(metadata.configuration());
    properties.putAll(options);
    return new WriteTarget(
        table,
        schema,
        metadata.partitionColumns(),
        Set.copyOf(StatsColumns.of(schema, metadata.partitionColumns(), properties)),
        TableProperty.STATS_STRING_PREFIX.of(properties),
        FieldNaming.LOGICAL,
        compression(TableProperty.PARQUET_CODEC.of(properties)),
        bytes(properties, FILE_BYTES, DEFAULT_FILE_BYTES),
        bytes(properties, ROW_GROUP_BYTES, DEFAULT_ROW_GROUP_BYTES),
        Content.ROWS);
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
        compression,
        fileBytes,
        rowGroupBytes,
        Content.CHANGES);
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

  /** The columns that stand in files: all but the partition columns. */
  StructType stored() {
    List<StructField> stored = new ArrayList<>();
    for (StructField field : schema) {
      if (!isPartition(field)) {
        stored.add(field);
      }
    }
    return new StructType(stored);
  }

  boolean isPartition(StructField field) {
    return partitionColumns.stream().anyMatch(field.name()::equalsIgnoreCase);
  }
}
