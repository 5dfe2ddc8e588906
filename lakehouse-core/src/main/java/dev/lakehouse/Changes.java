package dev.lakehouse;

import dev.lakehouse.arrow.BatchArrowReader;
import dev.lakehouse.change.FeedRange;
import dev.lakehouse.change.FeedRows;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.RecordReader;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.log.History;
import dev.lakehouse.rows.RecordRows;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;

/**
 * The change feed of a table: the rows that came, went or changed from one version to another.
 * Immutable and thread-safe; the methods that refine it give a new one, the others read.
 *
 * <p>A row has the table's columns as they are at the last version wanted, then {@code
 * _change_type} ({@code insert}, {@code delete}, {@code update_preimage} or {@code
 * update_postimage}), {@code _commit_version} and {@code _commit_timestamp}. Rows come in the order
 * of the versions, within a version in no order.
 *
 * <p>The table must record its changes (property {@code delta.enableChangeDataFeed}) at every
 * version wanted. Columns may have been added or renamed and types widened since; a range in which
 * a column was dropped, or changed its type otherwise, is refused, naming the version.
 *
 * <p>Every method that reads throws {@link VersionNotFoundException} for a version of which the
 * changes were not recorded, or whose commit was cleaned up, and carries the versions that can be
 * read; {@link dev.lakehouse.error.SchemaMismatchException} for one whose columns do not fit those
 * of the last one; and {@link dev.lakehouse.error.StorageException} of kind {@code MISSING} for one
 * whose files VACUUM deleted.
 */
public final class Changes extends Source {
  private final Session session;
  private final dev.lakehouse.log.Snapshot newest;
  private final Bound from;
  private final Bound to;
  private final List<ColumnPath> selected;
  private final @Nullable Expression predicate;
  private final long limit;

  /** A version, by number or time; nothing of both where it was not said. */
  private record Bound(@Nullable Long version, @Nullable Instant time) {
    static final Bound NONE = new Bound(null, null);

    boolean isSaid() {
      return version != null || time != null;
    }
  }

  private Changes(
      Session session,
      dev.lakehouse.log.Snapshot newest,
      Bound from,
      Bound to,
      List<ColumnPath> selected,
      @Nullable Expression predicate,
      long limit) {
    this.session = session;
    this.newest = newest;
    this.from = from;
    this.to = to;
    this.selected = selected;
    this.predicate = predicate;
    this.limit = limit;
  }

  static Changes of(Session session, dev.lakehouse.log.Snapshot newest) {
    return new Changes(session, newest, Bound.NONE, Bound.NONE, List.of(), null, Long.MAX_VALUE);
  }

  /** The changes that {@code version} made, and those of later versions. */
  public Changes from(long version) {
    return from(new Bound(version, null));
  }

  /**
   * The changes of the first version committed at {@code time} or after, and of later ones. A time
   * before the first commit or after the last is an error when the changes are read.
   */
  public Changes from(Instant time) {
    return from(new Bound(null, time));
  }

  private Changes from(Bound bound) {
    return new Changes(session, newest, bound, to, selected, predicate, limit);
  }

  /** No changes of versions after {@code version}; without this, all up to the newest. */
  public Changes to(long version) {
    return to(new Bound(version, null));
  }

  /**
   * No changes of versions committed after {@code time}. A time before the first commit or after
   * the last is an error when the changes are read.
   */
  public Changes to(Instant time) {
    return to(new Bound(null, time));
  }

  private Changes to(Bound bound) {
    return new Changes(session, newest, from, bound, selected, predicate, limit);
  }

  /**
   * Those of the changes for which {@code condition} is TRUE; it may name the columns of the table
   * and of the feed. What it names is looked up when the changes are read.
   */
  public Changes where(Expression condition) {
    requireUnlimited("where");
    Expression both = predicate == null ? condition : Expressions.and(predicate, condition);
    return new Changes(session, newest, from, to, selected, both, limit);
  }

  /**
   * The columns called {@code paths}, in that order, as {@link Scan#select}. They are looked up
   * when the changes are read.
   */
  public Changes select(String... paths) {
    if (paths.length == 0) {
      throw new IllegalArgumentException("Select at least one column");
    }
    List<ColumnPath> parsed = Arrays.stream(paths).map(ColumnPath::parse).toList();
    return new Changes(session, newest, from, to, parsed, predicate, limit);
  }

  /** At most {@code rows} of the changes: the first ones. */
  public Changes limit(long rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("A limit must not be negative, as " + rows);
    }
    return new Changes(session, newest, from, to, selected, predicate, Math.min(limit, rows));
  }

  private void requireUnlimited(String refinement) {
    if (limit != Long.MAX_VALUE) {
      throw new IllegalStateException(
          "Call " + refinement + " before limit: which rows are the first depends on it");
    }
  }

  /** The columns that come out. Looks into the log. */
  public StructType schema() {
    return feed(selected).schema();
  }

  /** Reads rows. The caller closes the reader. */
  public RowReader rows() {
    return RowReader.of(batches());
  }

  /** Reads rows as records, as {@link Scan#records}. The caller closes the reader. */
  public <T extends Record> RecordReader<T> records(Class<T> type) {
    BatchReader batches = batches();
    try {
      return RecordReader.of(RecordRows.of(type, batches));
    } catch (RuntimeException e) {
      batches.close();
      throw e;
    }
  }

  /** Reads batches. The caller closes the reader. */
  public BatchReader batches() {
    return open(feed(selected));
  }

  private BatchReader open(FeedRows rows) {
    return OpenReader.of(session, rows.schema(), rows.batches(limit));
  }

  /** Reads Arrow vectors, as {@link Scan#arrow}. The caller closes the reader. */
  public ArrowReader arrow(BufferAllocator allocator) {
    return new BatchArrowReader(batches(), allocator);
  }

  /** How many changes there are. Reads them, but for their columns. */
  public long count() {
    long count = 0;
    try (BatchReader batches = open(feed(List.of(ColumnPath.of("_commit_version"))))) {
      while (batches.hasNext()) {
        count += batches.next().rowCount();
      }
    }
    return count;
  }

  private FeedRows feed(List<ColumnPath> columns) {
    if (!from.isSaid()) {
      throw new IllegalStateException("Say where the changes begin: changes().from(version)");
    }
    session.requireOpen();
    History history = newest.log().history();
    long first = from.time == null ? number(from) : history.versionFrom(from.time);
    long last = to.isSaid() ? last(history) : newest.version();
    requireRange(first, last);
    dev.lakehouse.log.Snapshot end =
        last == newest.version() ? newest : newest.log().snapshot(last);
    return new FeedRows(
        FeedRange.check(end, first, history),
        columns,
        predicate,
        session.expressions(),
        session.width());
  }

  private static long number(Bound bound) {
    return Optional.ofNullable(bound.version).orElseThrow();
  }

  private long last(History history) {
    long last = to.time == null ? number(to) : history.versionAt(to.time);
    return Math.min(last, newest.version());
  }

  private void requireRange(long first, long last) {
    if (first < 0 || first > newest.version()) {
      throw new VersionNotFoundException(
          "Cannot read the changes of "
              + newest.log().table()
              + " from version "
              + first
              + " on: its versions are 0 to "
              + newest.version()
              + ".",
          0,
          newest.version());
    } else if (first > last) {
      throw new IllegalArgumentException(
          "The changes wanted begin with version " + first + " and end before, with " + last);
    }
  }

  @Override
  boolean isOnce() {
    return false;
  }

  @Override
  BatchReader open(Session writer, StructType like) {
    return batches();
  }
}
