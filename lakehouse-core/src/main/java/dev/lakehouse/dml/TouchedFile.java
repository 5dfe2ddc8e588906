package dev.lakehouse.dml;

import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.dv.DeletionVector;
import dev.lakehouse.scan.ScanFile;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A file of which rows go. Used by one thread at a time. */
public final class TouchedFile {
  private final AddFile action;
  private final ScanFile file;
  private final DeletionVector before;
  private final long rowCount;
  private final DeletionVector gone;
  private final boolean whole;

  private TouchedFile(
      AddFile action,
      ScanFile file,
      DeletionVector before,
      long rowCount,
      DeletionVector gone,
      boolean whole) {
    this.action = action;
    this.file = file;
    this.before = before;
    this.rowCount = rowCount;
    this.gone = gone;
    this.whole = whole;
  }

  /**
   * A file of which some rows go.
   *
   * @param before the rows that were deleted already
   * @param rowCount how many rows the file has, those included
   * @param gone the rows that go, none of them deleted already
   */
  public static TouchedFile of(
      AddFile action, ScanFile file, DeletionVector before, long rowCount, DeletionVector gone) {
    boolean whole = before.cardinality() + gone.cardinality() == rowCount;
    return new TouchedFile(action, file, before, rowCount, gone, whole);
  }

  /** A file of which all rows go, without having been looked at. */
  public static TouchedFile whole(AddFile action, ScanFile file) {
    return new TouchedFile(action, file, DeletionVector.NONE, -1, DeletionVector.NONE, true);
  }

  AddFile action() {
    return action;
  }

  ScanFile file() {
    return file;
  }

  /** True if no row is left. */
  boolean isWhole() {
    return whole;
  }

  /** True if it was not looked at: {@link #before} and {@link #gone} say nothing. */
  boolean isUnread() {
    return rowCount < 0;
  }

  /** The rows that were deleted already. */
  DeletionVector before() {
    return before;
  }

  /** The rows that go. */
  DeletionVector gone() {
    return gone;
  }

  /** The rows that are deleted afterwards. */
  DeletionVector after() {
    return before.isEmpty() ? gone : before.or(gone);
  }

  /** How many rows the file has, deleted ones included. */
  long rowCount() {
    return rowCount;
  }

  /** How many rows go; empty where the log does not say. */
  OptionalLong goneCount() {
    if (!isUnread()) {
      return OptionalLong.of(gone.cardinality());
    }
    @Nullable Long live = file.liveRows();
    return live == null ? OptionalLong.empty() : OptionalLong.of(live);
  }

  /** More rows go: of those, none was deleted before. */
  TouchedFile and(DeletionVector more) {
    return of(action, file, before, rowCount, gone.or(more));
  }
}
