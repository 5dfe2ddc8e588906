package dev.lakehouse.columnar;

import java.util.Arrays;

/**
 * One variant value in the binary encoding of the Parquet variant specification.
 *
 * @param metadata the dictionary of field names; not copied
 * @param value the value; not copied
 */
public record Variant(byte[] metadata, byte[] value) {
  @Override
  public boolean equals(Object other) {
    return other instanceof Variant variant
        && Arrays.equals(metadata, variant.metadata)
        && Arrays.equals(value, variant.value);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(metadata) + Arrays.hashCode(value);
  }
}
