package dev.lakehouse.parquet.read;

import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of a file.
 *
 * @param columns names and types of the columns that come out. A column that the file lacks is
 *     null; one of a narrower type is widened as the protocol allows
 * @param matching how columns are found in the file
 * @param filter which rows come out; null for all
 * @param rowIndexColumn the name of a further column, the last, with the position of each row in
 *     the file; null for none
 */
public record ReadRequest(
    StructType columns,
    FieldMatching matching,
    @Nullable RowFilter filter,
    @Nullable String rowIndexColumn) {
  /**
   * A predicate; rows for which it is TRUE come out. Row groups and pages without such rows are not
   * read.
   *
   * @param predicate over the request's columns
   * @param context the zone and time for it
   */
  public record RowFilter(Expression predicate, ExpressionContext context) {}

  /** All of {@code columns}, by name. */
  public static ReadRequest of(StructType columns) {
    return new ReadRequest(columns, FieldMatching.NAME, null, null);
  }

  /** This request with another way to find columns. */
  public ReadRequest matching(FieldMatching other) {
    return new ReadRequest(columns, other, filter, rowIndexColumn);
  }

  /** This request for the rows only for which {@code predicate} is TRUE. */
  public ReadRequest where(Expression predicate, ExpressionContext context) {
    return new ReadRequest(columns, matching, new RowFilter(predicate, context), rowIndexColumn);
  }

  /** This request with a column of row positions. */
  public ReadRequest rowIndex(String name) {
    return new ReadRequest(columns, matching, filter, name);
  }
}
