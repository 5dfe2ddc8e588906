package dev.lakehouse.parquet.decode;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.parquet.DamagedDataException;
import org.jspecify.annotations.Nullable;

/** Puts values that stand together, as pages have them, to the places where no null is. */
public final class Spacing {
  private Spacing() {}

  /**
   * The values of {@code dense} from {@code from} on at the set bits of {@code validity}, all
   * {@code slots} of them if there is none.
   */
  public static Column spread(Column dense, int from, @Nullable Validity validity, int slots) {
    int present = validity == null ? slots : slots - validity.nullCount(slots);
    if (present > dense.size() - from) {
      throw new DamagedDataException("it ends before its last value");
    }
    if (validity == null) {
      return from == 0 && dense.size() == slots ? dense : dense.slice(from, slots);
    }
    if (dense instanceof BytesColumn bytes) {
      return spread(bytes, from, validity, slots);
    }
    int[] sources = sources(from, dense.size(), validity, slots);
    if (dense instanceof IntColumn ints) {
      return new IntColumn(ints.type(), pick(ints.values(), sources), validity, slots);
    } else if (dense instanceof LongColumn longs) {
      return new LongColumn(longs.type(), pick(longs.values(), sources), validity, slots);
    } else if (dense instanceof DictionaryColumn codes) {
      return new DictionaryColumn(
          pick(codes.codes(), sources), codes.dictionary(), validity, slots);
    } else if (dense instanceof BooleanColumn booleans) {
      return new BooleanColumn(booleans.type(), pick(booleans.values(), sources), validity, slots);
    } else if (dense instanceof FloatColumn floats) {
      return new FloatColumn(floats.type(), pick(floats.values(), sources), validity, slots);
    } else if (dense instanceof DoubleColumn doubles) {
      return new DoubleColumn(doubles.type(), pick(doubles.values(), sources), validity, slots);
    } else if (dense instanceof Decimal128Column decimals) {
      return new Decimal128Column(
          decimals.type(),
          pick(decimals.high(), sources),
          pick(decimals.low(), sources),
          validity,
          slots);
    }
    throw new IllegalArgumentException("No column of leaf values: " + dense.getClass());
  }

  /** For each slot the value to take; for a null any, within the {@code size} there are. */
  private static int[] sources(int from, int size, Validity validity, int slots) {
    int[] sources = new int[slots];
    long[] words = validity.words();
    int next = from;
    for (int i = 0; i < slots; i++) {
      sources[i] = Math.min(next, size - 1);
      next += (int) (words[i >>> 6] >>> i & 1);
    }
    return sources;
  }

  private static int[] pick(int[] values, int[] sources) {
    int[] picked = new int[sources.length];
    if (values.length > 0) {
      for (int i = 0; i < picked.length; i++) {
        picked[i] = values[Math.max(0, sources[i])];
      }
    }
    return picked;
  }

  private static long[] pick(long[] values, int[] sources) {
    long[] picked = new long[sources.length];
    if (values.length > 0) {
      for (int i = 0; i < picked.length; i++) {
        picked[i] = values[Math.max(0, sources[i])];
      }
    }
    return picked;
  }

  private static float[] pick(float[] values, int[] sources) {
    float[] picked = new float[sources.length];
    if (values.length > 0) {
      for (int i = 0; i < picked.length; i++) {
        picked[i] = values[Math.max(0, sources[i])];
      }
    }
    return picked;
  }

  private static double[] pick(double[] values, int[] sources) {
    double[] picked = new double[sources.length];
    if (values.length > 0) {
      for (int i = 0; i < picked.length; i++) {
        picked[i] = values[Math.max(0, sources[i])];
      }
    }
    return picked;
  }

  private static boolean[] pick(boolean[] values, int[] sources) {
    boolean[] picked = new boolean[sources.length];
    if (values.length > 0) {
      for (int i = 0; i < picked.length; i++) {
        picked[i] = values[Math.max(0, sources[i])];
      }
    }
    return picked;
  }

  /** Shares the bytes. */
  private static BytesColumn spread(BytesColumn dense, int from, Validity validity, int slots) {
    int[] offsets = new int[slots + 1];
    int[] ends = dense.offsets();
    long[] words = validity.words();
    int next = from;
    offsets[0] = ends[from];
    for (int i = 0; i < slots; i++) {
      next += (int) (words[i >>> 6] >>> i & 1);
      offsets[i + 1] = ends[next];
    }
    return new BytesColumn(dense.type(), offsets, dense.data(), validity, slots);
  }
}
