package dev.lakehouse.log.checkpoint;

import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.log.segment.Checkpoint;
import dev.lakehouse.log.segment.CheckpointKind;
import dev.lakehouse.log.segment.CommitTimes;
import dev.lakehouse.log.segment.LastCheckpoint;
import dev.lakehouse.log.segment.LogFile;
import dev.lakehouse.log.segment.LogListing;
import dev.lakehouse.parquet.read.ParquetFile;
import dev.lakehouse.parquet.read.ReadOptions;
import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what the log's retention does not hold any more: everything before the newest checkpoint
 * that is not newer than the newest commit before the cutoff.
 *
 * <p>Versions from that checkpoint on can be read as before. A table that protects its checkpoints
 * is left alone.
 */
public final class LogCleanup {
  private static final int DELETED_AT_ONCE = 1000;

  private static final Logger LOG = LoggerFactory.getLogger(LogCleanup.class);

  private final Environment environment;
  private final FileIO files;
  private final Location table;

  /** The clean-up of {@code table}'s log. */
  public LogCleanup(Environment environment, Location table) {
    this.environment = environment;
    this.files = environment.files();
    this.table = table;
  }

  /**
   * Removes the files that are not needed at {@code now}, oldest first.
   *
   * @return how many files were removed
   */
  public int run(Protocol protocol, Metadata metadata, Instant now) {
    if (!TableProperty.ENABLE_EXPIRED_LOG_CLEANUP.of(metadata)
        || ProtocolRules.supports(protocol, TableFeature.CHECKPOINT_PROTECTION)) {
      return 0;
    }
    Instant cutoff =
        now.minus(TableProperty.LOG_RETENTION.of(metadata)).truncatedTo(ChronoUnit.DAYS);
    LogListing listing = LogListing.list(files, table, 0);
    CommitTimes times = CommitTimes.of(files, table, listing, metadata);
    OptionalLong kept = keptFrom(listing, times.newestAt(cutoff.toEpochMilli() - 1));
    return kept.isEmpty() ? 0 : delete(before(listing, kept.getAsLong()));
  }

  /** The checkpoint's version before which nothing is needed; empty if there is none. */
  private OptionalLong keptFrom(LogListing listing, OptionalLong expired) {
    if (expired.isEmpty()) {
      return OptionalLong.empty();
    }
    Optional<Checkpoint> kept =
        listing.checkpoints().descendingSet().stream()
            .filter(checkpoint -> checkpoint.version() <= expired.getAsLong())
            .filter(this::isReadable)
            .findFirst();
    // Some readers fail if the checkpoint that the hint names is gone.
    long hinted =
        LastCheckpoint.read(files, table).map(LastCheckpoint::version).orElse(Long.MAX_VALUE);
    return kept.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(Math.min(hinted, kept.get().version()));
  }

  /** What is kept in place of all before it must be there whole. */
  private boolean isReadable(Checkpoint checkpoint) {
    try {
      return checkpoint.files().stream().allMatch(file -> hasRows(checkpoint.kind(), file));
    } catch (LakehouseException e) {
      LOG.warn("The checkpoint of version {} of {} is damaged", checkpoint.version(), table, e);
      return false;
    }
  }

  private boolean hasRows(CheckpointKind kind, FileEntry file) {
    if (kind == CheckpointKind.V2_JSON) {
      byte[] lines = files.readSmall(file.location(), Integer.MAX_VALUE - 8L);
      try (CloseableIterator<Action> actions =
          ActionJson.read(new ByteArrayInputStream(lines), file.location().toString())) {
        actions.forEachRemaining(action -> {});
        return lines.length > 0;
      }
    }
    ReadOptions options = ReadOptions.of(environment.memory());
    try (ParquetFile parquet = ParquetFile.open(files.open(file), options)) {
      return parquet.rowCount() > 0;
    }
  }

  /** The files of versions before {@code version}, oldest first. */
  private static List<Location> before(LogListing listing, long version) {
    NavigableMap<Long, List<FileEntry>> old = new TreeMap<>();
    listing.commits().headMap(version, false).values().forEach(file -> add(old, file));
    listing.checksums().headMap(version, false).values().forEach(file -> add(old, file));
    listing.compactions().stream()
        .filter(compaction -> compaction.version() <= version)
        .forEach(file -> add(old, file));
    listing.checkpoints().stream()
        .filter(checkpoint -> checkpoint.version() < version)
        .forEach(checkpoint -> at(old, checkpoint.version()).addAll(checkpoint.files()));
    return old.values().stream().flatMap(List::stream).map(FileEntry::location).toList();
  }

  private static void add(NavigableMap<Long, List<FileEntry>> old, LogFile file) {
    at(old, file.version()).add(file.entry());
  }

  private static List<FileEntry> at(NavigableMap<Long, List<FileEntry>> old, long version) {
    return old.computeIfAbsent(version, any -> new ArrayList<>());
  }

  private int delete(List<Location> old) {
    for (int from = 0; from < old.size(); from += DELETED_AT_ONCE) {
      files.delete(old.subList(from, Math.min(old.size(), from + DELETED_AT_ONCE)));
    }
    return old.size();
  }
}
