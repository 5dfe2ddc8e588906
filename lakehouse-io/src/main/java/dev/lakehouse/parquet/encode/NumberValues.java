package dev.lakehouse.parquet.encode;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.types.DataType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** INT32, INT64, FLOAT and DOUBLE; all worked on as {@code long}s, the last two as their bits. */
final class NumberValues implements LeafValues {
  private final DataType type;
  private final PrimitiveType parquetType;
  private final int width;
  private final Bounds page;
  private final Bounds file;
  private final LongDictionary dictionary;

  private long[] scratch = {};
  private long[] loaded = {};
  private int from;
  private int count;

  NumberValues(DataType type, PrimitiveType parquetType, WriteBuffers buffers) {
    this.type = type;
    this.parquetType = parquetType;
    PrimitiveTypeName name = parquetType.getPrimitiveTypeName();
    width = name == PrimitiveTypeName.INT32 || name == PrimitiveTypeName.FLOAT ? 4 : 8;
    page = bounds(name);
    file = bounds(name);
    dictionary = new LongDictionary(buffers);
  }

  private static Bounds bounds(PrimitiveTypeName name) {
    return switch (name) {
      case FLOAT -> new FloatingBounds(true);
      case DOUBLE -> new FloatingBounds(false);
      default -> new IntegerBounds();
    };
  }

  @Override
  public long load(Column column, Slots slots, int start, int end) {
    count = end - start;
    int[] positions = slots.positions();
    int first = slots.first() + start;
    if (positions == null && column instanceof LongColumn longs) {
      loaded = longs.values();
      from = first;
      return (long) count * width;
    }
    if (scratch.length < count) {
      scratch = new long[Math.max(count, 1024)];
    }
    loaded = scratch;
    from = 0;
    if (positions == null) {
      copy(column, first);
    } else {
      gather(column, positions, start);
    }
    return (long) count * width;
  }

  private void copy(Column column, int first) {
    if (column instanceof IntColumn ints) {
      int[] values = ints.values();
      for (int i = 0; i < count; i++) {
        scratch[i] = values[first + i];
      }
    } else if (column instanceof DoubleColumn doubles) {
      double[] values = doubles.values();
      for (int i = 0; i < count; i++) {
        scratch[i] = Double.doubleToRawLongBits(values[first + i]);
      }
    } else {
      float[] values = ((FloatColumn) column).values();
      for (int i = 0; i < count; i++) {
        scratch[i] = Float.floatToRawIntBits(values[first + i]);
      }
    }
  }

  private void gather(Column column, int[] positions, int start) {
    if (column instanceof LongColumn longs) {
      long[] values = longs.values();
      for (int i = 0; i < count; i++) {
        scratch[i] = values[positions[start + i]];
      }
    } else if (column instanceof IntColumn ints) {
      int[] values = ints.values();
      for (int i = 0; i < count; i++) {
        scratch[i] = values[positions[start + i]];
      }
    } else if (column instanceof DoubleColumn doubles) {
      double[] values = doubles.values();
      for (int i = 0; i < count; i++) {
        scratch[i] = Double.doubleToRawLongBits(values[positions[start + i]]);
      }
    } else {
      float[] values = ((FloatColumn) column).values();
      for (int i = 0; i < count; i++) {
        scratch[i] = Float.floatToRawIntBits(values[positions[start + i]]);
      }
    }
  }

  @Override
  public void toPlain(Bytes target) {
    page.add(loaded, from, count);
    if (width == 4) {
      target.putInts(loaded, from, count);
    } else {
      target.putLongs(loaded, from, count);
    }
  }

  @Override
  public void toIds(int[] ids, int at) {
    page.add(loaded, from, count);
    dictionary.encode(loaded, from, count, ids, at);
  }

  @Override
  public void idsToPlain(int[] ids, int idCount, Bytes target) {
    target.ensure((long) width * idCount);
    byte[] array = target.array;
    int at = target.size;
    if (width == 4) {
      for (int i = 0; i < idCount; i++) {
        Bytes.INT.set(array, at + 4 * i, (int) dictionary.value(ids[i]));
      }
    } else {
      for (int i = 0; i < idCount; i++) {
        Bytes.LONG.set(array, at + 8 * i, dictionary.value(ids[i]));
      }
    }
    target.size = at + width * idCount;
  }

  @Override
  public boolean hasDictionary() {
    return true;
  }

  @Override
  public int dictionarySize() {
    return dictionary.size();
  }

  @Override
  public long dictionaryBytes() {
    return (long) width * dictionary.size();
  }

  @Override
  public void dictionaryToPlain(Bytes target) {
    if (width == 4) {
      target.putInts(dictionary.values(), 0, dictionary.size());
    } else {
      target.putLongs(dictionary.values(), 0, dictionary.size());
    }
  }

  @Override
  public void dictionaryToBloom(BloomFilter bloom) {
    addAll(dictionary.values(), 0, dictionary.size(), bloom);
  }

  @Override
  public void toBloom(BloomFilter bloom) {
    addAll(loaded, from, count, bloom);
  }

  private void addAll(long[] values, int start, int number, BloomFilter bloom) {
    PrimitiveTypeName name = parquetType.getPrimitiveTypeName();
    for (int i = start; i < start + number; i++) {
      bloom.insertHash(
          switch (name) {
            case INT32 -> bloom.hash((int) values[i]);
            case FLOAT -> bloom.hash(Float.intBitsToFloat((int) values[i]));
            case DOUBLE -> bloom.hash(Double.longBitsToDouble(values[i]));
            default -> bloom.hash(values[i]);
          });
    }
  }

