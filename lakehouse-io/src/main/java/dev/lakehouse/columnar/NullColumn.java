package dev.lakehouse.columnar;

import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructType;

/**
 * {@code VOID}: nothing but nulls.
 *
 * @param size how many nulls there are
 */
public record NullColumn(int size) implements Column {
  /** A column of {@code size} nulls of any type, in that type's layout. */
  public static Column of(DataType type, int size) {
    Validity none = Validity.allNull(size);
    if (type instanceof DecimalType decimal) {
      return decimal.fitsLong()
          ? new LongColumn(type, new long[size], none, size)
          : new Decimal128Column(decimal, new long[size], new long[size], none, size);
    } else if (type instanceof ArrayType array) {
      return new ListColumn(array, new int[size + 1], of(array.element(), 0), none, size);
    } else if (type instanceof MapType map) {
      return new MapColumn(
          map, new int[size + 1], of(map.key(), 0), of(map.value(), 0), none, size);
    } else if (type instanceof StructType struct) {
      return new StructColumn(
          struct, struct.fields().stream().map(f -> of(f.type(), size)).toList(), none, size);
    }
    return ofPrimitive((PrimitiveType) type, none, size);
  }

  private static Column ofPrimitive(PrimitiveType type, Validity none, int size) {
    return switch (type) {
      case BOOLEAN -> new BooleanColumn(type, new boolean[size], none, size);
      case BYTE, SHORT, INT, DATE -> new IntColumn(type, new int[size], none, size);
      case LONG, TIMESTAMP, TIMESTAMP_NTZ -> new LongColumn(type, new long[size], none, size);
      case FLOAT -> new FloatColumn(type, new float[size], none, size);
      case DOUBLE -> new DoubleColumn(type, new double[size], none, size);
      case STRING, BINARY -> new BytesColumn(type, new int[size + 1], new byte[0], none, size);
      case VARIANT -> {
        BytesColumn empty =
            new BytesColumn(DataType.BINARY, new int[size + 1], new byte[0], none, size);
        yield new VariantColumn(empty, empty, none, size);
      }
      case VOID -> new NullColumn(size);
    };
  }

  @Override
  public DataType type() {
    return DataType.VOID;
  }

  @Override
  public Validity validity() {
    return Validity.allNull(size);
  }

  @Override
  public boolean isNull(int index) {
    return true;
  }

  @Override
  public NullColumn slice(int from, int newSize) {
    return new NullColumn(newSize);
  }

  @Override
  public NullColumn gather(int[] rows, int count) {
    return new NullColumn(count);
  }

  @Override
  public long bytes() {
    return 0;
  }
}
