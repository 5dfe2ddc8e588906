package dev.lakehouse.arrow;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.columnar.VariantColumn;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/** Copies vectors into columns, which share nothing with them. Not thread-safe. */
final class VectorReader {
  private static final long MILLIS_PER_DAY = 86_400_000;

  private final ArrowBuffers buffers = new ArrowBuffers();
  private final DictionaryProvider dictionaries;

  VectorReader(DictionaryProvider dictionaries) {
    this.dictionaries = dictionaries;
  }

  /** The values of {@code vector} as a column of {@code type}, which its schema maps to. */
  Column column(FieldVector vector, DataType type) {
    if (vector.getField().getDictionary() != null) {
      return decoded(vector, type);
    } else if (vector instanceof StructVector struct) {
      return type instanceof StructType target ? struct(struct, target) : variant(struct);
    } else if (type instanceof ArrayType array) {
      return list(vector, array);
    } else if (type instanceof MapType map) {
      return map((ListVector) vector, map);
    } else if (type == DataType.STRING || type == DataType.BINARY) {
      return bytes(vector, type);
    }
    return fixed(vector, type);
  }

  private @Nullable Validity validity(FieldVector vector) {
    int size = vector.getValueCount();
    if (vector.getNullCount() == 0) {
      return null;
    }
    return Validity.of(buffers.words(vector.getValidityBuffer(), size));
  }

  private Column decoded(FieldVector vector, DataType type) {
    Dictionary dictionary = dictionaries.lookup(vector.getField().getDictionary().getId());
    if (type == DataType.STRING
        && dictionary.getVector().getNullCount() == 0
        && dictionary.getVector().getValueCount() > 0) {
      return codes(vector, (BytesColumn) bytes(dictionary.getVector(), type));
    }
    try (ValueVector decoded = DictionaryEncoder.decode(vector, dictionary)) {
      return column((FieldVector) decoded, type);
    }
  }

  private Column codes(FieldVector vector, BytesColumn dictionary) {
    int size = vector.getValueCount();
    ArrowBuf data = vector.getDataBuffer();
    ArrowType.Int type = vector.getField().getFieldType().getDictionary().getIndexType();
    int[] codes =
        switch (type == null ? 32 : type.getBitWidth()) {
          case 8 -> buffers.bytes(data, size);
          case 16 -> buffers.shorts(data, size);
          case 32 -> buffers.ints(data, size);
          default -> narrowed(buffers.longs(data, 0, size));
        };
    Validity validity = validity(vector);
    int mask = type != null && type.getBitWidth() < 32 ? (1 << type.getBitWidth()) - 1 : -1;
    for (int i = 0; i < size; i++) {
      codes[i] = validity == null || validity.isValid(i) ? codes[i] & mask : 0;
    }
    return new DictionaryColumn(codes, dictionary, validity, size);
  }

  private static int[] narrowed(long[] values) {
    int[] narrow = new int[values.length];
    for (int i = 0; i < narrow.length; i++) {
      narrow[i] = (int) values[i];
    }
    return narrow;
  }

  private Column fixed(FieldVector vector, DataType type) {
    int size = vector.getValueCount();
    if (type == DataType.VOID) {
      return new NullColumn(size);
    }
    Validity validity = validity(vector);
    ArrowBuf data = vector.getDataBuffer();
    if (type == DataType.BOOLEAN) {
      return new BooleanColumn(type, buffers.bits(data, size), validity, size);
    } else if (type == DataType.FLOAT) {
      return new FloatColumn(type, buffers.floats(data, size), validity, size);
    } else if (type == DataType.DOUBLE) {
      return new DoubleColumn(type, buffers.doubles(data, size), validity, size);
    } else if (type == DataType.DATE) {
      return new IntColumn(type, days(vector), validity, size);
    } else if (vector instanceof TimeStampVector times) {
      return new LongColumn(type, micros(times, validity), validity, size);
    } else if (type instanceof DecimalType decimal
        && vector.getField().getType() instanceof ArrowType.Decimal arrow) {
      return decimal(data, arrow.getBitWidth(), decimal, validity, size);
    }
    return whole(data, (ArrowType.Int) vector.getField().getType(), type, validity, size);
  }

  private int[] days(FieldVector vector) {
    int size = vector.getValueCount();
    if (!(vector instanceof DateMilliVector)) {
      return buffers.ints(vector.getDataBuffer(), size);
    }
    long[] millis = buffers.longs(vector.getDataBuffer(), 0, size);
    int[] days = new int[size];
    for (int i = 0; i < size; i++) {
      days[i] = (int) Math.floorDiv(millis[i], MILLIS_PER_DAY);
    }
    return days;
  }

