package dev.lakehouse.log;

import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.segment.CommitInfos;
import dev.lakehouse.log.segment.CommitTimes;
import dev.lakehouse.log.segment.LogFile;
import dev.lakehouse.log.segment.LogListing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What was committed to a table and when, as far as its commits are still there. Immutable. */
public final class History {
  private final FileIO files;
  private final LogListing listing;
  private final CommitTimes times;

  private History(FileIO files, LogListing listing, CommitTimes times) {
    this.files = files;
    this.listing = listing;
    this.times = times;
  }

  /**
   * The history of {@code table} as of now: lists the log once.
   *
   * @param metadata the table's newest metadata
   */
  public static History of(FileIO files, Location table, Metadata metadata) {
    LogListing listing = LogListing.list(files, table, 0);
    return new History(files, listing, CommitTimes.of(files, table, listing, metadata));
  }

  /**
   * The newest versions, newest first, at most {@code limit}. Reads the head of each commit.
   *
   * @throws dev.lakehouse.error.CorruptTableException if a commit cannot be read, or lacks the time
   *     that the table keeps in commits
   */
  public List<HistoryEntry> newest(int limit) {
    List<HistoryEntry> entries = new ArrayList<>();
    for (LogFile.Commit commit : listing.commits().descendingMap().values()) {
      if (entries.size() >= limit) {
        break;
      }
      Optional<CommitInfo> info = CommitInfos.read(files, commit);
      Instant time = Instant.ofEpochMilli(times.of(commit.version(), info));
      entries.add(new HistoryEntry(commit.version(), time, info));
    }
    return entries;
  }

  /**
   * The version that was the newest at {@code time}.
   *
   * @throws dev.lakehouse.error.VersionNotFoundException if the time is before the oldest version
   *     that can be read, or after the newest; names both
   */
  public long versionAt(Instant time) {
    return times.versionAt(time);
  }

  /**
   * The first version that was committed at {@code time} or after. Errors as {@link #versionAt}.
   */
  public long versionFrom(Instant time) {
    long version = times.versionAt(time);
    return Instant.ofEpochMilli(times.of(version)).isBefore(time) ? version + 1 : version;
  }

  /** When {@code version} was committed, whose commit is there and says {@code info}. */
  public Instant timeOf(long version, Optional<CommitInfo> info) {
    return Instant.ofEpochMilli(times.of(version, info));
  }

  /** The oldest version whose commit is there; empty if none is. */
  public OptionalLong oldestCommit() {
    return listing.commits().isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(listing.commits().firstKey());
  }
}
