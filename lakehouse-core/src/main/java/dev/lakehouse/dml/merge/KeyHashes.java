package dev.lakehouse.dml.merge;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import java.util.List;

/**
 * Hashes of keys: equal for values that {@code =} takes for equal, so one for both zeros and one
 * for every NaN.
 */
final class KeyHashes {
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private final long[] hashes;
  private final boolean[] complete;

  private KeyHashes(int size) {
    hashes = new long[size];
    complete = new boolean[size];
  }

  /** True if values of {@code type} can be hashed. */
  static boolean isHashable(DataType type) {
    return type instanceof DecimalType
        || (type instanceof PrimitiveType && type != DataType.VARIANT && type != DataType.VOID);
  }

  /** The hashes of {@code size} rows. */
  static KeyHashes of(List<Column> keys, int size) {
    KeyHashes hashes = new KeyHashes(size);
    for (int i = 0; i < size; i++) {
      hashes.complete[i] = true;
    }
    keys.forEach(hashes::add);
    return hashes;
  }

  long hash(int row) {
    return hashes[row];
  }

  /** False if a part of the row's key is null: it equals nothing. */
  boolean isComplete(int row) {
    return complete[row];
  }

  private void add(Column key) {
    for (int i = 0; i < hashes.length && key.validity() != null; i++) {
      complete[i] &= !key.isNull(i);
    }
    if (key instanceof LongColumn longs) {
      for (int i = 0; i < hashes.length; i++) {
        hashes[i] = mix(hashes[i], longs.values()[i]);
      }
    } else if (key instanceof IntColumn ints) {
      for (int i = 0; i < hashes.length; i++) {
        hashes[i] = mix(hashes[i], ints.values()[i]);
      }
    } else if (key instanceof DictionaryColumn dictionary) {
      addDictionary(dictionary);
    } else if (key instanceof BytesColumn bytes) {
      for (int i = 0; i < hashes.length; i++) {
        hashes[i] = mix(hashes[i], bytesHash(bytes, i));
      }
    } else {
      addOther(key);
    }
  }

  private void addOther(Column key) {
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = mix(hashes[i], complete[i] ? other(key, i) : 0);
    }
  }

  private static long other(Column key, int row) {
    if (key instanceof DoubleColumn doubles) {
      return Double.doubleToLongBits(doubles.values()[row] + 0.0);
    } else if (key instanceof FloatColumn floats) {
      return Float.floatToIntBits(floats.values()[row] + 0.0f);
    } else if (key instanceof BooleanColumn booleans) {
      return booleans.values()[row] ? 1 : 0;
    }
    Decimal128Column decimals = (Decimal128Column) key;
    return mix(decimals.high()[row], decimals.low()[row]);
  }

  private void addDictionary(DictionaryColumn column) {
    BytesColumn dictionary = column.dictionary();
    long[] entries = new long[dictionary.size()];
    boolean[] known = new boolean[entries.length];
    for (int i = 0; i < hashes.length; i++) {
      if (!complete[i]) {
        continue;
      }
      int code = column.codes()[i];
      if (!known[code]) {
        entries[code] = bytesHash(dictionary, code);
        known[code] = true;
      }
      hashes[i] = mix(hashes[i], entries[code]);
    }
  }

  private static long bytesHash(BytesColumn bytes, int row) {
    long hash = 1;
    byte[] data = bytes.data();
    for (int i = bytes.offsets()[row]; i < bytes.offsets()[row + 1]; i++) {
      hash = 31 * hash + data[i];
    }
    return hash;
  }

  private static long mix(long hash, long value) {
    long mixed = (hash ^ value) * PRIME;
    mixed ^= mixed >>> 32;
    mixed *= PRIME;
    return mixed ^ mixed >>> 29;
  }
}
