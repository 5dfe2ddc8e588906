package dev.lakehouse.log.segment;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.protocol.TableProperty;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * When the versions of a log were committed, in milliseconds.
 *
 * <p>A commit's time stands in the commit itself where the table keeps it there, from the version
 * on at which it began to; before, it is that of the file, moved up where clocks or copies put it
 * before an earlier version's. Source: Delta protocol, "In-Commit Timestamps".
 */
public final class CommitTimes {
  private final FileIO files;
  private final Location table;
  private final LogListing listing;
  private final NavigableMap<Long, Long> fileTimes;

  /** First version that carries its own time; {@code Long.MAX_VALUE} if none does. */
  private final long ownFrom;

  private final long ownFromTime;

  private CommitTimes(
      FileIO files, Location table, LogListing listing, long ownFrom, long ownFromTime) {
    this.files = files;
    this.table = table;
    this.listing = listing;
    this.fileTimes = rising(listing.commits());
    this.ownFrom = ownFrom;
    this.ownFromTime = ownFromTime;
  }

  /**
   * The times of the commits in {@code listing}.
   *
   * @param listing all of the log, from its first file on
   * @param metadata the newest metadata
   */
  public static CommitTimes of(
      FileIO files, Location table, LogListing listing, Metadata metadata) {
    if (!TableProperty.ENABLE_IN_COMMIT_TIMESTAMPS.of(metadata)) {
      return new CommitTimes(files, table, listing, Long.MAX_VALUE, Long.MAX_VALUE);
    }
    return new CommitTimes(
        files,
        table,
        listing,
        TableProperty.IN_COMMIT_TIMESTAMP_VERSION.of(metadata).orElse(0L),
        TableProperty.IN_COMMIT_TIMESTAMP_TIME.of(metadata).orElse(Long.MIN_VALUE));
  }

  private static NavigableMap<Long, Long> rising(Map<Long, LogFile.Commit> commits) {
    NavigableMap<Long, Long> times = new TreeMap<>();
    long last = Long.MIN_VALUE;
    for (LogFile.Commit commit : commits.values()) {
      long time = commit.entry().modifiedMillis();
      last = last == Long.MIN_VALUE ? time : Math.max(time, last + 1);
      times.put(commit.version(), last);
    }
    return times;
  }

  /**
   * The time of {@code version}, whose commit must be in the listing.
   *
   * @throws CorruptTableException if the commit should carry its own time and does not
   */
  public long of(long version) {
    return version >= ownFrom ? own(version) : fileTime(version);
  }

  /** As {@link #of(long)}, with the commit's info at hand. */
  public long of(long version, Optional<CommitInfo> info) {
    return version >= ownFrom ? own(version, info) : fileTime(version);
  }

  private long fileTime(long version) {
    Long time = fileTimes.get(version);
    if (time == null) {
      throw new IllegalArgumentException("The listing has no commit of version " + version);
    }
    return time;
  }

  private long own(long version) {
    LogFile.Commit commit = listing.commits().get(version);
    if (commit == null) {
      throw new IllegalArgumentException("The listing has no commit of version " + version);
    }
    return own(version, CommitInfos.read(files, commit));
  }

  private long own(long version, Optional<CommitInfo> info) {
    return info.map(CommitInfo::inCommitTimestamp)
        .orElseThrow(
            () ->
                new CorruptTableException(
                    "The commit "
                        + LogPath.commit(table, version)
                        + " has no inCommitTimestamp, which the table demands"));
  }

  /** The newest version committed at {@code millis} or before; empty if there is none. */
  public OptionalLong newestAt(long millis) {
    NavigableMap<Long, Long> commits = fileTimes;
    if (millis >= ownFromTime) {
      OptionalLong own = newestOwn(millis);
      if (own.isPresent() || ownFromTime != Long.MIN_VALUE) {
        return own;
      }
    }
    OptionalLong newest = OptionalLong.empty();
    for (Map.Entry<Long, Long> entry : commits.headMap(ownFrom, false).entrySet()) {
      if (entry.getValue() <= millis) {
        newest = OptionalLong.of(entry.getKey());
      }
    }
    return newest;
  }

  /** Times within commits rise strictly, so halving finds the version. */
  private OptionalLong newestOwn(long millis) {
    NavigableMap<Long, Long> commits = fileTimes.tailMap(ownFrom, true);
    if (commits.isEmpty()) {
      return OptionalLong.empty();
    }
    long low = commits.firstKey() - 1;
    long high = commits.lastKey();
    while (low < high) {
      long middle = low + (high - low + 1) / 2;
      if (own(middle) <= millis) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low < commits.firstKey() ? OptionalLong.empty() : OptionalLong.of(low);
  }

  /**
   * The version that was the newest at {@code time}, among those that can be read.
   *
   * @throws VersionNotFoundException if the time is before the first of them or after the last,
   *     naming both
   */
  public long versionAt(Instant time) {
    long earliest = earliest();
    long latest = fileTimes.lastKey();
    if (time.isBefore(Instant.ofEpochMilli(of(earliest)))
        || time.isAfter(Instant.ofEpochMilli(of(latest)))) {
      throw new VersionNotFoundException(
          "Cannot read "
              + table
              + " as of "
              + time
              + ": its log holds version "
              + earliest
              + ", committed at "
              + Instant.ofEpochMilli(of(earliest))
              + ", to version "
              + latest
              + ", committed at "
              + Instant.ofEpochMilli(of(latest))
              + ". Use a time between the two.",
          earliest,
          latest);
    }
    return Math.max(earliest, newestAt(time.toEpochMilli()).orElse(earliest));
  }

  /** The oldest version that can be read and whose commit is there. */
  private long earliest() {
    long readable = listing.earliest().orElse(0);
    Long commit = fileTimes.ceilingKey(readable);
    if (commit == null) {
      throw new VersionNotFoundException(
          "Cannot read "
              + table
              + " as of a time: its log holds no commit from version "
              + readable
              + " on, so none of its times is known. Name a version instead.",
          readable,
          listing.latest().orElse(readable));
    }
    return commit;
  }
}
