package dev.lakehouse.change;

import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.History;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.log.replay.Tasks;
import dev.lakehouse.scan.Cancellation;
import dev.lakehouse.types.StructType;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Versions of a table whose changes can be read with one schema. Immutable.
 *
 * @param end the last of them
 * @param from the number of the first
 * @param history when they were committed
 * @param columns the table's columns with which all of them are read
 * @param metadata what the table was, by the version from which on it was so
 */
public record FeedRange(
    Snapshot end,
    long from,
    History history,
    StructType columns,
    NavigableMap<Long, Metadata> metadata) {
  private static final Set<String> HEADER = Set.of("metaData", "protocol");
  private static final int AT_ONCE = 64;

  /**
   * The versions {@code from} to that of {@code end}, checked.
   *
   * @throws VersionNotFoundException naming the first version whose commit is gone, or at which the
   *     table recorded no changes; carries the versions of the range after it that can be read, or
   *     else those before
   * @throws dev.lakehouse.error.SchemaMismatchException naming a version whose columns do not fit
   *     those of {@code end}
   */
  public static FeedRange check(Snapshot end, long from, History history) {
    Check check = new Check(end, from, history);
    check.run();
    return new FeedRange(end, from, history, check.columns, check.metadata);
  }

  /** What the table was at {@code version}. */
  Metadata metadataAt(long version) {
    return metadata.floorEntry(version).getValue();
  }

  /** The number of the last version. */
  public long to() {
    return end.version();
  }

  private record Header(
      long version, @Nullable Metadata metadata, @Nullable Protocol protocol, boolean isThere) {}

  private static final class Check {
    private final Snapshot end;
    private final DeltaLog log;
    private final String table;
    private final long from;
    private final History history;
    private final NavigableMap<Long, Metadata> metadata = new TreeMap<>();
    private StructType columns;
    private OptionalLong unreadable = OptionalLong.empty();
    private OptionalLong readableFrom = OptionalLong.empty();
    private String reason = "";

    Check(Snapshot end, long from, History history) {
      this.end = end;
      this.log = end.log();
      this.table = log.table().toString();
      this.from = from;
      this.history = history;
      this.columns = end.schema();
    }

    void run() {
      requireCommit(from);
      Snapshot start = log.snapshot(from);
      Metadata current = start.metadata();
      Protocol protocol = start.protocol();
      accept(from, current, protocol, true);
      for (long first = from + 1; first <= end.version(); first += AT_ONCE) {
        Cancellation.check("Reading changes");
        for (Header header : headers(first, Math.min(end.version(), first + AT_ONCE - 1))) {
          current = header.metadata == null ? current : header.metadata;
          protocol = header.protocol == null ? protocol : header.protocol;
          boolean changes = header.metadata != null || header.protocol != null;
          if (!header.isThere) {
            requireCommit(header.version);
          }
          accept(header.version, current, protocol, changes);
        }
      }
      if (unreadable.isPresent()) {
        throw notRecorded(unreadable.getAsLong());
      }
      reconcile();
    }

    private List<Header> headers(long first, long last) {
      return Tasks.map(
          log.environment().executor(),
          LongStream.rangeClosed(first, last).boxed().toList(),
          this::header);
    }

    private Header header(long version) {
      Metadata newMetadata = null;
      Protocol newProtocol = null;
      Optional<CloseableIterator<Action>> actions = log.commit(version, HEADER::contains);
      if (actions.isEmpty()) {
        return new Header(version, null, null, false);
      }
      try (CloseableIterator<Action> iterator = actions.get()) {
        while (iterator.hasNext()) {
          Action action = iterator.next();
          newMetadata = action instanceof Metadata found ? found : newMetadata;
          newProtocol = action instanceof Protocol found ? found : newProtocol;
        }
      }
      return new Header(version, newMetadata, newProtocol, true);
    }

    private void requireCommit(long version) {
      OptionalLong oldest = history.oldestCommit();
      if (oldest.isEmpty() || version < oldest.getAsLong()) {
        long earliest = oldest.orElse(end.version() + 1);
        throw new VersionNotFoundException(
            "Cannot read the changes of version "
                + version
                + " of "
                + table
                + ": its commit was cleaned up. The commits from version "
                + earliest
                + " to "
                + end.version()
                + " are there.",
            earliest,
            end.version());
      }
    }

    private void accept(long version, Metadata current, Protocol protocol, boolean changes) {
      boolean records =
          TableProperty.ENABLE_CHANGE_DATA_FEED.of(current)
              && ProtocolRules.supports(protocol, TableFeature.CHANGE_DATA_FEED);
      if (!records) {
        unreadable = unreadable.isEmpty() ? OptionalLong.of(version) : unreadable;
        readableFrom = OptionalLong.empty();
        reason = "the table did not record changes then (property delta.enableChangeDataFeed)";
      } else if (unreadable.isPresent() && readableFrom.isEmpty()) {
        readableFrom = OptionalLong.of(version);
      }
      if (changes) {
        metadata.put(version, current);
      }
    }

    private VersionNotFoundException notRecorded(long version) {
      boolean after = readableFrom.isPresent();
      long earliest = after ? readableFrom.getAsLong() : from;
      long latest = after ? end.version() : version - 1;
      String advice =
          latest < earliest
              ? " Set the property to true to record them from then on."
              : " Those of versions " + earliest + " to " + latest + " can be read.";
      return new VersionNotFoundException(
          "Cannot read the changes of version "
              + version
              + " of "
              + table
              + ": "
              + reason
              + "."
              + advice,
          earliest,
          latest);
    }

    private void reconcile() {
      ColumnMapping newer = end.columnMapping();
      for (Map.Entry<Long, Metadata> entry : metadata.entrySet()) {
        Metadata older = entry.getValue();
        StructType schema = older.schema();
        columns =
            FeedSchemas.reconcile(
                table,
                entry.getKey(),
                schema,
                ColumnMapping.of(end.protocol(), older, schema),
                columns,
                newer.withSchema(columns));
      }
    }
  }
}
