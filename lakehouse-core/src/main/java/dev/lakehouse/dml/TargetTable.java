package dev.lakehouse.dml;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.rules.TableRules;
import dev.lakehouse.scan.ScanQuery;
import dev.lakehouse.types.StructType;
import dev.lakehouse.write.WriteTarget;
import java.util.List;
import java.util.Optional;

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
  public void requireRowsMayGo() {
    if (base.property(TableProperty.APPEND_ONLY)) {
      throw new ConstraintViolationException(
          "Cannot change rows of "
              + base.log().table()
              + ": it is append-only (property "
              + TableProperty.APPEND_ONLY
              + "). Only rows may be added.");
    }
  }

  /** What the table demands of the rows of one write. */
  public TableRules rules() {
    return TableRules.of(base.log().table().toString(), base.metadata(), base.schema(), context);
  }

  /** The table's columns. */
  public StructType schema() {
    return base.schema();
  }

  /** The ids that rows keep; empty if they keep none. */
  Optional<RowIds> rowIds() {
    return RowIds.of(base);
  }

  /** All rows, with all that goes with them into other files: columns, and ids if they have any. */
  public ScanQuery movedQuery() {
    ScanQuery query = query();
    return rowIds().map(ids -> query.of(ids.schema())).orElse(query);
  }

  /** The columns of {@link #movedQuery}. */
  public List<String> movedColumns() {
    return movedQuery().schema().names();
  }

  /** Rows of {@link #movedQuery} that are about to change, with their ids filled in. */
  public Batch identified(Batch rows, LongColumn positions, AddFile file) {
    return rowIds().map(ids -> ids.changed(rows, positions, file)).orElse(rows);
  }

  /** All rows, all columns. */
  public ScanQuery query() {
    return ScanQuery.of(base, context);
  }

  /** True if rows are removed by deletion vectors. */
  boolean marksRows() {
    return base.supports(TableFeature.DELETION_VECTORS)
        && base.property(TableProperty.ENABLE_DELETION_VECTORS);
  }

  /** True if changed rows are recorded. */
  public boolean hasChangeFeed() {
    return base.property(TableProperty.ENABLE_CHANGE_DATA_FEED);
  }
}
