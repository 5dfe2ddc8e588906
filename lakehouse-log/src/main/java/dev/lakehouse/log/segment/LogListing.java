package dev.lakehouse.log.segment;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.TableNotFoundException;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a listing of a table's log found, from one version on. Immutable.
 *
 * <p>Only complete checkpoints count: those with an empty file or a missing part are left out.
 */
public final class LogListing {
  private final Location table;
  private final long start;
  private final NavigableMap<Long, LogFile.Commit> commits;
  private final NavigableSet<Checkpoint> checkpoints;
  private final List<LogFile.Compaction> compactions;
  private final NavigableMap<Long, LogFile.Checksum> checksums;

  private LogListing(Location table, long start, List<LogFile> files) {
    this.table = table;
    this.start = start;
    NavigableMap<Long, LogFile.Commit> foundCommits = new TreeMap<>();
    NavigableMap<Long, LogFile.Checksum> foundChecksums = new TreeMap<>();
    List<LogFile.Compaction> foundCompactions = new ArrayList<>();
    List<LogFile.CheckpointPart> parts = new ArrayList<>();
    for (LogFile file : files) {
      if (file instanceof LogFile.Commit commit) {
        foundCommits.put(commit.version(), commit);
      } else if (file instanceof LogFile.CheckpointPart part && part.entry().length() > 0) {
        parts.add(part);
      } else if (file instanceof LogFile.Compaction compaction && compaction.entry().length() > 0) {
        foundCompactions.add(compaction);
      } else if (file instanceof LogFile.Checksum checksum) {
        foundChecksums.put(checksum.version(), checksum);
      }
    }
    this.commits = Collections.unmodifiableNavigableMap(foundCommits);
    this.checksums = Collections.unmodifiableNavigableMap(foundChecksums);
    this.compactions = List.copyOf(foundCompactions);
    this.checkpoints = Collections.unmodifiableNavigableSet(complete(parts));
  }

  /**
   * Lists the log of {@code table} from the files of version {@code start} on, in one request.
   *
   * <p>A listing of local disk may show a commit and miss the one before, if both were made while
   * it ran. So where a commit is missing it is listed again: one that is still missing is gone.
   */
  public static LogListing list(FileIO files, Location table, long start) {
    LogListing listing = listOnce(files, table, start);
    OptionalLong missing = listing.missing();
    while (missing.isPresent()) {
      listing = listOnce(files, table, start);
      OptionalLong still = listing.missing();
      missing = still.orElse(-1) > missing.getAsLong() ? still : OptionalLong.empty();
    }
    return listing;
  }

  /** The first commit that is missing between the newest checkpoint and the newest commit. */
  private OptionalLong missing() {
    if (commits.isEmpty()) {
      return OptionalLong.empty();
    }
    long next = start == 0 ? 0 : commits.firstKey();
    next = checkpoints.isEmpty() ? next : checkpoints.last().version() + 1;
    for (long version : commits.tailMap(next).keySet()) {
      if (version != next++) {
        return OptionalLong.of(next - 1);
      }
    }
    return OptionalLong.empty();
  }

  private static LogListing listOnce(FileIO files, Location table, long start) {
    List<LogFile> found = new ArrayList<>();
    try (CloseableIterator<FileEntry> entries =
        files.list(LogPath.log(table), LogPath.firstName(start))) {
      while (entries.hasNext()) {
        FileEntry entry = entries.next();
        if (LogPath.isPast(entry.name())) {
          break;
        }
        LogPath.parse(entry).ifPresent(found::add);
      }
    }
    return new LogListing(table, start, found);
  }

  private static NavigableSet<Checkpoint> complete(List<LogFile.CheckpointPart> parts) {
    // Two complete sets of parts may stand at one version: they are told apart by their count.
    Map<List<Object>, List<LogFile.CheckpointPart>> groups =
        parts.stream().collect(Collectors.groupingBy(LogListing::group));
    NavigableSet<Checkpoint> complete = new TreeSet<>();
    for (List<LogFile.CheckpointPart> group : groups.values()) {
      LogFile.CheckpointPart first = group.get(0);
      if (group.size() == first.parts()) {
        List<FileEntry> files =
            group.stream()
                .sorted((a, b) -> Integer.compare(a.part(), b.part()))
                .map(LogFile.CheckpointPart::entry)
                .toList();
        complete.add(new Checkpoint(first.version(), first.kind(), files));
      }
    }
    return complete;
  }

  private static List<Object> group(LogFile.CheckpointPart part) {
    return part.kind() == CheckpointKind.MULTI_PART
        ? List.of(part.version(), part.parts())
        : List.of(part.entry().name());
  }

  /** True if there is neither a commit nor a checkpoint. */
  public boolean isEmpty() {
    return commits.isEmpty() && checkpoints.isEmpty();
  }

