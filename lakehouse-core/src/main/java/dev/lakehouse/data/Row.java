package dev.lakehouse.data;

import dev.lakehouse.columnar.Variant;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of a table or one nested struct. Rows that this library hands out are immutable, may be
 * kept, and are equal if schema and values are.
 *
 * <p>Fields are named by index from 0, or by name in any case. A getter of a primitive type refuses
 * a null with an {@link IllegalStateException}; the others give null for it. A getter of another
 * type than the column's refuses too, but for these: whole numbers come out of every wider getter,
 * FLOAT out of {@link #getDouble}, DATE as the days since 1970-01-01 out of {@link #getInt}, and
 * timestamps as the microseconds since 1970-01-01T00:00 out of {@link #getLong}.
 */
public interface Row {
  /**
   * The row of {@code values}, one a field of {@code schema}, in order. A value is of the Java
   * class of its type ({@link #get}) or of one that holds the same value, an {@code Integer} for a
   * LONG for one.
   *
   * @throws IllegalArgumentException if there is not one value a field
   */
  static Row of(StructType schema, @Nullable Object... values) {
    return new ValueRow(schema, values.clone());
  }

  /** Names and types of the fields. */
  StructType schema();

  /** True if the field is null. */
  boolean isNull(int field);

  /** The value of a BOOLEAN field. */
  boolean getBoolean(int field);

  /** The value of a BYTE field. */
  byte getByte(int field);

  /** The value of a SHORT field or a narrower one. */
  short getShort(int field);

  /** The value of an INT field or a narrower one, the days since 1970-01-01 of a DATE. */
  int getInt(int field);

  /** The value of any whole number, the microseconds since 1970-01-01T00:00 of a timestamp. */
  long getLong(int field);

  /** The value of a FLOAT field. */
  float getFloat(int field);

  /** The value of a DOUBLE or FLOAT field. */
  double getDouble(int field);

  /** The value of a DECIMAL field, at the scale of its type. */
  @Nullable BigDecimal getDecimal(int field);

  /** The value of a STRING field. */
  @Nullable String getString(int field);

  /** A copy of the value of a BINARY field. */
  byte @Nullable [] getBinary(int field);

  /** The value of a DATE field. */
  @Nullable LocalDate getDate(int field);

  /** The value of a TIMESTAMP field. */
  @Nullable Instant getTimestamp(int field);

  /** The value of a TIMESTAMP_NTZ field. */
  @Nullable LocalDateTime getTimestampNtz(int field);

  /** The value of an ARRAY field; its elements are what {@link #get} gives for their type. */
  @Nullable List<@Nullable Object> getList(int field);

  /** The value of a MAP field; its keys and values are what {@link #get} gives for their types. */
  @Nullable Map<Object, @Nullable Object> getMap(int field);

  /** The value of a STRUCT field. */
  @Nullable Row getStruct(int field);

  /** The value of a VARIANT field. */
  @Nullable Variant getVariant(int field);

  /**
   * The value of a field of any type: BOOLEAN {@code Boolean}, BYTE {@code Byte}, SHORT {@code
   * Short}, INT {@code Integer}, LONG {@code Long}, FLOAT {@code Float}, DOUBLE {@code Double},
   * DECIMAL {@code BigDecimal}, STRING {@code String}, BINARY {@code byte[]}, DATE {@code
   * LocalDate}, TIMESTAMP {@code Instant}, TIMESTAMP_NTZ {@code LocalDateTime}, ARRAY {@code List},
   * MAP {@code Map}, STRUCT {@code Row}, VARIANT {@code Variant}.
   */
  @Nullable Object get(int field);

  /**
   * The index of the field called {@code name}, in any case.
   *
   * @throws IllegalArgumentException if there is none
   */
  default int indexOf(String name) {
    int index = schema().indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException(
          "There is no column '" + name + "', only " + schema().names());
    }
    return index;
  }

  /** {@link #isNull(int)} by name. */
  default boolean isNull(String name) {
    return isNull(indexOf(name));
  }

  /** {@link #getBoolean(int)} by name. */
  default boolean getBoolean(String name) {
    return getBoolean(indexOf(name));
  }

  /** {@link #getByte(int)} by name. */
  default byte getByte(String name) {
    return getByte(indexOf(name));
  }

  /** {@link #getShort(int)} by name. */
  default short getShort(String name) {
    return getShort(indexOf(name));
  }

  /** {@link #getInt(int)} by name. */
  default int getInt(String name) {
    return getInt(indexOf(name));
  }

  /** {@link #getLong(int)} by name. */
  default long getLong(String name) {
    return getLong(indexOf(name));
  }

  /** {@link #getFloat(int)} by name. */
  default float getFloat(String name) {
    return getFloat(indexOf(name));
  }

  /** {@link #getDouble(int)} by name. */
  default double getDouble(String name) {
    return getDouble(indexOf(name));
  }

  /** {@link #getDecimal(int)} by name. */
  default @Nullable BigDecimal getDecimal(String name) {
    return getDecimal(indexOf(name));
  }

  /** {@link #getString(int)} by name. */
  default @Nullable String getString(String name) {
    return getString(indexOf(name));
  }

  /** {@link #getBinary(int)} by name. */
  default byte @Nullable [] getBinary(String name) {
    return getBinary(indexOf(name));
  }

  /** {@link #getDate(int)} by name. */
  default @Nullable LocalDate getDate(String name) {
    return getDate(indexOf(name));
  }

  /** {@link #getTimestamp(int)} by name. */
  default @Nullable Instant getTimestamp(String name) {
    return getTimestamp(indexOf(name));
  }

  /** {@link #getTimestampNtz(int)} by name. */
  default @Nullable LocalDateTime getTimestampNtz(String name) {
    return getTimestampNtz(indexOf(name));
  }

  /** {@link #getList(int)} by name. */
  default @Nullable List<@Nullable Object> getList(String name) {
    return getList(indexOf(name));
  }

  /** {@link #getMap(int)} by name. */
  default @Nullable Map<Object, @Nullable Object> getMap(String name) {
    return getMap(indexOf(name));
  }

  /** {@link #getStruct(int)} by name. */
  default @Nullable Row getStruct(String name) {
    return getStruct(indexOf(name));
  }

  /** {@link #getVariant(int)} by name. */
  default @Nullable Variant getVariant(String name) {
    return getVariant(indexOf(name));
  }

  /** {@link #get(int)} by name. */
  default @Nullable Object get(String name) {
    return get(indexOf(name));
  }
}
