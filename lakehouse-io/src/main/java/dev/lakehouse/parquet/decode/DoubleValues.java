package dev.lakehouse.parquet.decode;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.types.DataType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/** Values of {@code DOUBLE}, from DOUBLE, FLOAT or INT32. */
final class DoubleValues extends LeafValues {
  private final Type physical;
  private double @Nullable [] dictionary;
  private double[] values = new double[0];

  DoubleValues(LeafType type) {
    super(type);
    this.physical = type.physical();
  }

  @Override
  void loadDictionary(ValuePage page, int count) {
    double[] loaded = new double[count];
    load(page, loaded, 0, count);
    dictionary = loaded;
  }

  @Override
  public void clearDictionary() {
    dictionary = null;
  }

  @Override
  void allocate(int capacity) {
    values = new double[capacity];
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

  private void gather(ValuePage.Ids page, double[] entries, int count) {
    for (int done = 0; done < count; done += ID_STEP) {
      int step = Math.min(ID_STEP, count - done);
      int[] ids = ids(page, step);
      int to = size + done;
      for (int i = 0; i < step; i++) {
        values[to + i] = entries[ids[i]];
      }
    }
  }

  private void load(ValuePage page, double[] to, int at, int count) {
    if (physical == Type.INT32) {
      long[] numbers = new long[count];
      LongLoader.INT32.load(page, numbers, 0, count);
      for (int i = 0; i < count; i++) {
        to[at + i] = numbers[i];
      }
    } else if (page instanceof ValuePage.Plain plain && physical == Type.DOUBLE) {
      ByteBuffer.wrap(plain.bytes(), plain.advance(count), 8 * count)
          .order(ByteOrder.LITTLE_ENDIAN)
          .asDoubleBuffer()
          .get(to, at, count);
    } else if (page instanceof ValuePage.Plain plain) {
      int from = plain.advance(count);
      for (int i = 0; i < count; i++) {
        to[at + i] = Float.intBitsToFloat(LittleEndian.getInt(plain.bytes(), from + 4 * i));
      }
    } else {
      throw unfit(page, "doubles");
    }
  }

  @Override
  public Column column() {
    return new DoubleColumn(DataType.DOUBLE, values, null, size);
  }
}
