package dev.lakehouse.columnar;

import dev.lakehouse.types.DataType;

/**
 * {@code VOID}: nothing but nulls.
 *
 * @param size how many nulls there are
 */
public record NullColumn(int size) implements Column {
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
