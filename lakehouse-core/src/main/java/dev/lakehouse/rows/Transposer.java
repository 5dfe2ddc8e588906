package dev.lakehouse.rows;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.Row;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.rows.ValueShape.Member;
import dev.lakehouse.types.StructType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns rows or records into batches: collects some, then fills one column after the other, so that
 * the type of a column is looked at once for all of them.
 */
public final class Transposer {
  private static final int ROWS = 4096;
  private static final int MAX_BYTES = 16 << 20;

  private final StructType schema;
  private final List<ColumnFiller> fillers = new ArrayList<>();
  private final Function<Object, Object> check;
  private final String what;

  private Transposer(
      StructType schema, List<Member> members, Function<Object, Object> check, String what) {
    this.schema = schema;
    this.check = check;
    this.what = what;
    for (int i = 0; i < members.size(); i++) {
      Member member = members.get(i);
      fillers.add(ColumnFiller.of(schema.field(i).type(), member.shape(), member.getter()));
    }
  }

  /** The batches of {@code rows}, whose fields are found by name. */
  public static BatchReader rows(StructType schema, CloseableIterator<? extends Row> rows) {
    Transposer transposer =
        new Transposer(
            schema,
            RowShape.of(schema).members(),
            row -> RowShape.conformed((Row) row, schema),
            "Row");
    return transposer.reader(rows);
  }

  /**
   * The batches of records.
   *
   * @param like where decimals take precision and scale from; null if from nowhere
   * @throws IllegalArgumentException if the record cannot be mapped
   */
  public static <T> BatchReader records(
      Class<T> type, CloseableIterator<? extends T> records, @Nullable StructType like) {
    RecordShape shape = RecordShape.of(type);
    Transposer transposer =
        new Transposer(shape.schema(like), shape.members(), type::cast, type.getSimpleName());
    return transposer.reader(records);
  }

  /** The columns of a record; decimals as {@link #records} makes them. */
  public static StructType schema(Class<?> record, @Nullable StructType like) {
    return RecordShape.of(record).schema(like);
  }

  private BatchReader reader(CloseableIterator<?> objects) {
    return BatchReader.of(
        schema,
        new CloseableIterator<>() {
          private final Deque<Batch> ready = new ArrayDeque<>();
          private long rowsBefore;

          @Override
          public boolean hasNext() {
            if (ready.isEmpty() && objects.hasNext()) {
              @Nullable Object[] chunk = chunk(objects, rowsBefore);
              transpose(chunk, rowsBefore, ready);
              rowsBefore += chunk.length;
            }
            return !ready.isEmpty();
          }

          @Override
          public Batch next() {
            if (!hasNext()) {
              throw new NoSuchElementException("There are no more batches");
            }
            return ready.remove();
          }

          @Override
          public void close() {
            objects.close();
          }
        });
  }

  private @Nullable Object[] chunk(Iterator<?> objects, long rowsBefore) {
    @Nullable Object[] chunk = new Object[ROWS];
    int count = 0;
    while (count < ROWS && objects.hasNext()) {
      Object object = objects.next();
      if (object == null) {
        throw new SchemaMismatchException(what + " " + (rowsBefore + count) + " is null");
      }
      chunk[count] = conformed(object, rowsBefore + count);
      count++;
    }
    return count == ROWS ? chunk : Arrays.copyOf(chunk, count);
  }

  private Object conformed(Object object, long row) {
    try {
      return check.apply(object);
    } catch (IllegalArgumentException | ClassCastException e) {
      throw new SchemaMismatchException(what + " " + row + ": " + e.getMessage(), e);
    }
  }

  /** Appends the batches of {@code chunk}: one, or more if its texts are too long for one. */
  private void transpose(@Nullable Object[] chunk, long rowsBefore, Deque<Batch> ready) {
    try {
      // A single row may be as long as it likes.
      int maxBytes = chunk.length == 1 ? Integer.MAX_VALUE - 8 : MAX_BYTES;
      ready.add(batch(chunk, rowsBefore, maxBytes));
    } catch (TooWide e) {
      int half = chunk.length / 2;
      if (half == 0) {
        throw new SchemaMismatchException(
            what + " " + rowsBefore + " has more than 2 GiB of text or binary in one column");
      }
      transpose(Arrays.copyOf(chunk, half), rowsBefore, ready);
      transpose(Arrays.copyOfRange(chunk, half, chunk.length), rowsBefore + half, ready);
    }
  }

  private Batch batch(@Nullable Object[] chunk, long rowsBefore, int maxBytes) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < fillers.size(); i++) {
      try {
        columns.add(fillers.get(i).fill(chunk, chunk.length, maxBytes));
      } catch (Misfit e) {
        throw new SchemaMismatchException(
            what
                + " "
                + (rowsBefore + e.index())
                + ", column '"
                + schema.field(i).name()
                + "': "
                + e.getMessage());
      }
    }
    return new Batch(schema, columns, chunk.length);
  }
}
