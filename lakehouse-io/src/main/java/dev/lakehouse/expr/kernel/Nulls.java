package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.types.DataType;

/** Columns of nothing but nulls. */
public final class Nulls {
  private Nulls() {}

  /** {@code size} nulls of type {@code type}, in that type's layout. */
  public static Column column(DataType type, int size) {
    return type == DataType.VOID
        ? new NullColumn(size)
        : ColumnBuilder.of(type).append(null).build().gather(new int[size], size);
  }
}
