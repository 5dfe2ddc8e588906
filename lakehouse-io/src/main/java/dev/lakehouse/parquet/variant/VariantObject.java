package dev.lakehouse.parquet.variant;

import dev.lakehouse.parquet.DamagedDataException;
import java.util.Arrays;

/**
 * The fields of an encoded object.
 *
 * @param ids the ids of the fields' names
 * @param values the fields' values, encoded
 */
record VariantObject(int[] ids, byte[][] values) {
  static VariantObject read(byte[] object) {
    int header = object[0] >>> 2 & 0x3F;
    int offsetSize = (header & 3) + 1;
    int idSize = (header >>> 2 & 3) + 1;
    int countSize = (header & 16) != 0 ? 4 : 1;
    int count = VariantBytes.readNumber(object, 1, countSize);
    int firstId = 1 + countSize;
    long firstValue = firstId + (long) count * idSize + (count + 1L) * offsetSize;
    if (firstValue > object.length) {
      throw new DamagedDataException("a variant of it ends inside an object");
    }
    int firstOffset = firstId + count * idSize;
    int end = VariantBytes.readNumber(object, firstOffset + count * offsetSize, offsetSize);
    int[] ids = new int[count];
    int[] starts = new int[count + 1];
    for (int i = 0; i < count; i++) {
      ids[i] = VariantBytes.readNumber(object, firstId + i * idSize, idSize);
      starts[i] = VariantBytes.readNumber(object, firstOffset + i * offsetSize, offsetSize);
    }
    starts[count] = end;
    return new VariantObject(ids, slices(object, (int) firstValue, starts));
  }

  /** Values may stand in any order: each ends where the next higher offset starts. */
  private static byte[][] slices(byte[] object, int firstValue, int[] starts) {
    int[] sorted = starts.clone();
    Arrays.sort(sorted);
    byte[][] values = new byte[starts.length - 1][];
    for (int i = 0; i < values.length; i++) {
      int at = Arrays.binarySearch(sorted, starts[i]);
      while (at + 1 < sorted.length && sorted[at + 1] == starts[i]) {
        at++;
      }
      int end = firstValue + (at + 1 < sorted.length ? sorted[at + 1] : starts[i]);
      values[i] = Arrays.copyOfRange(object, firstValue + starts[i], end);
    }
    return values;
  }
}
