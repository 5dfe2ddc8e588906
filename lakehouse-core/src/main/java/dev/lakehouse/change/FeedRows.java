package dev.lakehouse.change;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Environment;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.scan.LimitedBatches;
import dev.lakehouse.scan.PrefetchedBatches;
import dev.lakehouse.scan.ScanQuery;
import dev.lakehouse.scan.SnapshotRows;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a change feed that a query wants, version by version: one commit at a time is
 * held, and the batches that are read ahead.
 */
public final class FeedRows {
  private final Environment environment;
  private final FeedRange range;
  private final ScanQuery query;
  private final int width;

  /**
   * @param selected what comes out, in order; empty for all columns
   * @param predicate which rows come out; null for all
   * @param width in how many files to read at once
   * @throws dev.lakehouse.error.SchemaMismatchException if a column is not there
   * @throws dev.lakehouse.error.ExpressionException if the predicate does not bind
   */
  public FeedRows(
      FeedRange range,
      List<ColumnPath> selected,
      @Nullable Expression predicate,
      ExpressionContext context,
      int width) {
    this.environment = range.end().log().environment();
    this.range = range;
    this.width = width;
    this.query =
        new ScanQuery(
            range.end().log().table(),
            range.to(),
            FeedColumns.after(range.columns()),
            List.of(),
            SnapshotRows.matching(range.end()),
            selected,
            predicate,
            context);
  }

  /** The columns of the rows. */
  public StructType schema() {
    return query.projection().output();
  }

  /** The first {@code limit} of the rows. The caller closes it. */
  public CloseableIterator<Batch> batches(long limit) {
    StructType unused = schema();
    CloseableIterator<Batch> batches =
        new PrefetchedBatches(new Files(), environment.executor(), width);
    return limit == Long.MAX_VALUE ? batches : new LimitedBatches(batches, limit);
  }

  /** Opens the files of the feed, in the order of the versions. */
  private final class Files implements Iterator<Supplier<CloseableIterator<Batch>>> {
    private final Deque<Supplier<CloseableIterator<Batch>>> ready = new ArrayDeque<>();
    private long next = range.from();

    @Override
    public boolean hasNext() {
      while (ready.isEmpty() && next <= range.to()) {
        FeedCommit commit = commit(next);
        if (!commit.changedNothing()) {
          new FeedFiles(environment, range, query, commit).openers().forEach(ready::add);
        }
        next++;
      }
      return !ready.isEmpty();
    }

    @Override
    public Supplier<CloseableIterator<Batch>> next() {
      if (!hasNext()) {
        throw new NoSuchElementException("There are no more changes");
      }
      return ready.remove();
    }
  }

  private FeedCommit commit(long version) {
    CloseableIterator<Action> actions =
        range
            .end()
            .log()
            .commit(version, FeedCommit.KINDS::contains)
            .orElseThrow(
                () ->
                    new VersionNotFoundException(
                        "Cannot read the changes of version "
                            + version
                            + " of "
                            + range.end().log().table()
                            + ": its commit was cleaned up while they were read.",
                        version + 1,
                        range.to()));
    try (actions) {
      return FeedCommit.read(version, actions);
    }
  }
}
