package dev.lakehouse.dml.merge;

import dev.lakehouse.dml.Candidates.Candidate;
import dev.lakehouse.dml.TouchedFile;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.dv.DeletionVector;
import dev.lakehouse.scan.ScanFile;
import java.util.Optional;

/** A file of the table while it is merged. Used by one thread at a time. */
final class MergedFile {
  private final Candidate candidate;
  private final DeletionVector before;
  private long rowCount;
  private DeletionVector matched = DeletionVector.NONE;
  private DeletionVector gone = DeletionVector.NONE;

  MergedFile(Candidate candidate, DeletionVector before) {
    this.candidate = candidate;
    this.before = before;
  }

  ScanFile file() {
    return candidate.file();
  }

  AddFile action() {
    return candidate.action();
  }

  /** The rows that were deleted before the merge. */
  DeletionVector before() {
    return before;
  }

  void rowCount(long rows) {
    rowCount = rows;
  }

  /** The rows that match a row of the source. */
  DeletionVector matched() {
    return matched;
  }

  void match(DeletionVector rows) {
    matched = matched.or(rows);
  }

  /** The rows that go. */
  DeletionVector gone() {
    return gone;
  }

  void remove(DeletionVector rows) {
    gone = gone.isEmpty() ? rows : gone.or(rows);
  }

  /** What becomes of the file; empty if nothing does. */
  Optional<TouchedFile> touched() {
    return gone.isEmpty()
        ? Optional.empty()
        : Optional.of(TouchedFile.of(candidate.action(), candidate.file(), before, rowCount, gone));
  }
}
