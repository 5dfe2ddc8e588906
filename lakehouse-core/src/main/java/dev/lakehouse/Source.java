package dev.lakehouse;

import dev.lakehouse.arrow.ArrowBatches;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.Row;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.rows.Transposer;
import dev.lakehouse.types.StructType;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * Rows to be written: of Java rows or records, Arrow vectors, batches, Parquet files, or a {@link
 * Scan}.
 *
 * <p>A source made of an {@code Iterable}, a scan or Parquet files can be read as often as needed;
 * one made of an {@code Iterator}, a {@code Stream} or an {@code ArrowReader} once. Where an
 * operation needs the rows of such a one again, it keeps them in the spill folder meanwhile.
 *
 * <p>Columns are found by name, in any case. A value must be held exactly by the table's column:
 * whole numbers of any width, floats in doubles, decimals of more scale if only zeros are lost.
 * Anything else is an error with row, column and value.
 */
public abstract sealed class Source permits Changes, Scan, DataSource {
  Source() {}

  /** Rows with the columns of {@code schema}; the fields of each row are found by name. */
  public static Source rows(StructType schema, Iterable<? extends Row> rows) {
    return ofRows(schema, DataSource.Reading.AGAIN, () -> CloseableIterator.of(rows));
  }

  /** Rows with the columns of {@code schema}, read once. */
  public static Source rows(StructType schema, Iterator<? extends Row> rows) {
    return ofRows(schema, DataSource.Reading.ONCE, () -> iterator(rows));
  }

  /** Rows with the columns of {@code schema}, read once; the stream is closed. */
  public static Source rows(StructType schema, Stream<? extends Row> rows) {
    return ofRows(schema, DataSource.Reading.ONCE, () -> stream(rows));
  }

  private static Source ofRows(
      StructType schema,
      DataSource.Reading reading,
      Supplier<CloseableIterator<? extends Row>> rows) {
    return new DataSource(reading, (session, like) -> Transposer.rows(schema, rows.get()));
  }

  /**
   * Records, whose components are columns: by name in any case, or as {@link
   * dev.lakehouse.data.Column} says.
   *
   * @throws IllegalArgumentException if a component's type has no column type
   */
  public static <T extends Record> Source records(Class<T> type, Iterable<? extends T> records) {
    return ofRecords(type, DataSource.Reading.AGAIN, () -> CloseableIterator.of(records));
  }

  /** Records as above, read once. */
  public static <T extends Record> Source records(Class<T> type, Iterator<? extends T> records) {
    return ofRecords(type, DataSource.Reading.ONCE, () -> iterator(records));
  }

  /** Records as above, read once; the stream is closed. */
  public static <T extends Record> Source records(Class<T> type, Stream<? extends T> records) {
    return ofRecords(type, DataSource.Reading.ONCE, () -> stream(records));
  }

  private static <T extends Record> Source ofRecords(
      Class<T> type, DataSource.Reading reading, Supplier<CloseableIterator<? extends T>> records) {
    Transposer.schema(type, null);
    return new DataSource(
        reading, (session, like) -> Transposer.records(type, records.get(), like));
  }

  /** Batches, all with the columns of {@code schema}. */
  public static Source batches(StructType schema, Iterable<Batch> batches) {
    return ofBatches(schema, DataSource.Reading.AGAIN, () -> CloseableIterator.of(batches));
  }

  /** What is left of {@code batches}, read once; they are closed. */
  public static Source batches(BatchReader batches) {
    return ofBatches(batches.schema(), DataSource.Reading.ONCE, () -> batches);
  }

  private static Source ofBatches(
      StructType schema, DataSource.Reading reading, Supplier<CloseableIterator<Batch>> batches) {
    return new DataSource(
        reading,
        (session, like) -> BatchReader.of(schema, new DeclaredBatches(schema, batches.get())));
  }

  /** What is left of {@code reader}, read once; it stays the caller's to close. */
  public static Source arrow(ArrowReader reader) {
    return new DataSource(DataSource.Reading.ONCE, (session, like) -> ArrowBatches.of(reader));
  }

  /**
   * Parquet files, and those that lie directly in folders: paths of local disk, or URIs. All have
   * the columns of the first, by name; their types may differ as far as values fit.
   */
  public static Source parquet(String... locations) {
    List<String> names = List.of(locations);
    return new DataSource(
        DataSource.Reading.AGAIN, (session, like) -> ParquetFiles.open(session, names));
  }

  private static <T> CloseableIterator<? extends T> iterator(Iterator<? extends T> values) {
    return closing(values, () -> {});
  }

  private static <T> CloseableIterator<? extends T> stream(Stream<? extends T> values) {
    return closing(values.iterator(), values::close);
  }

  private static <T> CloseableIterator<T> closing(Iterator<T> values, Runnable close) {
    return new CloseableIterator<>() {
      @Override
      public boolean hasNext() {
        return values.hasNext();
      }

      @Override
      public T next() {
        return values.next();
      }

      @Override
      public void close() {
        close.run();
      }
    };
  }

  /** True if it can be read once only. */
  abstract boolean isOnce();

  /**
   * Starts to read.
   *
   * @param like the table's columns, for sources whose types depend on what is wanted
   */
  abstract BatchReader open(Session session, StructType like);
}