  private long[] micros(TimeStampVector vector, @Nullable Validity validity) {
    long[] values = buffers.longs(vector.getDataBuffer(), 0, vector.getValueCount());
    TimeUnit unit = ((ArrowType.Timestamp) vector.getField().getType()).getUnit();
    if (unit == TimeUnit.MICROSECOND) {
      return values;
    }
    for (int i = 0; i < values.length; i++) {
      if (validity == null || validity.isValid(i)) {
        values[i] = micros(values[i], unit, vector.getField().getName());
      }
    }
    return values;
  }

  private static long micros(long value, TimeUnit unit, String name) {
    if (unit == TimeUnit.NANOSECOND) {
      return Math.floorDiv(value, 1000);
    }
    try {
      return Math.multiplyExact(value, unit == TimeUnit.SECOND ? 1_000_000L : 1000L);
    } catch (ArithmeticException e) {
      throw new SchemaMismatchException(
          "Arrow field '"
              + name
              + "' holds "
              + value
              + " "
              + unit
              + "s, which microseconds cannot count",
          e);
    }
  }

  private Column decimal(
      ArrowBuf data, int bits, DecimalType type, @Nullable Validity validity, int size) {
    long[] low;
    long[] high;
    if (bits == 128) {
      long[] halves = buffers.longs(data, 0, 2 * size);
      low = everySecond(halves, 0, size);
      high = everySecond(halves, 1, size);
    } else {
      low = bits == 64 ? buffers.longs(data, 0, size) : widened(buffers.ints(data, size));
      high = signs(low);
    }
    return type.fitsLong()
        ? new LongColumn(type, low, validity, size)
        : new Decimal128Column(type, high, low, validity, size);
  }

  private static long[] everySecond(long[] halves, int from, int size) {
    long[] values = new long[size];
    for (int i = 0; i < size; i++) {
      values[i] = halves[2 * i + from];
    }
    return values;
  }

  private static long[] signs(long[] values) {
    long[] signs = new long[values.length];
    for (int i = 0; i < signs.length; i++) {
      signs[i] = values[i] >> 63;
    }
    return signs;
  }

  private static long[] widened(int[] values) {
    long[] wide = new long[values.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = values[i];
    }
    return wide;
  }

  /** Unsigned numbers take the next wider type, UINT64 a decimal. */
  private Column whole(
      ArrowBuf data, ArrowType.Int arrow, DataType type, @Nullable Validity validity, int size) {
    boolean signed = arrow.getIsSigned();
    if (arrow.getBitWidth() == 64) {
      long[] values = buffers.longs(data, 0, size);
      return signed
          ? new LongColumn(type, values, validity, size)
          : new Decimal128Column((DecimalType) type, new long[size], values, validity, size);
    }
    int[] values =
        switch (arrow.getBitWidth()) {
          case 8 -> buffers.bytes(data, size);
          case 16 -> buffers.shorts(data, size);
          default -> buffers.ints(data, size);
        };
    if (signed) {
      return new IntColumn(type, values, validity, size);
    }
    long[] wide = widened(values);
    long mask = (1L << arrow.getBitWidth()) - 1;
    for (int i = 0; i < size; i++) {
      wide[i] &= mask;
    }
    return arrow.getBitWidth() == 32
        ? new LongColumn(type, wide, validity, size)
        : new IntColumn(type, narrowed(wide), validity, size);
  }

  private Column bytes(FieldVector vector, DataType type) {
    if (vector instanceof BaseVariableWidthVector variable) {
      return plainBytes(variable, type);
    }
    return byValue(vector, type);
  }

  private Column plainBytes(BaseVariableWidthVector vector, DataType type) {
    int size = vector.getValueCount();
    if (size == 0) {
      return new BytesColumn(type, new int[1], new byte[0], null, 0);
    }
    int[] offsets = buffers.ints(vector.getOffsetBuffer(), size + 1);
    int from = offsets[0];
    byte[] data = new byte[offsets[size] - from];
    vector.getDataBuffer().getBytes(from, data, 0, data.length);
    for (int i = 0; from != 0 && i <= size; i++) {
      offsets[i] -= from;
    }
    return withoutBytesOfNulls(new BytesColumn(type, offsets, data, validity(vector), size));
  }

  /** Arrow may keep bytes under a null, a column may not. */
  private static Column withoutBytesOfNulls(BytesColumn column) {
    for (int i = 0; column.validity() != null && i < column.size(); i++) {
      if (column.isNull(i) && column.length(i) > 0) {
        return compacted(column);
      }
    }
    return column;
  }

  private static BytesColumn compacted(BytesColumn column) {
    int[] offsets = new int[column.size() + 1];
    byte[] data = new byte[column.data().length];
    for (int i = 0; i < column.size(); i++) {
      int length = column.isNull(i) ? 0 : column.length(i);
      System.arraycopy(column.data(), column.offsets()[i], data, offsets[i], length);
      offsets[i + 1] = offsets[i] + length;
    }
    return new BytesColumn(column.type(), offsets, data, column.validity(), column.size());
  }

