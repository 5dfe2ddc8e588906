package dev.lakehouse.parquet.decode;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.types.DataType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values of {@code BOOLEAN}. */
final class BooleanValues extends LeafValues {
  private boolean @Nullable [] dictionary;
  private boolean[] values = new boolean[0];

  BooleanValues(LeafType type) {
    super(type);
  }

  @Override
  void loadDictionary(ValuePage page, int count) {
    boolean[] loaded = new boolean[count];
    if (!(page instanceof ValuePage.Ids bits)) {
      throw unfit(page, "booleans");
    }
    bits.reader().read(loaded, 0, count);
    dictionary = loaded;
  }

  @Override
  public void clearDictionary() {
    dictionary = null;
  }

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
