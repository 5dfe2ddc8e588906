package dev.lakehouse.log.protocol;

import dev.lakehouse.log.action.Metadata;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A property of tables: its key, the type of its value, and the value where a table does not say.
 *
 * <p>Keys match in any case. A value that does not parse counts as the default when read, since
 * others may have written it; {@link #check} refuses it when set.
 *
 * @param <T> type of the value
 */
public final class TableProperty<T> {
  /** Prefix, in lower case, of the keys that hold CHECK constraints. */
  public static final String CONSTRAINT_PREFIX = "delta.constraints.";

  /** Prefix, in lower case, of the keys that add a feature; not stored. */
  public static final String FEATURE_PREFIX = "delta.feature.";

  /** No row may be removed. */
  public static final TableProperty<Boolean> APPEND_ONLY = bool("delta.appendOnly", false);

  /** A checkpoint every so many versions. */
  public static final TableProperty<Integer> CHECKPOINT_INTERVAL =
      integer("delta.checkpointInterval", 10, value -> value > 0);

  /** {@code classic} or {@code v2}. */
  public static final TableProperty<String> CHECKPOINT_POLICY =
      new TableProperty<>("delta.checkpointPolicy", "classic", TableProperty::policy);

  /** Whether checkpoints hold statistics as JSON text. */
  public static final TableProperty<Boolean> CHECKPOINT_STATS_AS_JSON =
      bool("delta.checkpoint.writeStatsAsJson", true);

  /** Whether checkpoints hold statistics as columns. */
  public static final TableProperty<Boolean> CHECKPOINT_STATS_AS_STRUCT =
      bool("delta.checkpoint.writeStatsAsStruct", true);

  /** How the columns of files are found. */
  public static final TableProperty<MappingMode> COLUMN_MAPPING_MODE =
      new TableProperty<>(
          "delta.columnMapping.mode",
          MappingMode.NONE,
          text -> MappingMode.valueOf(text.toUpperCase(Locale.ROOT)));

  /** The highest column id ever given. */
  public static final TableProperty<Long> COLUMN_MAPPING_MAX_ID =
      whole("delta.columnMapping.maxColumnId", 0);

  /** Statistics for so many leading columns; -1 for all. */
  public static final TableProperty<Integer> STATS_COLUMN_COUNT =
      integer("delta.dataSkippingNumIndexedCols", 32, value -> value >= -1);

  /** Statistics for exactly these columns, as a list of paths. */
  public static final TableProperty<Optional<String>> STATS_COLUMNS =
      text("delta.dataSkippingStatsColumns");

  /** Longest text kept in statistics, in characters. */
  public static final TableProperty<Integer> STATS_STRING_PREFIX =
      integer("delta.dataSkippingStringPrefixLength", 32, value -> value >= 0);

  /** How long tombstones stay, and files may be read by older snapshots. */
  public static final TableProperty<Duration> DELETED_FILE_RETENTION =
      interval("delta.deletedFileRetentionDuration", Duration.ofDays(7));

  /** Whether changed rows are recorded. */
  public static final TableProperty<Boolean> ENABLE_CHANGE_DATA_FEED =
      bool("delta.enableChangeDataFeed", false, "delta.enableChangeDataCapture");

  /** Whether deletes may write vectors. */
  public static final TableProperty<Boolean> ENABLE_DELETION_VECTORS =
      bool("delta.enableDeletionVectors", false);

  /** Whether old log files are removed after a checkpoint. */
  public static final TableProperty<Boolean> ENABLE_EXPIRED_LOG_CLEANUP =
      bool("delta.enableExpiredLogCleanup", true);

  /** Whether commits carry their own time. */
  public static final TableProperty<Boolean> ENABLE_IN_COMMIT_TIMESTAMPS =
      bool("delta.enableInCommitTimestamps", false);

  /** First version whose commit carries its own time; empty if all do. */
  public static final TableProperty<Optional<Long>> IN_COMMIT_TIMESTAMP_VERSION =
      new TableProperty<>(
          "delta.inCommitTimestampEnablementVersion",
          Optional.empty(),
          text -> Optional.of(Long.valueOf(text)));

  /** Time of the commit of that version, in milliseconds. */
  public static final TableProperty<Optional<Long>> IN_COMMIT_TIMESTAMP_TIME =
      new TableProperty<>(
          "delta.inCommitTimestampEnablementTimestamp",
          Optional.empty(),
          text -> Optional.of(Long.valueOf(text)));

  /** Whether rows have stable ids. */
  public static final TableProperty<Boolean> ENABLE_ROW_TRACKING =
      bool("delta.enableRowTracking", false);

  /** Whether columns may get wider types without a rewrite. */
  public static final TableProperty<Boolean> ENABLE_TYPE_WIDENING =
      bool("delta.enableTypeWidening", false);

  /** {@code Serializable}, {@code WriteSerializable} or {@code SnapshotIsolation}, as written. */
  public static final TableProperty<String> ISOLATION_LEVEL =
      new TableProperty<>("delta.isolationLevel", "Serializable", Function.identity());

  /** How long old versions of the log stay. */
  public static final TableProperty<Duration> LOG_RETENTION =
      interval("delta.logRetentionDuration", Duration.ofDays(30));

  /** Codec of data files; {@code zstd} where the table does not say. */
  public static final TableProperty<String> PARQUET_CODEC =
      new TableProperty<>(
          "delta.parquet.compression.codec", "zstd", text -> text.toLowerCase(Locale.ROOT));

  /** Whether data files go to random folders instead of those of their partition. */
  public static final TableProperty<Boolean> RANDOMIZE_FILE_PREFIXES =
      bool("delta.randomizeFilePrefixes", false);

  /** How many characters a random folder's name has. */
  public static final TableProperty<Integer> RANDOM_PREFIX_LENGTH =
      integer("delta.randomPrefixLength", 2, value -> value > 0);

  /** How long the progress of applications is kept; empty for ever. */
  public static final TableProperty<Optional<Duration>> TXN_RETENTION =
      new TableProperty<>(
          "delta.setTransactionRetentionDuration",
          Optional.empty(),
          text -> Optional.of(Intervals.parse(text)));

  private static final List<TableProperty<?>> ALL =
      List.of(
          APPEND_ONLY,
          CHECKPOINT_INTERVAL,
          CHECKPOINT_POLICY,
          CHECKPOINT_STATS_AS_JSON,
          CHECKPOINT_STATS_AS_STRUCT,
          COLUMN_MAPPING_MODE,
          COLUMN_MAPPING_MAX_ID,
          STATS_COLUMN_COUNT,
          STATS_COLUMNS,
          STATS_STRING_PREFIX,
          DELETED_FILE_RETENTION,
          ENABLE_CHANGE_DATA_FEED,
          ENABLE_DELETION_VECTORS,
          ENABLE_EXPIRED_LOG_CLEANUP,
          ENABLE_IN_COMMIT_TIMESTAMPS,
          IN_COMMIT_TIMESTAMP_VERSION,
          IN_COMMIT_TIMESTAMP_TIME,
          ENABLE_ROW_TRACKING,
          ENABLE_TYPE_WIDENING,
          ISOLATION_LEVEL,
          LOG_RETENTION,
          PARQUET_CODEC,
          RANDOMIZE_FILE_PREFIXES,
          RANDOM_PREFIX_LENGTH,
          TXN_RETENTION);

  private final String key;
  private final T defaultValue;
  private final Function<String, T> parser;
  private final List<String> aliases;

  private TableProperty(String key, T defaultValue, Function<String, T> parser, String... aliases) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.parser = parser;
    this.aliases = List.of(aliases);
  }

  private static TableProperty<Boolean> bool(String key, boolean otherwise, String... aliases) {
    return new TableProperty<>(key, otherwise, TableProperty::parseBoolean, aliases);
  }

  private static boolean parseBoolean(String text) {
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return Boolean.parseBoolean(text);
    }
    throw new IllegalArgumentException("'" + text + "' is neither true nor false");
  }

  private static TableProperty<Integer> integer(
      String key, int otherwise, Predicate<Integer> allowed) {
    return new TableProperty<>(
        key,
        otherwise,
        text -> {
          int value = Integer.parseInt(text.strip());
          if (!allowed.test(value)) {
            throw new IllegalArgumentException("'" + text + "' is out of range");
          }
          return value;
        });
  }

  private static TableProperty<Long> whole(String key, long otherwise) {
    return new TableProperty<>(key, otherwise, text -> Long.valueOf(text.strip()));
  }

  private static TableProperty<Duration> interval(String key, Duration otherwise) {
    return new TableProperty<>(key, otherwise, Intervals::parse);
  }

  private static TableProperty<Optional<String>> text(String key) {
    return new TableProperty<>(key, Optional.empty(), Optional::of);
  }

  private static String policy(String text) {
    String policy = text.toLowerCase(Locale.ROOT);
    if (policy.equals("classic") || policy.equals("v2")) {
      return policy;
    }
    throw new IllegalArgumentException("'" + text + "' is neither classic nor v2");
  }

  /** The key, in its own case. */
  public String key() {
    return key;
  }

  /** The value where a table does not say. */
  public T defaultValue() {
    return defaultValue;
  }

  /** The table's value. */
  public T of(Metadata metadata) {
    return of(metadata.configuration());
  }

  /** The value among {@code properties}. */
  public T of(Map<String, String> properties) {
    String text = find(properties, key);
    for (int i = 0; text == null && i < aliases.size(); i++) {
      text = find(properties, aliases.get(i));
    }
    if (text == null) {
      return defaultValue;
    }
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      return defaultValue;
    }
  }

  /** True if the table says a value. */
  public boolean isSet(Map<String, String> properties) {
    return find(properties, key) != null;
  }

  private static @Nullable String find(Map<String, String> properties, String key) {
    String exact = properties.get(key);
    if (exact != null) {
      return exact;
    }
    for (Map.Entry<String, String> entry : properties.entrySet()) {
      if (entry.getKey().equalsIgnoreCase(key)) {
        return entry.getValue();
      }
    }
    return null;
  }

  /** The property of this key, in any case. */
  public static Optional<TableProperty<?>> find(String key) {
    return ALL.stream().filter(property -> property.key.equalsIgnoreCase(key)).findFirst();
  }

  /** All properties that have a type here. */
  public static List<TableProperty<?>> all() {
    return ALL;
  }

  /**
   * Checks a value before it is set.
   *
   * @throws IllegalArgumentException naming key and value
   */
  public void check(String value) {
    try {
      T unused = parser.apply(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Property " + key + " cannot be '" + value + "': " + e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return key;
  }
}