  /** The commits, by version. */
  public NavigableMap<Long, LogFile.Commit> commits() {
    return commits;
  }

  /** The complete checkpoints, oldest first. */
  public NavigableSet<Checkpoint> checkpoints() {
    return checkpoints;
  }

  /** The compaction files, by first version. */
  public List<LogFile.Compaction> compactions() {
    return compactions;
  }

  /** The checksum files, by version. */
  public NavigableMap<Long, LogFile.Checksum> checksums() {
    return checksums;
  }

  /** The newest version of which anything is there; empty if nothing is. */
  public OptionalLong latest() {
    long commit = commits.isEmpty() ? -1 : commits.lastKey();
    long checkpoint = checkpoints.isEmpty() ? -1 : checkpoints.last().version();
    long latest = Math.max(commit, checkpoint);
    return latest < 0 ? OptionalLong.empty() : OptionalLong.of(latest);
  }

  /**
   * The oldest version that this listing can rebuild: 0 if its commit is there, else that of the
   * oldest checkpoint. Empty if there is neither.
   */
  public OptionalLong earliest() {
    if (commits.containsKey(0L)) {
      return OptionalLong.of(0);
    }
    return checkpoints.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(checkpoints.first().version());
  }

  /**
   * The files that make up the newest version.
   *
   * @param unusable checkpoints that turned out not to be readable
   * @throws TableNotFoundException if there is neither a commit nor a checkpoint
   * @throws CorruptTableException if a commit is missing
   */
  public LogSegment latestSegment(Collection<Checkpoint> unusable) {
    long latest = latest().orElseThrow(this::notFound);
    return segment(latest, unusable);
  }

  /**
   * The files that make up {@code version}.
   *
   * @param unusable checkpoints that turned out not to be readable
   * @throws TableNotFoundException if there is neither a commit nor a checkpoint
   * @throws VersionNotFoundException if the version is out of range, naming the range
   * @throws CorruptTableException if a commit is missing
   */
  public LogSegment segment(long version, Collection<Checkpoint> unusable) {
    long latest = latest().orElseThrow(this::notFound);
    if (version < 0 || version > latest) {
      throw outOfRange(version, latest);
    }
    Optional<Checkpoint> base = checkpointFor(version, unusable);
    long first = base.map(checkpoint -> checkpoint.version() + 1).orElse(0L);
    if (base.isEmpty() && version < earliest().orElse(0)) {
      throw outOfRange(version, latest);
    }
    List<LogFile.Commit> needed = new ArrayList<>();
    for (long v = first; v <= version; v++) {
      LogFile.Commit commit = commits.get(v);
      if (commit == null) {
        throw gap(v, version);
      }
      needed.add(commit);
    }
    return new LogSegment(table, version, base, needed, usable(first, version));
  }

  private Optional<Checkpoint> checkpointFor(long version, Collection<Checkpoint> unusable) {
    return checkpoints.descendingSet().stream()
        .filter(checkpoint -> checkpoint.version() <= version && !unusable.contains(checkpoint))
        .findFirst();
  }

  private List<LogFile.Compaction> usable(long first, long version) {
    return compactions.stream().filter(c -> c.version() >= first && c.last() <= version).toList();
  }

  private TableNotFoundException notFound() {
    return new TableNotFoundException(
        "There is no Delta table at "
            + table
            + ": its folder "
            + LogPath.LOG
            + (start == 0
                ? " holds neither a commit nor a complete checkpoint"
                : " holds nothing from version " + start + " on")
            + ". Check the path, or create the table first.");
  }

  private VersionNotFoundException outOfRange(long version, long latest) {
    long earliest = earliest().orElse(latest);
    return new VersionNotFoundException(
        "Cannot read "
            + table
            + " at version "
            + version
            + ": its log holds versions "
            + earliest
            + " to "
            + latest
            + ".",
        earliest,
        latest);
  }

  private CorruptTableException gap(long missing, long version) {
    return new CorruptTableException(
        "Cannot read "
            + table
            + " at version "
            + version
            + ": the commit of version "
            + missing
            + " is missing, so the versions are not contiguous. The log has commits "
            + ranges()
            + " and checkpoints "
            + checkpoints.stream().map(Checkpoint::version).distinct().toList()
            + ". Restore the file "
            + LogPath.commit(table, missing).name()
            + ".");
  }

  private String ranges() {
    StringBuilder text = new StringBuilder("[");
    long from = -1;
    long to = -2;
    for (long version : commits.keySet()) {
      if (version != to + 1) {
        append(text, from, to);
        from = version;
      }
      to = version;
    }
    append(text, from, to);
    return text.append(']').toString();
  }

  private static void append(StringBuilder text, long from, long to) {
    if (from < 0) {
      return;
    }
    text.append(text.length() > 1 ? ", " : "").append(from).append(from == to ? "" : "-" + to);
  }
}
