package dev.lakehouse.columnar;

import dev.lakehouse.types.DataType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@code STRING}, as UTF-8, and {@code BINARY}.
 *
 * @param type the logical type
 * @param offsets value {@code i} is {@code data[offsets[i]]} up to {@code data[offsets[i + 1]]},
 *     exclusive; at least {@code size + 1} long; {@code offsets[0]} need not be 0. A null takes no
 *     bytes
 * @param data the bytes; may be longer than used
 * @param validity which values are there; null if all are
 * @param size how many values there are
 */
public record BytesColumn(
    DataType type, int[] offsets, byte[] data, @Nullable Validity validity, int size)
    implements Column {
  /**
   * A column of texts or bytes, written out if it has a dictionary.
   *
   * @throws ClassCastException if it is a column of something else
   */
  public static BytesColumn of(Column column) {
    return column instanceof DictionaryColumn dictionary ? dictionary.flat() : (BytesColumn) column;
  }

  /** How many bytes the value at {@code index} has. */
  public int length(int index) {
    return offsets[index + 1] - offsets[index];
  }

  /** The value at {@code index} as text. */
  public String string(int index) {
    return new String(data, offsets[index], length(index), StandardCharsets.UTF_8);
  }

  /** A copy of the bytes of the value at {@code index}. */
  public byte[] copy(int index) {
    return Arrays.copyOfRange(data, offsets[index], offsets[index + 1]);
  }

  /** Shares the bytes. */
  @Override
  public BytesColumn slice(int from, int newSize) {
    int[] sliced = Arrays.copyOfRange(offsets, from, from + newSize + 1);
    return new BytesColumn(type, sliced, data, Validity.slice(validity, from, newSize), newSize);
  }

  @Override
  public BytesColumn gather(int[] rows, int count) {
    int[] newOffsets = new int[count + 1];
    int total = 0;
    for (int i = 0; i < count; i++) {
      total = Math.addExact(total, length(rows[i]));
      newOffsets[i + 1] = total;
    }
    byte[] newData = new byte[total];
    for (int i = 0; i < count; i++) {
      System.arraycopy(
          data, offsets[rows[i]], newData, newOffsets[i], newOffsets[i + 1] - newOffsets[i]);
    }
    return new BytesColumn(
        type, newOffsets, newData, Validity.gather(validity, rows, count), count);
  }

  @Override
  public long bytes() {
    return 4L * size + (offsets[size] - offsets[0]) + (validity == null ? 0 : size >>> 3);
  }
}
