package dev.lakehouse;

import dev.lakehouse.arrow.BatchArrowReader;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.RecordReader;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.data.ScanTask;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.rows.RecordRows;
import dev.lakehouse.scan.ScanQuery;
import dev.lakehouse.scan.ScanTasks;
import dev.lakehouse.scan.SnapshotRows;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one version of a table: which of them, which columns, how many. Immutable and
 * thread-safe; the methods that refine it give a new one, the others read.
 */
public final class Scan extends Source {
  private final Session session;
  private final dev.lakehouse.log.Snapshot snapshot;
  private final Origin origin;
  private final ScanQuery query;
  private final long limit;

  /** How its version was chosen. */
  enum Origin {
    /** It was the newest. */
    NEWEST,
    /** By number or time. */
    CHOSEN
  }

  Scan(
      Session session,
      dev.lakehouse.log.Snapshot snapshot,
      Origin origin,
      ScanQuery query,
      long limit) {
    this.session = session;
    this.snapshot = snapshot;
    this.origin = origin;
    this.query = query;
    this.limit = limit;
  }

  /**
   * Those of the rows for which {@code predicate} is TRUE.
   *
   * @throws dev.lakehouse.error.SchemaMismatchException if it names a column that is not there
   * @throws dev.lakehouse.error.ExpressionException if types do not go together
   */
  public Scan where(Expression predicate) {
    requireUnlimited("where");
    ScanQuery refined =
        query.where(
            Objects.requireNonNull(predicate, "A condition is null: for all rows leave where out"));
    refined.projection();
    return new Scan(session, snapshot, origin, refined, limit);
  }

  /**
   * Those of the rows for which the SQL text {@code predicate} is TRUE: {@code where("amount > ?
   * AND city = 'Oslo'", 100)}.
   *
   * @param bindValues one value for each {@code ?} of the text, in order, as for {@link
   *     Expressions#lit}
   * @throws dev.lakehouse.error.SchemaMismatchException if it names a column that is not there
   * @throws dev.lakehouse.error.ExpressionException if it does not parse, or types do not go
   *     together
   */
  public Scan where(String predicate, @Nullable Object... bindValues) {
    return where(Expressions.sql(predicate, bindValues));
  }

  private void requireUnlimited(String refinement) {
    if (limit != Long.MAX_VALUE) {
      throw new IllegalStateException(
          "Call " + refinement + " before limit: which rows are the first depends on it");
    }
  }

  /**
   * The columns called {@code paths}, in that order, instead of those selected so far; names in any
   * case, {@code address.city} for a field of a struct, back-ticks around a name with a dot in it.
   * A field comes out as a column of its last name, or of its whole path where two would be called
   * the same.
   *
   * @throws dev.lakehouse.error.SchemaMismatchException if one is not there, or selected twice
   */
  public Scan select(String... paths) {
    if (paths.length == 0) {
      throw new IllegalArgumentException("Select at least one column");
    }
    List<ColumnPath> parsed = Arrays.stream(paths).map(ColumnPath::parse).toList();
    ScanQuery refined = query.select(parsed);
    refined.projection();
    return new Scan(session, snapshot, origin, refined, limit);
  }

  /** At most {@code rows} of the rows, whichever are found first. */
  public Scan limit(long rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("A limit must not be negative, as " + rows);
    }
    return new Scan(session, snapshot, origin, query, Math.min(limit, rows));
  }

  /** The columns that come out. */
  public StructType schema() {
    return query.projection().output();
  }

  /** Reads rows. The caller closes the reader. */
  public RowReader rows() {
    return RowReader.of(batches());
  }

  /**
   * Reads rows as records: each component takes the column of its name, in any case, or the one
   * that {@link dev.lakehouse.data.Column} says. Columns without a component are not read. The
   * caller closes the reader.
   *
   * @throws IllegalArgumentException if a component has no column, or none that it can hold
   */
  public <T extends Record> RecordReader<T> records(Class<T> type) {
    List<ColumnPath> wanted =
        RecordRows.columns(type).stream()
            .filter(name -> schema().find(name).isPresent())
            .map(ColumnPath::of)
            .toList();
    boolean all = !query.selected().isEmpty() || wanted.isEmpty();
    Scan scan = all ? this : new Scan(session, snapshot, origin, query.select(wanted), limit);
    BatchReader batches = scan.batches();
    try {
      return RecordReader.of(RecordRows.of(type, batches));
    } catch (RuntimeException e) {
      batches.close();
      throw e;
    }
  }

  /** Reads batches. The caller closes the reader. */
  public BatchReader batches() {
    SnapshotRows rows = rowsOfSnapshot();
    return OpenReader.of(session, rows.schema(), rows.batches(limit));
  }

  /**
   * Reads Arrow vectors. The caller closes the reader.
   *
   * <p>Handing the reader on through Arrow's C data interface or IPC needs Arrow's own JVM flag
   * {@code --add-opens=java.base/java.nio=ALL-UNNAMED}; reading the vectors does not.
   *
   * @param allocator where the vectors' memory comes from; it stays the caller's
   */
  public ArrowReader arrow(BufferAllocator allocator) {
    return new BatchArrowReader(batches(), allocator);
  }

  /** How many rows there are: from the log alone where that suffices. */
  public long count() {
    return Math.min(limit, rowsOfSnapshot().count());
  }

  /**
   * The files to read, one a task, for {@link Lakehouse#read} on this machine or another. A limit
   * does not go with them.
   */
  public List<ScanTask> tasks() {
    return ScanTasks.of(snapshot, query);
  }

  private SnapshotRows rowsOfSnapshot() {
    return new SnapshotRows(session.environment(), snapshot, query, session.width());
  }

  @Override
  boolean isOnce() {
    return false;
  }

  @Override
  BatchReader open(Session writer, StructType like) {
    return batches();
  }

  /** True if it is of the newest version when it was made, and not of one that the user chose. */
  boolean followsNewest() {
    return origin == Origin.NEWEST;
  }

  /** True if it reads the table of {@code log}. */
  boolean isOf(DeltaLog log) {
    return snapshot.log().table().equals(log.table());
  }

  dev.lakehouse.log.Snapshot snapshot() {
    return snapshot;
  }

  ScanQuery query() {
    return query;
  }
}
