package dev.lakehouse.data;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Reads once through rows. Not thread-safe; closed by whoever asked for it, also before its end.
 * The rows are immutable and may be kept.
 */
@SuppressWarnings("IterableAndIterator") // Closed by one name, whichever way it is read.
public final class RowReader implements CloseableIterator<Row>, Iterable<Row> {
  private final BatchReader batches;
  private @Nullable BatchRows rows;
  private int next;
  private int count;

  private RowReader(BatchReader batches) {
    this.batches = batches;
  }

  /** The rows of {@code batches}, which it closes. */
  public static RowReader of(BatchReader batches) {
    return new RowReader(batches);
  }

  /** Names and types of the rows' fields. */
  public StructType schema() {
    return batches.schema();
  }

  @Override
  public boolean hasNext() {
    while (next == count) {
      if (!batches.hasNext()) {
        return false;
      }
      Batch batch = batches.next();
      rows = new BatchRows(batch, rows);
      count = batch.rowCount();
      next = 0;
    }
    return true;
  }

  @Override
  public Row next() {
    if (next == count && !hasNext()) {
      throw new NoSuchElementException("There are no more rows");
    }
    return new BatchRow(Objects.requireNonNull(rows), next++);
  }

  /** This reader: it goes through its rows once only. */
  @Override
  public Iterator<Row> iterator() {
    return this;
  }

  /** The rows left. Closing the stream closes this reader. */
  public Stream<Row> stream() {
    Spliterator<Row> rest = Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED);
    return StreamSupport.stream(rest, false).onClose(this::close);
  }

  /** The rows left, in a list; this reader is then closed. */
  public List<Row> toList() {
    try (this) {
      List<Row> list = new ArrayList<>();
      forEachRemaining(list::add);
      return list;
    }
  }

  @Override
  public void close() {
    batches.close();
  }
}
