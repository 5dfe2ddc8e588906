package dev.lakehouse.parquet.read;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.types.DataType;

/** A column that the file lacks: nulls. */
record MissingReader(DataType type) implements ColumnReader {
  @Override
  public int available(long row, int max) {
    return max;
  }

  @Override
  public Column take(long row, int count) {
    return NullColumn.of(type, count);
  }

  @Override
  public void close() {}
}
