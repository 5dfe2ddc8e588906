package dev.lakehouse.parquet.decode;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.types.DataType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values of {@code BYTE}, {@code SHORT}, {@code INT} and {@code DATE}, from INT32. */
final class IntValues extends LeafValues {
  private final DataType target;
  private final @Nullable IntConversion conversion;
  private int @Nullable [] dictionary;
  private int[] values = new int[0];

  /** Changes values of a file into those of a table, in place. */
  interface IntConversion {
    void apply(int[] values, int from, int to);
  }

  IntValues(LeafType type, DataType target, @Nullable IntConversion conversion) {
    super(type);
    this.target = target;
    this.conversion = conversion;
  }

  @Override
  void loadDictionary(ValuePage page, int count) {
    int[] loaded = new int[count];
    load(page, loaded, 0, count);
    dictionary = loaded;
  }

  @Override
  public void clearDictionary() {
    dictionary = null;
  }

  @Override
  void allocate(int capacity) {
    values = new int[capacity];
  }

  @Override
  void read(ValuePage page, int count) {
    if (size + count > values.length) {
      values = Arrays.copyOf(values, grown(values.length, size + count));
    }
    if (page instanceof ValuePage.Ids ids) {
      gather(ids, dictionaryOf(dictionary), count);
    } else {
      load(page, values, size, count);
    }
  }

  private void gather(ValuePage.Ids page, int[] entries, int count) {
    for (int done = 0; done < count; done += ID_STEP) {
      int step = Math.min(ID_STEP, count - done);
      int[] ids = ids(page, step);
      int to = size + done;
      for (int i = 0; i < step; i++) {
        values[to + i] = entries[ids[i]];
      }
    }
  }

  private void load(ValuePage page, int[] to, int at, int count) {
    if (page instanceof ValuePage.Plain plain) {
      int from = plain.advance(count);
      ByteBuffer.wrap(plain.bytes(), from, 4 * count)
          .order(ByteOrder.LITTLE_ENDIAN)
          .asIntBuffer()
          .get(to, at, count);
    } else if (page instanceof ValuePage.Deltas deltas) {
      long[] numbers = new long[count];
      deltas.reader().read(numbers, 0, count);
      for (int i = 0; i < count; i++) {
        to[at + i] = (int) numbers[i];
      }
    } else {
      throw unfit(page, "integers");
    }
    if (conversion != null) {
      conversion.apply(to, at, at + count);
    }
  }

  @Override
  public Column column() {
    return new IntColumn(target, values, null, size);
  }
}
