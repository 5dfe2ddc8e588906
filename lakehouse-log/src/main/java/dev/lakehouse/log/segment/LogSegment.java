package dev.lakehouse.log.segment;

import dev.lakehouse.io.Location;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The files of the log that make up one version: a checkpoint and all commits after it, or all
 * commits from version 0 on.
 *
 * @param table the table
 * @param version the version
 * @param checkpoint the state to begin with; empty to begin with nothing
 * @param commits the commits after it, without a gap, oldest first
 * @param compactions files that can stand for some of these commits
 */
public record LogSegment(
    Location table,
    long version,
    Optional<Checkpoint> checkpoint,
    List<LogFile.Commit> commits,
    List<LogFile.Compaction> compactions) {
  /** Checks that nothing is missing. */
  public LogSegment {
    commits = List.copyOf(commits);
    compactions = List.copyOf(compactions);
    long next = checkpoint.map(c -> c.version() + 1).orElse(0L);
    for (LogFile.Commit commit : commits) {
      if (commit.version() != next++) {
        throw new IllegalArgumentException(
            "Version " + (next - 1) + " is missing before " + commit.version());
      }
    }
    if (next != version + 1) {
      throw new IllegalArgumentException("The commits end before version " + version);
    }
    for (LogFile.Compaction compaction : compactions) {
      if (compaction.last() > version) {
        throw new IllegalArgumentException("A compaction reaches beyond version " + version);
      }
    }
  }

  /** This segment with {@code commit}, the commit of the next version. */
  public LogSegment with(LogFile.Commit commit) {
    List<LogFile.Commit> longer = new ArrayList<>(commits);
    longer.add(commit);
    return new LogSegment(table, commit.version(), checkpoint, longer, compactions);
  }

  /** The version of the checkpoint; -1 without one. */
  public long checkpointVersion() {
    return checkpoint.map(Checkpoint::version).orElse(-1L);
  }

  /**
   * The files to read after the checkpoint, newest first: commits, and where there are any the
   * compactions that stand for most of them.
   */
  public List<LogFile> cover() {
    List<LogFile> cover = new ArrayList<>();
    int at = 0;
    while (at < commits.size()) {
      LogFile.Commit commit = commits.get(at);
      Optional<LogFile.Compaction> longest =
          compactions.stream()
              .filter(compaction -> compaction.version() == commit.version())
              .max((a, b) -> Long.compare(a.last(), b.last()));
      cover.add(longest.<LogFile>map(compaction -> compaction).orElse(commit));
      at +=
          (int) (longest.map(LogFile.Compaction::last).orElse(commit.version()) - commit.version())
              + 1;
    }
    Collections.reverse(cover);
    return cover;
  }

  /** The commits that {@code compaction} stands for, newest first. */
  public List<LogFile.Commit> replaced(LogFile.Compaction compaction) {
    List<LogFile.Commit> replaced =
        new ArrayList<>(
            commits.stream()
                .filter(
                    c -> c.version() >= compaction.version() && c.version() <= compaction.last())
                .toList());
    Collections.reverse(replaced);
    return replaced;
  }
}
