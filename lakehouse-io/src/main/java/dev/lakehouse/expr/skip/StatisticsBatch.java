package dev.lakehouse.expr.skip;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.types.ColumnPath;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of some containers of rows (files, row groups, pages), one value a container. What is
 * not known is null, a whole column of it or one value.
 */
public interface StatisticsBatch {
  /** How many containers there are. */
  int size();

  /**
   * For each container a value that no non-null value of {@code path} is below, of the column's
   * type. It need not occur. NaN does not count as a value here, and as a bound means unknown.
   */
  @Nullable Column min(ColumnPath path);

  /** For each container a value that no non-null value of {@code path} is above; else as above. */
  @Nullable Column max(ColumnPath path);

  /** In how many rows {@code path} is null, be it because a struct around it is. */
  @Nullable LongColumn nullCount(ColumnPath path);

  /**
   * How many NaNs {@code path} has. Where it is not known, a NaN may be in any container of
   * floating numbers, whatever its bounds.
   */
  default @Nullable LongColumn nanCount(ColumnPath path) {
    return null;
  }

  /** How many rows there are. */
  @Nullable LongColumn rowCount();
}
