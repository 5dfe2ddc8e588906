package dev.lakehouse.parquet.decode;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.types.DataType;
import java.util.Arrays;

/** Values of {@code BOOLEAN}. */
final class BooleanValues extends LeafValues {
  private boolean[] values = new boolean[0];

  BooleanValues(LeafType type) {
    super(type);
  }

  @Override
  void loadDictionary(ValuePage page, int count) {
    throw unfit(page, "a dictionary of booleans");
  }

  @Override
  public void clearDictionary() {}

  @Override
  void allocate(int capacity) {
    values = new boolean[capacity];
  }

  @Override
  void read(ValuePage page, int count) {
    if (size + count > values.length) {
      values = Arrays.copyOf(values, grown(values.length, size + count));
    }
    if (!(page instanceof ValuePage.Ids bits)) {
      throw unfit(page, "booleans");
    }
    bits.reader().read(values, size, count);
  }

  @Override
  public Column column() {
    return new BooleanColumn(DataType.BOOLEAN, values, null, size);
  }
}
