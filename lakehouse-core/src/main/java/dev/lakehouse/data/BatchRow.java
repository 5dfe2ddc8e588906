package dev.lakehouse.data;

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

/** One row of a batch, which it keeps alive. */
final class BatchRow implements Row {
  private final BatchRows rows;
  private final int index;

  BatchRow(BatchRows rows, int index) {
    this.rows = rows;
    this.index = index;
  }

  @Override
  public StructType schema() {
    return rows.schema;
  }

  @Override
  public boolean isNull(int field) {
    return rows.isNull(field, index);
  }

  @Override
  public boolean getBoolean(int field) {
    return rows.booleanAt(field, index);
  }

  @Override
  public byte getByte(int field) {
    return (byte) rows.narrowAt(field, index, "getByte");
  }

  @Override
  public short getShort(int field) {
    return (short) rows.narrowAt(field, index, "getShort");
  }

  @Override
  public int getInt(int field) {
    return rows.intAt(field, index);
  }

  @Override
  public long getLong(int field) {
    return rows.longAt(field, index);
  }

  @Override
  public float getFloat(int field) {
    return rows.floatAt(field, index);
  }

  @Override
  public double getDouble(int field) {
    return rows.doubleAt(field, index);
  }

  @Override
  public @Nullable BigDecimal getDecimal(int field) {
    return rows.decimalAt(field, index);
  }

  @Override
  public @Nullable String getString(int field) {
    return rows.stringAt(field, index);
  }

  @Override
  public byte @Nullable [] getBinary(int field) {
    return (byte[]) rows.typedAt(field, index, DataType.BINARY, "getBinary");
  }

  @Override
  public @Nullable LocalDate getDate(int field) {
    return (LocalDate) rows.typedAt(field, index, DataType.DATE, "getDate");
  }

  @Override
  public @Nullable Instant getTimestamp(int field) {
    return (Instant) rows.typedAt(field, index, DataType.TIMESTAMP, "getTimestamp");
  }

  @Override
  public @Nullable LocalDateTime getTimestampNtz(int field) {
    return (LocalDateTime) rows.typedAt(field, index, DataType.TIMESTAMP_NTZ, "getTimestampNtz");
  }

  @Override
  public @Nullable List<@Nullable Object> getList(int field) {
    return rows.listAt(field, index);
  }

  @Override
  public @Nullable Map<Object, @Nullable Object> getMap(int field) {
    return rows.mapAt(field, index);
  }

  @Override
  public @Nullable Row getStruct(int field) {
    return rows.structAt(field, index);
  }

  @Override
  public @Nullable Variant getVariant(int field) {
    return (Variant) rows.typedAt(field, index, DataType.VARIANT, "getVariant");
  }

  @Override
  public @Nullable Object get(int field) {
    return rows.valueAt(field, index);
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
