package dev.lakehouse.log.segment;

import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the log's files, both ways. Names are matched as a whole: temporary files, hidden
 * side files and whatever others keep in the log are no files of the log.
 */
public final class LogPath {
  /** The folder of the log, below the table. */
  public static final String LOG = "_delta_log";

  /** The folder of sidecars, below the log. */
  public static final String SIDECARS = "_sidecars";

  /** The file that says where the newest checkpoint probably is. */
  public static final String LAST_CHECKPOINT = "_last_checkpoint";

  private static final int DIGITS = 20;
  private static final int PART_DIGITS = 10;
  private static final String COMMIT = ".json";
  private static final String CHECKSUM = ".crc";
  private static final String CHECKPOINT = ".checkpoint.parquet";
  private static final Pattern MULTI_PART =
      Pattern.compile("\\.checkpoint\\.(\\d{10})\\.(\\d{10})\\.parquet");
  private static final Pattern V2 =
      Pattern.compile(
          "\\.checkpoint\\.\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\.(json|parquet)");
  private static final Pattern COMPACTION = Pattern.compile("\\.(\\d{20})\\.compacted\\.json");

  private LogPath() {}

  /** The log's folder of a table. */
  public static Location log(Location table) {
    return table.child(LOG);
  }

  /** The commit of {@code version}. */
  public static Location commit(Location table, long version) {
    return log(table).child(digits(version, DIGITS) + COMMIT);
  }

  /** The sums of {@code version}. */
  public static Location checksum(Location table, long version) {
    return log(table).child(digits(version, DIGITS) + CHECKSUM);
  }

  /** The classic checkpoint of {@code version}. */
  public static Location checkpoint(Location table, long version) {
    return log(table).child(digits(version, DIGITS) + CHECKPOINT);
  }

  /** A checkpoint of {@code version} under a name of its own. */
  public static Location v2Checkpoint(Location table, long version, UUID id) {
    return log(table).child(digits(version, DIGITS) + ".checkpoint." + id + ".parquet");
  }

  /** The hint. */
  public static Location lastCheckpoint(Location table) {
    return log(table).child(LAST_CHECKPOINT);
  }

  /** The folder of sidecars. */
  public static Location sidecars(Location table) {
    return log(table).child(SIDECARS);
  }

  /** The least name that a file of {@code version} can have. */
  static String firstName(long version) {
    return digits(version, DIGITS) + ".";
  }

  private static String digits(long number, int width) {
    String text = Long.toString(number);
    return "0".repeat(width - text.length()) + text;
  }

  /** True if names from {@code name} on, in the order of listings, are no files of the log. */
  static boolean isPast(String name) {
    return !name.isEmpty() && name.charAt(0) > '9';
  }

  /** The file of the log that {@code entry} is, by its name; empty if it is none. */
  public static Optional<LogFile> parse(FileEntry entry) {
    String name = entry.name();
    long version = number(name, 0, DIGITS);
    if (version < 0) {
      return Optional.empty();
    }
    String rest = name.substring(DIGITS);
    return switch (rest) {
      case COMMIT -> Optional.of(new LogFile.Commit(version, entry));
      case CHECKSUM -> Optional.of(new LogFile.Checksum(version, entry));
      case CHECKPOINT ->
          Optional.of(new LogFile.CheckpointPart(version, CheckpointKind.CLASSIC, 1, 1, entry));
      default -> parseRest(version, rest, entry);
    };
  }

  private static Optional<LogFile> parseRest(long version, String rest, FileEntry entry) {
    Matcher parts = MULTI_PART.matcher(rest);
    if (parts.matches()) {
      long part = number(parts.group(1), 0, PART_DIGITS);
      long count = number(parts.group(2), 0, PART_DIGITS);
      return part < 1 || part > count || count > Integer.MAX_VALUE
          ? Optional.empty()
          : Optional.of(
              new LogFile.CheckpointPart(
                  version, CheckpointKind.MULTI_PART, (int) part, (int) count, entry));
    }
    Matcher v2 = V2.matcher(rest);
    if (v2.matches()) {
      CheckpointKind kind =
          v2.group(1).equals("json") ? CheckpointKind.V2_JSON : CheckpointKind.V2_PARQUET;
      return Optional.of(new LogFile.CheckpointPart(version, kind, 1, 1, entry));
    }
    Matcher compaction = COMPACTION.matcher(rest);
    if (compaction.matches()) {
      long last = number(compaction.group(1), 0, DIGITS);
      return last > version
          ? Optional.of(new LogFile.Compaction(version, last, entry))
          : Optional.empty();
    }
    return Optional.empty();
  }

  /** The number of {@code width} digits at {@code from}; -1 if it is none, or fits no long. */
  private static long number(String text, int from, int width) {
    if (text.length() < from + width) {
      return -1;
    }
    long number = 0;
    for (int i = from; i < from + width; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9 || number > (Long.MAX_VALUE - digit) / 10) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }
}
