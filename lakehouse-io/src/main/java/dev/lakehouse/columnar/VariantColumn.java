package dev.lakehouse.columnar;

import dev.lakehouse.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * Variants in the binary encoding of the Parquet variant specification, unshredded. A variant that
 * holds the variant null is distinct from a null.
 *
 * @param metadata the metadata bytes of each value, of type {@code BINARY}
 * @param value the value bytes of each value, of type {@code BINARY}
 * @param validity which variants are there; null if all are
 * @param size how many variants there are
 */
public record VariantColumn(
    BytesColumn metadata, BytesColumn value, @Nullable Validity validity, int size)
    implements Column {
  @Override
  public DataType type() {
    return DataType.VARIANT;
  }

  @Override
  public VariantColumn slice(int from, int newSize) {
    return new VariantColumn(
        metadata.slice(from, newSize),
        value.slice(from, newSize),
        Validity.slice(validity, from, newSize),
        newSize);
  }

  @Override
  public VariantColumn gather(int[] rows, int count) {
    return new VariantColumn(
        metadata.gather(rows, count),
        value.gather(rows, count),
        Validity.gather(validity, rows, count),
        count);
  }

  @Override
  public long bytes() {
    return metadata.bytes() + value.bytes() + (validity == null ? 0 : size >>> 3);
  }
}
