package dev.lakehouse.data;

import dev.lakehouse.columnar.Values;
import dev.lakehouse.columnar.Variant;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row of Java values, which {@link #get} gives back as they were put in. */
final class ValueRow implements Row {
  private final StructType schema;
  private final @Nullable Object[] values;

  ValueRow(StructType schema, @Nullable Object[] values) {
    if (values.length != schema.size()) {
      throw new IllegalArgumentException(
          values.length + " values for the " + schema.size() + " columns " + schema.names());
    }
    this.schema = schema;
    this.values = values;
  }

  @Override
  public StructType schema() {
    return schema;
  }

  @Override
  public boolean isNull(int field) {
    return values[field] == null;
  }

  @Override
  public boolean getBoolean(int field) {
    return present(field, Boolean.class);
  }

  @Override
  public byte getByte(int field) {
    return (byte) whole(field, Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  @Override
  public short getShort(int field) {
    return (short) whole(field, Short.MIN_VALUE, Short.MAX_VALUE);
  }

  @Override
  public int getInt(int field) {
    return values[field] instanceof LocalDate date
        ? Math.toIntExact(date.toEpochDay())
        : (int) whole(field, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  @Override
  public long getLong(int field) {
    if (values[field] instanceof Instant instant) {
      return Values.micros(instant);
    }
    return values[field] instanceof LocalDateTime time
        ? Values.micros(time)
        : whole(field, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private long whole(int field, long min, long max) {
    Object value = values[field];
    if (!(value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte)) {
      throw refused(field);
    }
    long number = ((Number) value).longValue();
    if (number < min || number > max) {
      throw refused(field);
    }
    return number;
  }

  @Override
  public float getFloat(int field) {
    return present(field, Float.class);
  }

  @Override
  public double getDouble(int field) {
    return values[field] instanceof Float number ? number : present(field, Double.class);
  }

  @Override
  public @Nullable BigDecimal getDecimal(int field) {
    return cast(field, BigDecimal.class);
  }

  @Override
  public @Nullable String getString(int field) {
    return cast(field, String.class);
  }

  @Override
  public byte @Nullable [] getBinary(int field) {
    byte[] bytes = cast(field, byte[].class);
    return bytes == null ? null : bytes.clone();
  }

  @Override
  public @Nullable LocalDate getDate(int field) {
    return cast(field, LocalDate.class);
  }

  @Override
  public @Nullable Instant getTimestamp(int field) {
    return cast(field, Instant.class);
  }

  @Override
  public @Nullable LocalDateTime getTimestampNtz(int field) {
    return cast(field, LocalDateTime.class);
  }

  @Override
  @SuppressWarnings("unchecked")
  public @Nullable List<@Nullable Object> getList(int field) {
    return cast(field, List.class);
  }

  @Override
  @SuppressWarnings("unchecked")
  public @Nullable Map<Object, @Nullable Object> getMap(int field) {
    return cast(field, Map.class);
  }

  @Override
  public @Nullable Row getStruct(int field) {
    return cast(field, Row.class);
  }

  @Override
  public @Nullable Variant getVariant(int field) {
    return cast(field, Variant.class);
  }

  @Override
  public @Nullable Object get(int field) {
    return values[field];
  }

  private <T> T present(int field, Class<T> wanted) {
    T value = cast(field, wanted);
    if (value == null) {
      throw new IllegalStateException(
          "Column '" + schema.field(field).name() + "' is null in this row. Ask isNull first.");
    }
    return value;
  }

  private <T> @Nullable T cast(int field, Class<T> wanted) {
    Object value = values[field];
    if (value != null && !wanted.isInstance(value)) {
      throw refused(field);
    }
    return wanted.cast(value);
  }

  private IllegalArgumentException refused(int field) {
    Object value = values[field];
    DataType type = schema.field(field).type();
    return new IllegalArgumentException(
        "Column '"
            + schema.field(field).name()
            + "' of type "
            + type
            + " is asked for as another type than that of its value "
            + value
            + (value == null ? "" : " (" + value.getClass().getSimpleName() + ")"));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return RowText.equal(this, other);
  }

  @Override
  public int hashCode() {
    return RowText.hash(this);
  }

  @Override
  public String toString() {
    return RowText.text(this);
  }
}
