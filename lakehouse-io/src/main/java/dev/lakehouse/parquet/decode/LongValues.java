package dev.lakehouse.parquet.decode;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.types.DataType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values of {@code LONG}, of timestamps and of decimals of at most 18 digits. */
final class LongValues extends LeafValues {
  private final DataType target;
  private final LongLoader loader;
  private final @Nullable LongConversion conversion;
  private long @Nullable [] dictionary;
  private long[] values = new long[0];

  /** Changes values of a file into those of a table, in place. */
  interface LongConversion {
    void apply(long[] values, int from, int to);

    default LongConversion then(LongConversion next) {
      return (values, from, to) -> {
        apply(values, from, to);
        next.apply(values, from, to);
      };
    }
  }

  LongValues(
      LeafType type, DataType target, LongLoader loader, @Nullable LongConversion conversion) {
    super(type);
    this.target = target;
    this.loader = loader;
    this.conversion = conversion;
  }

  @Override
  void loadDictionary(ValuePage page, int count) {
    long[] loaded = new long[count];
    load(page, loaded, 0, count);
    dictionary = loaded;
  }

  @Override
  public void clearDictionary() {
    dictionary = null;
  }

  @Override
  void allocate(int capacity) {
    values = new long[capacity];
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

  private void gather(ValuePage.Ids page, long[] entries, int count) {
    for (int done = 0; done < count; done += ID_STEP) {
      int step = Math.min(ID_STEP, count - done);
      int[] ids = ids(page, step);
      int to = size + done;
      for (int i = 0; i < step; i++) {
        values[to + i] = entries[ids[i]];
      }
    }
  }

  private void load(ValuePage page, long[] to, int at, int count) {
    loader.load(page, to, at, count);
    if (conversion != null) {
      conversion.apply(to, at, at + count);
    }
  }

  /** The values read since the last {@link #begin}. */
  long[] values() {
    return values;
  }

  @Override
  public Column column() {
    return new LongColumn(target, values, null, size);
  }
}
