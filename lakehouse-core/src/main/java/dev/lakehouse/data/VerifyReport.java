package dev.lakehouse.data;

import java.util.List;

/**
 * What a check of a table found.
 *
 * @param version the newest version, up to which it was checked
 * @param findings every rule that is broken; empty for a sound table
 * @param orphans files in the table's folder that no version needs, which breaks no rule: a writer
 *     that is at work or that was stopped leaves such
 * @param filesChecked how many data files were read
 */
public record VerifyReport(
    long version, List<Finding> findings, List<String> orphans, long filesChecked) {
  /** Copies the lists. */
  public VerifyReport {
    findings = List.copyOf(findings);
    orphans = List.copyOf(orphans);
  }

  /** True if no rule is broken. */
  public boolean isSound() {
    return findings.isEmpty();
  }

  /**
   * A rule that is broken.
   *
   * @param rule which
   * @param file the file that breaks it
   * @param detail how
   */
  public record Finding(Rule rule, String file, String detail) {
    @Override
    public String toString() {
      return rule + " " + file + ": " + detail;
    }
  }

  /** The rules of a sound table. */
  public enum Rule {
    /** Versions follow each other without a gap. */
    VERSIONS_DENSE,
    /** Every line of every commit is an action. */
    ACTIONS_PARSE,
    /** The table can be read at its newest version. */
    STATE_READABLE,
    /** A checkpoint holds what replaying the commits gives. */
    CHECKPOINT_EQUALS_REPLAY,
    /** A log compaction file holds what replaying its commits gives. */
    COMPACTION_EQUALS_REPLAY,
    /** A version checksum holds what replaying the commits gives. */
    CHECKSUM_EQUALS_REPLAY,
    /** Each live data file is there. */
    DATA_FILE_THERE,
    /** Each live data file has the length that the log says. */
    DATA_FILE_LENGTH,
    /** Each live data file can be read. */
    DATA_FILE_READABLE,
    /** Each live data file has as many rows as the log says. */
    ROW_COUNT,
    /** Statistics bound the values of each file. */
    STATISTICS_BOUND,
    /** Partition values are values of their columns' types. */
    PARTITION_VALUES_PARSE,
    /** Each deletion vector can be read, and deletes as many rows as the log says. */
    DELETION_VECTORS,
    /** NOT NULL columns hold no null. */
    NOT_NULL,
    /** Rows satisfy CHECK constraints, invariants, lengths, and the rules of generated columns. */
    CONSTRAINTS,
    /** Files of a table that tracks rows have ids, no two files the same, none past the mark. */
    ROW_IDS
  }
}
