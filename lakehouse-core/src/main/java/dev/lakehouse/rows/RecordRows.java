package dev.lakehouse.rows;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.io.CloseableIterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The rows of batches as records. */
public final class RecordRows<T> implements CloseableIterator<T> {
  private final Class<T> type;
  private final BatchReader batches;
  private final ColumnValues.Records records;
  private @Nullable Object[][] arguments = {};
  private int next;
  private int count;

  private RecordRows(Class<T> type, BatchReader batches, ColumnValues.Records records) {
    this.type = type;
    this.batches = batches;
    this.records = records;
  }

  /**
   * The rows of {@code batches}, which it closes.
   *
   * @throws IllegalArgumentException if the record cannot be mapped, or a component has no column
   *     it can hold; {@code batches} are then left open
   */
  public static <T> RecordRows<T> of(Class<T> type, BatchReader batches) {
    RecordShape shape = RecordShape.of(type);
    return new RecordRows<>(type, batches, ColumnValues.Records.bind(shape, batches.schema(), ""));
  }

  /** The columns that {@code type} reads. */
  public static java.util.List<String> columns(Class<?> type) {
    return RecordShape.of(type).members().stream().map(ValueShape.Member::name).toList();
  }

  @Override
  public boolean hasNext() {
    while (next == count) {
      if (!batches.hasNext()) {
        return false;
      }
      Batch batch = batches.next();
      arguments = records.arguments(batch.columns());
      count = batch.rowCount();
      next = 0;
    }
    return true;
  }

  @Override
  public T next() {
    if (next == count && !hasNext()) {
      throw new NoSuchElementException("There are no more rows");
    }
    return type.cast(records.record(arguments, next++));
  }

  @Override
  public void close() {
    batches.close();
  }
}