  /** For the layouts that are rarer: a value at a time. */
  private Column byValue(FieldVector vector, DataType type) {
    int size = vector.getValueCount();
    int[] offsets = new int[size + 1];
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      byte[] value = vector.isNull(i) ? new byte[0] : valueAt(vector, i);
      values.add(value);
      offsets[i + 1] = Math.addExact(offsets[i], value.length);
    }
    byte[] data = new byte[offsets[size]];
    for (int i = 0; i < size; i++) {
      System.arraycopy(values.get(i), 0, data, offsets[i], values.get(i).length);
    }
    return new BytesColumn(type, offsets, data, validity(vector), size);
  }

  private static byte[] valueAt(FieldVector vector, int index) {
    if (vector instanceof BaseLargeVariableWidthVector large) {
      long from = large.getOffsetBuffer().getLong(8L * index);
      long to = large.getOffsetBuffer().getLong(8L * (index + 1));
      byte[] value = new byte[Math.toIntExact(to - from)];
      large.getDataBuffer().getBytes(from, value, 0, value.length);
      return value;
    } else if (vector instanceof FixedSizeBinaryVector binary) {
      return binary.get(index);
    }
    return ((BaseVariableWidthViewVector) vector).getObject(index) instanceof byte[] bytes
        ? bytes
        : vector.getObject(index).toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  private Column struct(StructVector vector, StructType type) {
    int size = vector.getValueCount();
    Validity validity = validity(vector);
    List<Column> children = new ArrayList<>();
    for (int i = 0; i < type.size(); i++) {
      Column child = column((FieldVector) vector.getChildByOrdinal(i), type.field(i).type());
      children.add(nullsUnder(validity, child));
    }
    return new StructColumn(type, children, validity, size);
  }

  /** In a column a field of a null struct is null too; Arrow leaves it open. */
  private static Column nullsUnder(@Nullable Validity parent, Column child) {
    boolean differs = false;
    for (int i = 0; parent != null && i < child.size(); i++) {
      differs |= !parent.isValid(i) && !child.isNull(i);
    }
    if (!differs) {
      return child;
    }
    ColumnBuilder masked = ColumnBuilder.of(child.type());
    for (int i = 0; i < child.size(); i++) {
      masked.append(parent == null || parent.isValid(i) ? Values.get(child, i) : null);
    }
    return masked.build();
  }

  private Column variant(StructVector vector) {
    return new VariantColumn(
        (BytesColumn) bytes(vector.getChild("metadata"), DataType.BINARY),
        (BytesColumn) bytes(vector.getChild("value"), DataType.BINARY),
        validity(vector),
        vector.getValueCount());
  }

  private Column list(FieldVector vector, ArrayType type) {
    int size = vector.getValueCount();
    int[] starts = new int[size + 1];
    int[] ends = new int[size];
    for (int i = 0; i < size; i++) {
      starts[i] = start(vector, i);
      ends[i] = vector.isNull(i) ? starts[i] : end(vector, i);
    }
    FieldVector data = elements(vector);
    Column elements = column(data, type.element());
    Lists lists = Lists.of(starts, ends, size, elements.size());
    return new ListColumn(type, lists.offsets(), lists.gather(elements), validity(vector), size);
  }

  private static FieldVector elements(FieldVector vector) {
    if (vector instanceof ListVector list) {
      return list.getDataVector();
    } else if (vector instanceof LargeListVector list) {
      return list.getDataVector();
    }
    return ((FixedSizeListVector) vector).getDataVector();
  }

  private static int start(FieldVector vector, int index) {
    if (vector instanceof ListVector list) {
      return list.getElementStartIndex(index);
    } else if (vector instanceof LargeListVector list) {
      return Math.toIntExact(list.getElementStartIndex(index));
    }
    return index * ((FixedSizeListVector) vector).getListSize();
  }

  private static int end(FieldVector vector, int index) {
    if (vector instanceof ListVector list) {
      return list.getElementEndIndex(index);
    } else if (vector instanceof LargeListVector list) {
      return Math.toIntExact(list.getElementEndIndex(index));
    }
    return (index + 1) * ((FixedSizeListVector) vector).getListSize();
  }

  private Column map(ListVector vector, MapType type) {
    int size = vector.getValueCount();
    int[] starts = new int[size + 1];
    int[] ends = new int[size];
    for (int i = 0; i < size; i++) {
      starts[i] = vector.getElementStartIndex(i);
      ends[i] = vector.isNull(i) ? starts[i] : vector.getElementEndIndex(i);
    }
    StructVector entries = (StructVector) vector.getDataVector();
    Column keys = column((FieldVector) entries.getChildByOrdinal(0), type.key());
    Column values = column((FieldVector) entries.getChildByOrdinal(1), type.value());
    Lists lists = Lists.of(starts, ends, size, keys.size());
    return new MapColumn(
        type, lists.offsets(), lists.gather(keys), lists.gather(values), validity(vector), size);
  }
}
