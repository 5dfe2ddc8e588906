package dev.lakehouse.columnar;

import dev.lakehouse.types.DataType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@code STRING} or {@code BINARY} values as codes into a dictionary, kept so through filters and
 * joins. {@link #flat()} gives the plain column.
 *
 * @param codes one index into {@code dictionary} a row, valid (0 will do) also under a null
 * @param dictionary the values, without nulls, repeats allowed
 * @param validity which values are there; null if all are
 * @param size how many values there are
 */
public record DictionaryColumn(
    int[] codes, BytesColumn dictionary, @Nullable Validity validity, int size) implements Column {
  /** A column of {@code size} times the one value of {@code value}, which may be null. */
  public static DictionaryColumn constant(BytesColumn value, int size) {
    Validity validity = value.isNull(0) ? Validity.allNull(size) : null;
    BytesColumn dictionary = new BytesColumn(value.type(), value.offsets(), value.data(), null, 1);
    return new DictionaryColumn(new int[size], dictionary, validity, size);
  }

  @Override
  public DataType type() {
    return dictionary.type();
  }

  /** The same values without a dictionary. */
  public BytesColumn flat() {
    int[] offsets = new int[size + 1];
    int total = 0;
    for (int i = 0; i < size; i++) {
      total = Math.addExact(total, isNull(i) ? 0 : dictionary.length(codes[i]));
      offsets[i + 1] = total;
    }
    byte[] data = new byte[total];
    for (int i = 0; i < size; i++) {
      int from = dictionary.offsets()[codes[i]];
      System.arraycopy(dictionary.data(), from, data, offsets[i], offsets[i + 1] - offsets[i]);
    }
    return new BytesColumn(type(), offsets, data, validity, size);
  }

  @Override
  public DictionaryColumn slice(int from, int newSize) {
    int[] sliced = Arrays.copyOfRange(codes, from, from + newSize);
    return new DictionaryColumn(
        sliced, dictionary, Validity.slice(validity, from, newSize), newSize);
  }

  @Override
  public DictionaryColumn gather(int[] rows, int count) {
    int[] gathered = new int[count];
    for (int i = 0; i < count; i++) {
      gathered[i] = codes[rows[i]];
    }
    return new DictionaryColumn(
        gathered, dictionary, Validity.gather(validity, rows, count), count);
  }

  /** Counts the codes only: the dictionary is shared by the batches of a chunk. */
  @Override
  public long bytes() {
    return 4L * size + (validity == null ? 0 : size >>> 3);
  }
}
