package dev.lakehouse.scan;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.types.DataType;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** Columns of one value over and over. */
final class ConstantColumns {
  private ConstantColumns() {}

  /** {@code size} times {@code value}, of the class that stands for {@code type}. */
  static Column of(DataType type, @Nullable Object value, int size) {
    Column one = ColumnBuilder.column(type, Collections.singletonList(value));
    return one instanceof BytesColumn bytes
        ? DictionaryColumn.constant(bytes, size)
        : one.gather(new int[size], size);
  }
}
