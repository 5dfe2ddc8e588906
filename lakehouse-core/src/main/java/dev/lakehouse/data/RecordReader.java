package dev.lakehouse.data;

import dev.lakehouse.io.CloseableIterator;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads once through rows as Java records. Not thread-safe; closed by whoever asked for it, also
 * before its end.
 *
 * @param <T> the record
 */
@SuppressWarnings("IterableAndIterator") // Closed by one name, whichever way it is read.
public final class RecordReader<T> implements CloseableIterator<T>, Iterable<T> {
  private final CloseableIterator<T> records;

  private RecordReader(CloseableIterator<T> records) {
    this.records = records;
  }

  /** A reader of {@code records}, which it closes. */
  public static <T> RecordReader<T> of(CloseableIterator<T> records) {
    return new RecordReader<>(records);
  }

  @Override
  public boolean hasNext() {
    return records.hasNext();
  }

  @Override
  public T next() {
    return records.next();
  }

  /** This reader: it goes through its records once only. */
  @Override
  public Iterator<T> iterator() {
    return this;
  }

  /** The records left. Closing the stream closes this reader. */
  public Stream<T> stream() {
    Spliterator<T> rest = Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED);
    return StreamSupport.stream(rest, false).onClose(this::close);
  }

  /** The records left, in a list; this reader is then closed. */
  public List<T> toList() {
    try (this) {
      List<T> list = new ArrayList<>();
      forEachRemaining(list::add);
      return list;
    }
  }

  @Override
  public void close() {
    records.close();
  }
}
