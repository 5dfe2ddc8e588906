package dev.lakehouse.log.commit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DomainMetadata;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What of a commit depends on the version it becomes: the ids of rows and the versions that added
 * files, where the table tracks rows; and from when on commits carry their time, where this one
 * begins with it. Immutable.
 *
 * <p>Source: Delta protocol, "Row Tracking" and "In-Commit Timestamps".
 *
 * @param rowIdMark the highest row id given out up to the version that is followed; -1 if none
 * @param startsTime whether the version that was read does not keep time in commits
 */
public record Stamping(long rowIdMark, boolean startsTime) {
  /** Of a table that tracks no rows so far, and does not begin with times. */
  public static final Stamping NONE = new Stamping(-1, false);

  /** The metadata domain of the highest row id. */
  public static final String ROW_TRACKING = "delta.rowTracking";

  private static final String MARK = "rowIdHighWaterMark";
  private static final String SUSPENDED = "delta.rowTrackingSuspended";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The highest row id that {@code domain} says; -1 if it says none. */
  public static long markOf(@Nullable DomainMetadata domain) {
    if (domain == null || domain.removed()) {
      return -1;
    }
    JsonNode mark = parse(domain.configuration(), "the domain " + ROW_TRACKING).path(MARK);
    return mark.canConvertToLong() ? mark.longValue() : -1;
  }

  /** True if every file of the table must have row ids. */
  static boolean tracksRows(Protocol protocol, Metadata metadata) {
    return ProtocolRules.supports(protocol, TableFeature.ROW_TRACKING)
        && !"true".equalsIgnoreCase(metadata.configuration().get(SUSPENDED));
  }

  Stamping withRowIdMark(long newMark) {
    return new Stamping(newMark, startsTime);
  }

  /** True if {@link #apply} changes an action of {@code request}. */
  boolean concerns(CommitRequest request) {
    return tracksRows(request.protocol(), request.metadata()) || starts(request);
  }

  private boolean starts(CommitRequest request) {
    return startsTime && request.hasOwnMetadata() && request.keepsTimeInCommits();
  }

  /**
   * The actions of {@code request} for the attempt at {@code version}.
   *
   * @param time the commit's own time; null if it carries none
   */
  List<Action> apply(CommitRequest request, long version, @Nullable Long time) {
    List<Action> stamped = new ArrayList<>();
    boolean tracks = tracksRows(request.protocol(), request.metadata());
    long mark = rowIdMark;
    for (Action action : request.actions()) {
      if (tracks && action instanceof AddFile add) {
        Long base = add.baseRowId();
        stamped.add(
            add.withRowIds(
                base == null ? Long.valueOf(mark + 1) : base,
                add.defaultRowCommitVersion() == null
                    ? Long.valueOf(version)
                    : add.defaultRowCommitVersion()));
        mark += base == null ? rows(add, request.table()) : 0;
      } else if (action instanceof Metadata metadata && time != null && starts(request)) {
        stamped.add(started(metadata, version, time));
      } else {
        stamped.add(action);
      }
    }
    if (tracks && mark > rowIdMark) {
      stamped.add(new DomainMetadata(ROW_TRACKING, "{\"" + MARK + "\":" + mark + "}", false));
    }
    return stamped;
  }

  private static Metadata started(Metadata metadata, long version, long time) {
    Map<String, String> configuration = new LinkedHashMap<>(metadata.configuration());
    configuration.put(TableProperty.IN_COMMIT_TIMESTAMP_VERSION.key(), Long.toString(version));
    configuration.put(TableProperty.IN_COMMIT_TIMESTAMP_TIME.key(), Long.toString(time));
    return metadata.withConfiguration(configuration);
  }

  /** How many rows the file has, deleted ones too: all have ids. */
  private static long rows(AddFile add, String table) {
    String stats = add.stats();
    JsonNode rows = parse(stats == null ? "{}" : stats, add.path()).path("numRecords");
    if (!rows.canConvertToLong()) {
      throw new IllegalArgumentException(
          "Cannot commit the file "
              + add.path()
              + " to "
              + table
              + ": the table tracks rows, and the file's statistics do not say how many it has");
    }
    return rows.longValue();
  }

  private static JsonNode parse(String json, String where) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new CorruptTableException("No JSON in " + where + ": " + json, e);
    }
  }
}
