package dev.lakehouse.columnar;

import dev.lakehouse.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column of a {@link Batch}. Immutable once made; arrays handed out are not
 * copied, may be longer than {@link #size()}, and must not be changed.
 *
 * <p>A closed set, by physical layout. The value under a null is unspecified.
 */
public sealed interface Column
    permits BooleanColumn,
        IntColumn,
        LongColumn,
        FloatColumn,
        DoubleColumn,
        Decimal128Column,
        BytesColumn,
        DictionaryColumn,
        ListColumn,
        MapColumn,
        StructColumn,
        VariantColumn,
        NullColumn {
  /** The type of the values. */
  DataType type();

  /** How many values there are, nulls included. */
  int size();

  /** Which values are there; null if all are. */
  @Nullable Validity validity();

  /** True if the value at {@code index} is null. */
  default boolean isNull(int index) {
    Validity validity = validity();
    return validity != null && !validity.isValid(index);
  }

  /** How many values are null. */
  default int nullCount() {
    Validity validity = validity();
    return validity == null ? 0 : validity.nullCount(size());
  }

  /** The values {@code from} to {@code from + size}. Large buffers are shared where possible. */
  Column slice(int from, int size);

  /** The values at the first {@code count} of {@code rows}, in that order, repeats allowed. */
  Column gather(int[] rows, int count);

  /** About how many bytes of heap the values take. */
  long bytes();
}
