package dev.lakehouse.columnar;

import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects Java values, of the classes that {@link Values} names, into a column. Not thread-safe;
 * used once.
 *
 * <p>Boxes every value: for rows, tests and constants, not for loops.
 */
public final class ColumnBuilder {
  private final DataType type;
  private final List<ColumnBuilder> children = new ArrayList<>();
  private boolean[] valid = new boolean[16];
  private int[] ints = new int[16];
  private long[] longs = new long[16];
  private long[] highs = new long[16];
  private double[] doubles = new double[16];
  private byte[] bytes = new byte[16];
  private int size;

  private ColumnBuilder(DataType type) {
    this.type = type;
    if (type instanceof ArrayType array) {
      children.add(new ColumnBuilder(array.element()));
    } else if (type instanceof MapType map) {
      children.add(new ColumnBuilder(map.key()));
      children.add(new ColumnBuilder(map.value()));
    } else if (type instanceof StructType struct) {
      struct.forEach(field -> children.add(new ColumnBuilder(field.type())));
    } else if (type == PrimitiveType.VARIANT) {
      children.add(new ColumnBuilder(DataType.BINARY));
      children.add(new ColumnBuilder(DataType.BINARY));
    }
  }

  /** A builder for values of {@code type}. */
  public static ColumnBuilder of(DataType type) {
    return new ColumnBuilder(type);
  }

  /** The column of {@code values}. */
  public static Column column(DataType type, List<? extends @Nullable Object> values) {
    ColumnBuilder builder = of(type);
    values.forEach(builder::append);
    return builder.build();
  }

  /** How many values were appended. */
  public int size() {
    return size;
  }

  /**
   * Appends a value, or a null.
   *
   * @throws ClassCastException if the value is not of the type's class
   * @throws ArithmeticException if a decimal does not fit the type exactly
   */
  public ColumnBuilder append(@Nullable Object value) {
    ensureCapacity();
    valid[size] = value != null;
    if (value != null) {
      store(value);
    } else {
      storeNull();
    }
    size++;
    return this;
  }

  private void ensureCapacity() {
    if (size + 2 > valid.length) {
      int capacity = 2 * valid.length;
      valid = Arrays.copyOf(valid, capacity);
      ints = Arrays.copyOf(ints, capacity);
      longs = Arrays.copyOf(longs, capacity);
      highs = Arrays.copyOf(highs, capacity);
      doubles = Arrays.copyOf(doubles, capacity);
    }
  }

  private void storeNull() {
    ints[size + 1] = ints[size];
    if (type instanceof StructType || type == PrimitiveType.VARIANT) {
      children.forEach(child -> child.append(null));
    }
  }

  private void store(Object value) {
    if (type instanceof PrimitiveType primitive) {
      storePrimitive(primitive, value);
    } else if (type instanceof DecimalType decimal) {
      storeDecimal(decimal, (BigDecimal) value);
    } else if (type instanceof StructType) {
      List<?> fields = (List<?>) value;
      for (int i = 0; i < children.size(); i++) {
        children.get(i).append(fields.get(i));
      }
    } else if (value instanceof Map<?, ?> map) {
      map.forEach(
          (key, element) -> {
            children.get(0).append(key);
            children.get(1).append(element);
          });
      ints[size + 1] = children.get(0).size;
    } else {
      ((List<?>) value).forEach(children.get(0)::append);
      ints[size + 1] = children.get(0).size;
    }
  }

  private void storePrimitive(PrimitiveType primitive, Object value) {
    switch (primitive) {
      case BOOLEAN -> ints[size] = (Boolean) value ? 1 : 0;
      case BYTE, SHORT, INT -> ints[size] = ((Number) value).intValue();
      case DATE -> ints[size] = Math.toIntExact(((LocalDate) value).toEpochDay());
      case LONG -> longs[size] = ((Number) value).longValue();
      case TIMESTAMP -> longs[size] = Values.micros((Instant) value);
      case TIMESTAMP_NTZ -> longs[size] = Values.micros((LocalDateTime) value);
      case FLOAT, DOUBLE -> doubles[size] = ((Number) value).doubleValue();
      case STRING -> storeBytes(((String) value).getBytes(StandardCharsets.UTF_8));
      case BINARY -> storeBytes((byte[]) value);
      case VARIANT -> {
        children.get(0).append(((Variant) value).metadata());
        children.get(1).append(((Variant) value).value());
      }
      case VOID -> throw new ClassCastException("A void column holds only nulls, not " + value);
    }
  }

  private void storeDecimal(DecimalType decimal, BigDecimal value) {
    BigInteger unscaled = value.setScale(decimal.scale()).unscaledValue();
    if (unscaled.abs().toString().length() > decimal.precision()) {
      throw new ArithmeticException(value + " does not fit " + decimal);
    }
    longs[size] = unscaled.longValue();
    highs[size] = unscaled.shiftRight(64).longValue();
  }

  private void storeBytes(byte[] value) {
    int from = ints[size];
    int to = Math.addExact(from, value.length);
    if (to > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(to, 2L * from)));
    }
    System.arraycopy(value, 0, bytes, from, value.length);
    ints[size + 1] = to;
  }

  /** The column of the values appended. */
  public Column build() {
    Validity validity = Validity.ofBooleans(valid, size);
    if (type instanceof PrimitiveType primitive) {
      return buildPrimitive(primitive, validity);
    } else if (type instanceof DecimalType decimal) {
      return decimal.fitsLong()
          ? new LongColumn(type, longs, validity, size)
          : new Decimal128Column(decimal, highs, longs, validity, size);
    } else if (type instanceof ArrayType array) {
      return new ListColumn(array, ints, children.get(0).build(), validity, size);
    } else if (type instanceof MapType map) {
      return new MapColumn(
          map, ints, children.get(0).build(), children.get(1).build(), validity, size);
    }
    List<Column> columns = children.stream().map(ColumnBuilder::build).toList();
    return new StructColumn((StructType) type, columns, validity, size);
  }

  private Column buildPrimitive(PrimitiveType primitive, @Nullable Validity validity) {
    return switch (primitive) {
      case BOOLEAN -> new BooleanColumn(type, booleans(), validity, size);
      case BYTE, SHORT, INT, DATE -> new IntColumn(type, ints, validity, size);
      case LONG, TIMESTAMP, TIMESTAMP_NTZ -> new LongColumn(type, longs, validity, size);
      case FLOAT -> new FloatColumn(type, floats(), validity, size);
      case DOUBLE -> new DoubleColumn(type, doubles, validity, size);
      case STRING, BINARY -> new BytesColumn(type, ints, bytes, validity, size);
      case VARIANT ->
          new VariantColumn(
              (BytesColumn) children.get(0).build(),
              (BytesColumn) children.get(1).build(),
              validity,
              size);
      case VOID -> new NullColumn(size);
    };
  }

  private boolean[] booleans() {
    boolean[] values = new boolean[size];
    for (int i = 0; i < size; i++) {
      values[i] = ints[i] != 0;
    }
    return values;
  }

  private float[] floats() {
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = (float) doubles[i];
    }
    return values;
  }
}