  @Override
  public void clearDictionary() {
    dictionary.clear();
  }

  @Override
  public Statistics<?> endPage(int @Nullable [] ids, int idCount, long nulls) {
    Statistics.Builder statistics = Statistics.getBuilderForReading(parquetType);
    statistics.withNumNulls(nulls);
    if (page.isFloating()) {
      statistics.withNanCount(page.nans());
    }
    if (page.isBounded()) {
      statistics.withMin(littleEndian(page.min())).withMax(littleEndian(page.max()));
    }
    file.addAll(page);
    page.clear();
    return statistics.build();
  }

  private byte[] littleEndian(long bits) {
    ByteBuffer bytes = ByteBuffer.allocate(width).order(ByteOrder.LITTLE_ENDIAN);
    return (width == 4 ? bytes.putInt((int) bits) : bytes.putLong(bits)).array();
  }

  @Override
  public @Nullable Object min() {
    return file.isBounded() ? finite(value(file.min())) : null;
  }

  @Override
  public @Nullable Object max() {
    return file.isBounded() ? finite(value(file.max())) : null;
  }

  private static @Nullable Object finite(@Nullable Object value) {
    boolean infinite =
        (value instanceof Double wide && wide.isInfinite())
            || (value instanceof Float narrow && narrow.isInfinite());
    return infinite ? null : value;
  }

  private @Nullable Object value(long bits) {
    return switch (parquetType.getPrimitiveTypeName()) {
      case FLOAT -> (Object) Float.intBitsToFloat((int) bits);
      case DOUBLE -> Double.longBitsToDouble(bits);
      default ->
          Values.get(
              isInt(type)
                  ? new IntColumn(type, new int[] {(int) bits}, null, 1)
                  : new LongColumn(type, new long[] {bits}, null, 1),
              0);
    };
  }

  private static boolean isInt(DataType type) {
    return type == DataType.BYTE
        || type == DataType.SHORT
        || type == DataType.INT
        || type == DataType.DATE;
  }

  @Override
  public long capacity() {
    return 8L * scratch.length + dictionary.capacity();
  }

  @Override
  public void release() {
    dictionary.release();
  }

  /** Least and greatest of some numbers, given and kept as {@code long}s. */
  private sealed interface Bounds permits IntegerBounds, FloatingBounds {
    void add(long[] values, int from, int count);

    void addAll(Bounds other);

    /** True if there are bounds: some value, and no NaN. */
    boolean isBounded();

    boolean isFloating();

    long nans();

    long min();

    long max();

    void clear();
  }

  /** Of signed integers. */
  private static final class IntegerBounds implements Bounds {
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;

    @Override
    public void add(long[] values, int from, int count) {
      long low = min;
      long high = max;
      for (int i = from; i < from + count; i++) {
        low = Math.min(low, values[i]);
        high = Math.max(high, values[i]);
      }
      min = low;
      max = high;
    }

    @Override
    public void addAll(Bounds other) {
      min = Math.min(min, other.min());
      max = Math.max(max, other.max());
    }

    @Override
    public boolean isBounded() {
      return min <= max;
    }

    @Override
    public boolean isFloating() {
      return false;
    }

    @Override
    public long nans() {
      return 0;
    }

    @Override
    public long min() {
      return min;
    }

    @Override
    public long max() {
      return max;
    }

    @Override
    public void clear() {
      min = Long.MAX_VALUE;
      max = Long.MIN_VALUE;
    }
  }

  /**
   * Of floats and doubles. Zeros are widened to -0.0 and +0.0: readers disagree on whether they are
   * equal. Where there is a NaN there are no bounds: readers disagree on its place in the order.
   *
   * <p>Works on bits turned so that they have the order of integers, with the NaNs outermost.
   */
  private static final class FloatingBounds implements Bounds {
    private final long mask;
    private final long infinity;
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;
    private long nans;

    FloatingBounds(boolean single) {
      mask = single ? Integer.MAX_VALUE : Long.MAX_VALUE;
      infinity =
          single
              ? Float.floatToRawIntBits(Float.POSITIVE_INFINITY)
              : Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);
    }

    @Override
    public void add(long[] values, int from, int count) {
      long low = min;
      long high = max;
      for (int i = from; i < from + count; i++) {
        long turned = turn(values[i]);
        low = Math.min(low, turned);
        high = Math.max(high, turned);
      }
      min = low;
      max = high;
      if (high > infinity || low < ~infinity) {
        countNans(values, from, count);
      }
    }

    private void countNans(long[] values, int from, int count) {
      for (int i = from; i < from + count; i++) {
        nans += (values[i] & mask) > infinity ? 1 : 0;
      }
    }

    /** Turns round the order of negative numbers; done twice it does nothing. */
    private long turn(long bits) {
      return bits ^ ((bits >> 63) & mask);
    }

    @Override
    public void addAll(Bounds other) {
      FloatingBounds bounds = (FloatingBounds) other;
      min = Math.min(min, bounds.min);
      max = Math.max(max, bounds.max);
      nans += bounds.nans;
    }

    @Override
    public boolean isBounded() {
      return min <= max && nans == 0;
    }

    @Override
    public boolean isFloating() {
      return true;
    }

    @Override
    public long nans() {
      return nans;
    }

    /** Below +0.0 stands -0.0, which is turned to -1. */
    @Override
    public long min() {
      return turn(min == 0 ? -1 : min);
    }

    @Override
    public long max() {
      return turn(max == -1 ? 0 : max);
    }

    @Override
    public void clear() {
      min = Long.MAX_VALUE;
      max = Long.MIN_VALUE;
      nans = 0;
    }
  }
}
