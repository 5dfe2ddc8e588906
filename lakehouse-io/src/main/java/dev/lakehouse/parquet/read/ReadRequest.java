package dev.lakehouse.parquet.read;

import dev.lakehouse.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of a file.
 *
 * @param columns names and types of the columns that come out. A column that the file lacks is
 *     null; one of a narrower type is widened as the protocol allows
 * @param matching how columns are found in the file
 * @param rowIndexColumn the name of a further column, the last, with the position of each row in
 *     the file; null for none
 */
public record ReadRequest(
    StructType columns, FieldMatching matching, @Nullable String rowIndexColumn) {
  /** All of {@code columns}, by name. */
  public static ReadRequest of(StructType columns) {
    return new ReadRequest(columns, FieldMatching.NAME, null);
  }

  /** This request with another way to find columns. */
  public ReadRequest matching(FieldMatching other) {
    return new ReadRequest(columns, other, rowIndexColumn);
  }

  /** This request with a column of row positions. */
  public ReadRequest rowIndex(String name) {
    return new ReadRequest(columns, matching, name);
  }
}
