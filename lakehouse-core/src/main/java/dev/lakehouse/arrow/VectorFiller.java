package dev.lakehouse.arrow;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.VariantColumn;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

/** Copies columns into vectors. Not thread-safe. */
final class VectorFiller {
  private final ArrowBuffers buffers = new ArrowBuffers();

  /** Makes {@code vector} hold the values of {@code column}. */
  void fill(FieldVector vector, Column column) {
    if (column instanceof BytesColumn bytes) {
      fillBytes((BaseVariableWidthVector) vector, bytes);
    } else if (column instanceof DictionaryColumn dictionary) {
      fillBytes((BaseVariableWidthVector) vector, dictionary.flat());
    } else if (column instanceof StructColumn struct) {
      fillStruct((StructVector) vector, struct);
    } else if (column instanceof VariantColumn variant) {
      fillVariant((StructVector) vector, variant);
    } else if (column instanceof ListColumn list) {
      ListVector target = (ListVector) vector;
      int from = fillOffsets(target, list, list.offsets());
      fill(target.getDataVector(), list.elements().slice(from, list.offsets()[list.size()] - from));
      target.setValueCount(list.size());
    } else if (column instanceof MapColumn map) {
      fillMap((ListVector) vector, map);
    } else if (vector instanceof BaseFixedWidthVector fixed) {
      fillFixed(fixed, column);
    }
    vector.setValueCount(column.size());
  }

  private void fillFixed(BaseFixedWidthVector vector, Column column) {
    int size = column.size();
    vector.allocateNew(size);
    buffers.putValidity(vector.getValidityBuffer(), column.validity(), size);
    var data = vector.getDataBuffer();
    if (column instanceof BooleanColumn booleans) {
      buffers.putBits(data, booleans.values(), size);
    } else if (column instanceof IntColumn ints && ints.type() == PrimitiveType.BYTE) {
      buffers.putBytes(data, ints.values(), size);
    } else if (column instanceof IntColumn ints && ints.type() == PrimitiveType.SHORT) {
      buffers.putShorts(data, ints.values(), size);
    } else if (column instanceof IntColumn ints) {
      buffers.putInts(data, ints.values(), size);
    } else if (column instanceof LongColumn longs && longs.type() instanceof DecimalType) {
      buffers.putLongs(data, wide(longs), 2 * size);
    } else if (column instanceof LongColumn longs) {
      buffers.putLongs(data, longs.values(), size);
    } else if (column instanceof FloatColumn floats) {
      buffers.putFloats(data, floats.values(), size);
    } else if (column instanceof DoubleColumn doubles) {
      buffers.putDoubles(data, doubles.values(), size);
    } else {
      buffers.putLongs(data, wide((Decimal128Column) column), 2 * size);
    }
  }

  private static long[] wide(LongColumn column) {
    long[] halves = new long[2 * column.size()];
    for (int i = 0; i < column.size(); i++) {
      halves[2 * i] = column.values()[i];
      halves[2 * i + 1] = column.values()[i] >> 63;
    }
    return halves;
  }

  private static long[] wide(Decimal128Column column) {
    long[] halves = new long[2 * column.size()];
    for (int i = 0; i < column.size(); i++) {
      halves[2 * i] = column.low()[i];
      halves[2 * i + 1] = column.high()[i];
    }
    return halves;
  }

  private void fillBytes(BaseVariableWidthVector vector, BytesColumn column) {
    int size = column.size();
    int from = column.offsets()[0];
    int length = column.offsets()[size] - from;
    vector.allocateNew(length, size);
    buffers.putValidity(vector.getValidityBuffer(), column.validity(), size);
    buffers.putInts(vector.getOffsetBuffer(), fromZero(column.offsets(), size), size + 1);
    vector.getDataBuffer().setBytes(0, column.data(), from, length);
    vector.setLastSet(size - 1);
  }

  private static int[] fromZero(int[] offsets, int size) {
    if (offsets[0] == 0) {
      return offsets;
    }
    int[] shifted = new int[size + 1];
    for (int i = 0; i <= size; i++) {
      shifted[i] = offsets[i] - offsets[0];
    }
    return shifted;
  }

  private void fillStruct(StructVector vector, StructColumn column) {
    vector.setInitialCapacity(column.size());
    vector.allocateNew();
    buffers.putValidity(vector.getValidityBuffer(), column.validity(), column.size());
    for (int i = 0; i < column.children().size(); i++) {
      fill((FieldVector) vector.getChildByOrdinal(i), column.child(i));
    }
  }

  private void fillVariant(StructVector vector, VariantColumn column) {
    vector.setInitialCapacity(column.size());
    vector.allocateNew();
    buffers.putValidity(vector.getValidityBuffer(), column.validity(), column.size());
    fill((FieldVector) vector.getChildByOrdinal(0), column.metadata());
    fill((FieldVector) vector.getChildByOrdinal(1), column.value());
  }

  /** Sets validity and offsets; gives the first element that the lists use. */
  private int fillOffsets(ListVector vector, Column column, int[] offsets) {
    int size = column.size();
    vector.setInitialCapacity(size);
    vector.allocateNew();
    buffers.putValidity(vector.getValidityBuffer(), column.validity(), size);
    buffers.putInts(vector.getOffsetBuffer(), fromZero(offsets, size), size + 1);
    vector.setLastSet(size - 1);
    return offsets[0];
  }

  private void fillMap(ListVector vector, MapColumn column) {
    int from = fillOffsets(vector, column, column.offsets());
    int count = column.offsets()[column.size()] - from;
    StructVector entries = (StructVector) vector.getDataVector();
    entries.setInitialCapacity(count);
    entries.allocateNew();
    buffers.putValidity(entries.getValidityBuffer(), null, count);
    fill((FieldVector) entries.getChildByOrdinal(0), column.keys().slice(from, count));
    fill((FieldVector) entries.getChildByOrdinal(1), column.values().slice(from, count));
    entries.setValueCount(count);
    vector.setValueCount(column.size());
  }
}
