package dev.lakehouse.log.segment;

import dev.lakehouse.io.FileEntry;

/** A file of the log, by what its name says. */
public sealed interface LogFile {
  /** The version in the name; the first one of a compaction. */
  long version();

  /** The file. */
  FileEntry entry();

  /** {@code 00000000000000000007.json}: the actions of one version. */
  record Commit(long version, FileEntry entry) implements LogFile {}

  /**
   * {@code 00000000000000000004.00000000000000000007.compacted.json}: several commits in one.
   *
   * @param version the first version
   * @param last the last version
   * @param entry the file
   */
  record Compaction(long version, long last, FileEntry entry) implements LogFile {}

  /** {@code 00000000000000000007.crc}: sums over the table's state. */
  record Checksum(long version, FileEntry entry) implements LogFile {}

  /**
   * A checkpoint, or one part of it.
   *
   * @param version the version it holds
   * @param kind how it is laid out
   * @param part which part, from 1; 1 if there is one
   * @param parts how many parts there are
   * @param entry the file
   */
  record CheckpointPart(long version, CheckpointKind kind, int part, int parts, FileEntry entry)
      implements LogFile {}
}
