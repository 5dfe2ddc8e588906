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
    return rows.schema();
  }

  @Override
  public boolean isNull(int field) {
    return rows.column(field).isNull(index);
  }

  @Override
  public boolean getBoolean(int field) {
    return rows.column(field).booleanAt(index);
  }

  @Override
  public byte getByte(int field) {
    return rows.column(field).byteAt(index);
  }

  @Override
  public short getShort(int field) {
    return rows.column(field).shortAt(index);
  }

  @Override
  public int getInt(int field) {
    return rows.column(field).intAt(index);
  }

  @Override
  public long getLong(int field) {
    return rows.column(field).longAt(index);
  }

  @Override
  public float getFloat(int field) {
    return rows.column(field).floatAt(index);
  }

  @Override
  public double getDouble(int field) {
    return rows.column(field).doubleAt(index);
  }

  @Override
  public @Nullable BigDecimal getDecimal(int field) {
    return rows.column(field).decimalAt(index);
  }

  @Override
  public @Nullable String getString(int field) {
    return rows.column(field).stringAt(index);
  }

  @Override
  public byte @Nullable [] getBinary(int field) {
    return (byte[]) rows.column(field).typedAt(index, DataType.BINARY, "getBinary");
  }

  @Override
  public @Nullable LocalDate getDate(int field) {
    return rows.column(field).dateAt(index);
  }

  @Override
  public @Nullable Instant getTimestamp(int field) {
    return (Instant) rows.column(field).typedAt(index, DataType.TIMESTAMP, "getTimestamp");
  }

  @Override
  public @Nullable LocalDateTime getTimestampNtz(int field) {
    return (LocalDateTime)
        rows.column(field).typedAt(index, DataType.TIMESTAMP_NTZ, "getTimestampNtz");
  }

  @Override
  public @Nullable List<@Nullable Object> getList(int field) {
    return rows.column(field).listAt(index);
  }

  @Override
  public @Nullable Map<Object, @Nullable Object> getMap(int field) {
    return rows.column(field).mapAt(index);
  }

  @Override
  public @Nullable Row getStruct(int field) {
    return rows.column(field).structAt(index);
  }

  @Override
  public @Nullable Variant getVariant(int field) {
    return (Variant) rows.column(field).typedAt(index, DataType.VARIANT, "getVariant");
  }

  @Override
  public @Nullable Object get(int field) {
    return rows.column(field).valueAt(index);
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
