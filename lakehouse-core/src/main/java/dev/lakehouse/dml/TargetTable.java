package dev.lakehouse.dml;

import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.scan.ScanQuery;
import dev.lakehouse.types.StructType;
import dev.lakehouse.write.WriteTarget;

/**
 * The table whose rows are changed, as it is before. Immutable.
 *
 * @param environment storage, memory and threads
 * @param base the version that is changed
 * @param files how new files are written
 * @param context zone and time of expressions
 * @param spillFolder where rows may be kept meanwhile
 */
public record TargetTable(
    Environment environment,
    Snapshot base,
    WriteTarget files,
    ExpressionContext context,
    Location spillFolder) {
  /**
   * Checks that rows may be removed.
   *
   * @throws ConstraintViolationException if the table is append-only
   */
  public TargetTable {
    if (base.property(TableProperty.APPEND_ONLY)) {
      throw new ConstraintViolationException(
          "Cannot change rows of "
              + base.log().table()
              + ": it is append-only (property "
              + TableProperty.APPEND_ONLY
              + "). Only rows may be added.");
    }
  }

  StructType schema() {
    return base.schema();
  }

  /** All rows, all columns. */
  ScanQuery query() {
    return ScanQuery.of(base, context);
  }

  /** True if rows are removed by deletion vectors. */
  boolean marksRows() {
    return base.supports(TableFeature.DELETION_VECTORS)
        && base.property(TableProperty.ENABLE_DELETION_VECTORS);
  }

  /** True if changed rows are recorded. */
  boolean hasChangeFeed() {
    return base.property(TableProperty.ENABLE_CHANGE_DATA_FEED);
  }
}
