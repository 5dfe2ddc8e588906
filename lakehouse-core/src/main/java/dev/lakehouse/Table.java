package dev.lakehouse;

import dev.lakehouse.data.HistoryEntry;
import dev.lakehouse.data.TableDetail;
import dev.lakehouse.data.VerifyReport;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.maintain.TableCheck;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * A table, by its location: a light handle that remembers the newest version it has seen.
 * Thread-safe.
 *
 * <p>Every method throws {@link dev.lakehouse.error.TableNotFoundException} if there is no table,
 * {@link dev.lakehouse.error.UnsupportedFeatureException} if the table needs a feature that this
 * library does not have, and {@link dev.lakehouse.error.CorruptTableException} if its log breaks
 * the protocol.
 */
public final class Table {
  private final Session session;
  private final DeltaLog log;

  Table(Session session, Location location) {
    this.session = session;
    this.log = session.log(location);
  }

  /** Where the table is. */
  public String location() {
    return log.table().toString();
  }

  /** True if there is a table here. */
  public boolean exists() {
    session.requireOpen();
    return log.find().isPresent();
  }

  /** The newest version. */
  public Snapshot snapshot() {
    session.requireOpen();
    return new Snapshot(session, log.snapshot(), Scan.Origin.NEWEST);
  }

  /**
   * The table as it was at {@code version}.
   *
   * @throws dev.lakehouse.error.VersionNotFoundException if there is no such version, or not any
   *     more; names those that there are
   */
  public Snapshot snapshot(long version) {
    session.requireOpen();
    return new Snapshot(session, log.snapshot(version), Scan.Origin.CHOSEN);
  }

  /**
   * The table as it was at {@code time}: the newest version committed at or before it.
   *
   * @throws dev.lakehouse.error.VersionNotFoundException if that is before the first commit or
   *     after the last; names the range
   */
  public Snapshot snapshot(Instant time) {
    session.requireOpen();
    return snapshot(log.history().versionAt(time));
  }

  /** The columns at the newest version. */
  public StructType schema() {
    return snapshot().schema();
  }

  /** The newest version's number. */
  public long version() {
    return snapshot().version();
  }

  /** Starts to read rows of the newest version. */
  public Scan scan() {
    return snapshot().scan();
  }

  /** What was done to the table, newest first, as far as its commits are still there. */
  public List<HistoryEntry> history() {
    return history(Integer.MAX_VALUE);
  }

  /** What was done to the table last, newest first, at most {@code limit} versions. */
  public List<HistoryEntry> history(int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("A limit must not be negative, as " + limit);
    }
    session.requireOpen();
    return Descriptions.history(log.history().newest(limit));
  }

  /** What the table is. */
  public TableDetail detail() {
    return Descriptions.detail(snapshot());
  }

  /** Starts to add the rows of {@code source}. */
  public Append append(Source source) {
    return new Append(this, source);
  }

  /** Starts to replace rows by those of {@code source}: all rows, until it is refined. */
  public Overwrite overwrite(Source source) {
    return new Overwrite(this, source);
  }

  /** Starts to change the table's columns, properties, constraints, clustering or features. */
  public Alter alter() {
    return new Alter(this);
  }

  /** Starts to read the change feed up to the newest version. */
  public Changes changes() {
    return Changes.of(session, snapshot().state());
  }

  /** Starts to make the table what it was at an older version. */
  public Restore restore() {
    return new Restore(this);
  }

  /** Starts to give columns new values: in all rows, until it is refined. */
  public Update update() {
    return new Update(this);
  }

  /** Starts to merge the rows of {@code source} into the table. */
  public Merge merge(Source source) {
    return new Merge(this, source);
  }

  /** Starts to add the rows of {@code source}, in place of those with the same key. */
  public Upsert upsert(Source source) {
    return new Upsert(this, source);
  }

  /** Starts to delete rows: all rows, until it is refined. */
  public Delete delete() {
    return new Delete(this);
  }

  /**
   * Checks the table against the protocol: the log, every file of the newest version, every value
   * in them. Changes nothing.
   */
  public VerifyReport verify() {
    DeltaLog fresh = DeltaLog.open(log.table(), session.environment());
    try (Progress progress = session.begin("verify", log.table())) {
      return new TableCheck(
              fresh,
              session.expressions(),
              files -> progress.done(files, OptionalLong.empty(), "files"))
          .run();
    }
  }

  Session session() {
    return session;
  }

  DeltaLog log() {
    session.requireOpen();
    return log;
  }

  /** The table's location. */
  @Override
  public String toString() {
    return location();
  }
}
