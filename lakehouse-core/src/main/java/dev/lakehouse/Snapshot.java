package dev.lakehouse;

import dev.lakehouse.log.FileTotals;
import dev.lakehouse.log.segment.CommitTimes;
import dev.lakehouse.log.segment.LogListing;
import dev.lakehouse.scan.ScanQuery;
import dev.lakehouse.scan.SnapshotRows;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table at one version. Immutable and thread-safe. */
public final class Snapshot {
  private final Session session;
  private final dev.lakehouse.log.Snapshot state;
  private final Scan.Origin origin;
  private volatile @Nullable FileTotals totals;

  Snapshot(Session session, dev.lakehouse.log.Snapshot state, Scan.Origin origin) {
    this.session = session;
    this.state = state;
    this.origin = origin;
  }

  /** Which version. */
  public long version() {
    return state.version();
  }

  /** The columns. */
  public StructType schema() {
    return state.schema();
  }

  /** The names of the partition columns, in order. */
  public List<String> partitionColumns() {
    return SnapshotRows.partitionColumns(state);
  }

  /** The table's properties. */
  public Map<String, String> properties() {
    return state.metadata().configuration();
  }

  /**
   * When the version was committed. Looks into the log.
   *
   * @throws dev.lakehouse.error.VersionNotFoundException if the log does not tell any more
   */
  public Instant timestamp() {
    var files = session.environment().files();
    LogListing listing = LogListing.list(files, state.log().table(), 0);
    CommitTimes times = CommitTimes.of(files, state.log().table(), listing, state.metadata());
    return Instant.ofEpochMilli(times.of(version(), state.commitInfo()));
  }

  /**
   * How many data files there are. The first call may read the version's checksum file, or a
   * checkpoint if it has none.
   */
  public long fileCount() {
    return totals().files();
  }

  /** The length of all data files. Reads as {@link #fileCount}. */
  public long bytes() {
    return totals().bytes();
  }

  private FileTotals totals() {
    FileTotals known = totals;
    if (known == null) {
      known = state.totals();
      totals = known;
    }
    return known;
  }

  /** Starts to read rows: all of them, until it is refined. */
  public Scan scan() {
    ScanQuery query = ScanQuery.of(state, session.expressions());
    return new Scan(session, state, origin, query, Long.MAX_VALUE);
  }

  dev.lakehouse.log.Snapshot state() {
    return state;
  }

  /** {@code version 7 of s3://bucket/table}. */
  @Override
  public String toString() {
    return state.toString();
  }
}
