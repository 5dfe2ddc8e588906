package dev.lakehouse.parquet.decode;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.types.DataType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/** Values of {@code FLOAT}, from FLOAT or FLOAT16. */
final class FloatValues extends LeafValues {
  private final boolean half;
  private float @Nullable [] dictionary;
  private float[] values = new float[0];

  FloatValues(LeafType type) {
    super(type);
    this.half = type.physical() == Type.FIXED_LEN_BYTE_ARRAY;
  }

  @Override
  void loadDictionary(ValuePage page, int count) {
    float[] loaded = new float[count];
    load(page, loaded, 0, count);
    dictionary = loaded;
  }

  @Override
  public void clearDictionary() {
    dictionary = null;
  }

  @Override
  void allocate(int capacity) {
    values = new float[capacity];
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

  private void gather(ValuePage.Ids page, float[] entries, int count) {
    for (int done = 0; done < count; done += ID_STEP) {
      int step = Math.min(ID_STEP, count - done);
      int[] ids = ids(page, step);
      int to = size + done;
      for (int i = 0; i < step; i++) {
        values[to + i] = entries[ids[i]];
      }
    }
  }

  private void load(ValuePage page, float[] to, int at, int count) {
    if (page instanceof ValuePage.Plain plain && !half) {
      ByteBuffer.wrap(plain.bytes(), plain.advance(count), 4 * count)
          .order(ByteOrder.LITTLE_ENDIAN)
          .asFloatBuffer()
          .get(to, at, count);
    } else if (page instanceof ValuePage.Plain plain) {
      int from = plain.advance(count);
      for (int i = 0; i < count; i++) {
        to[at + i] = ofHalf(LittleEndian.getInt(plain.bytes(), from + 2 * i) & 0xFFFF);
      }
    } else if (page instanceof ValuePage.ByteArrays arrays && half) {
      loadArrays(arrays.source(), to, at, count);
    } else {
      throw unfit(page, "floats");
    }
  }

  private static void loadArrays(BytesSource source, float[] to, int at, int count) {
    for (int done = 0; done < count; done += source.taken) {
      byte[] bytes = source.next(count - done);
      for (int i = 0; i < source.taken; i++) {
        to[at + done + i] = ofHalf(LittleEndian.getInt(bytes, 2 * i) & 0xFFFF);
      }
    }
  }

  /** The number that IEEE 754 binary16 {@code bits} stand for. */
  static float ofHalf(int bits) {
    int sign = (bits & 0x8000) << 16;
    int exponent = bits >>> 10 & 0x1F;
    int fraction = bits & 0x3FF;
    if (exponent == 0) {
      float magnitude = fraction * 0x1p-24f;
      return sign == 0 ? magnitude : -magnitude;
    }
    int wide = exponent == 31 ? 255 : exponent + 112;
    return Float.intBitsToFloat(sign | wide << 23 | fraction << 13);
  }

  @Override
  public Column column() {
    return new FloatColumn(DataType.FLOAT, values, null, size);
  }
}
