package dev.lakehouse.log.files;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.expr.skip.StatisticsBatch;
import dev.lakehouse.log.stats.ColumnBounds;
import dev.lakehouse.log.stats.FileStatistics;
import dev.lakehouse.log.stats.StatisticsColumn;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the columns of some files, by logical name: of data columns their statistics, of
 * partition columns the value itself.
 */
final class SelectedStatistics implements StatisticsBatch {
  private final FileBatch batch;
  private final FileStatistics statistics;
  private final Map<ColumnPath, StatisticsColumn> names;
  private final FileSchema schema;
  private final ZoneId zone;
  private final Map<Integer, Column> partitionColumns = new HashMap<>();

  SelectedStatistics(
      FileBatch batch,
      FileStatistics statistics,
      Map<ColumnPath, StatisticsColumn> names,
      FileSchema schema,
      ZoneId zone) {
    this.batch = batch;
    this.statistics = statistics;
    this.names = names;
    this.schema = schema;
    this.zone = zone;
  }

  @Override
  public int size() {
    return batch.size();
  }

  @Override
  public @Nullable Column min(ColumnPath path) {
    if (schema.isPartition(path)) {
      return partition(path);
    }
    ColumnBounds bounds = bounds(path);
    return bounds == null ? null : bound(bounds.min());
  }

  @Override
  public @Nullable Column max(ColumnPath path) {
    if (schema.isPartition(path)) {
      return partition(path);
    }
    ColumnBounds bounds = bounds(path);
    return bounds == null ? null : bound(bounds.max());
  }

  @Override
  public @Nullable LongColumn nullCount(ColumnPath path) {
    if (schema.isPartition(path)) {
      return partitionNulls(partition(path));
    }
    ColumnBounds bounds = bounds(path);
    return bounds == null ? null : (LongColumn) selected(bounds.nullCount());
  }

  @Override
  public LongColumn rowCount() {
    return (LongColumn) selected(statistics.numRecords());
  }

  private @Nullable ColumnBounds bounds(ColumnPath path) {
    StatisticsColumn column = names.get(path);
    return column == null ? null : statistics.columns().get(column);
  }

  private @Nullable Column bound(Column column) {
    return column instanceof NullColumn ? null : selected(column);
  }

  private Column selected(Column column) {
    return batch.of(column);
  }

  private Column partition(ColumnPath path) {
    return partitionColumns.computeIfAbsent(
        schema.partitionIndex(path.root()), index -> batch.partitionColumn(index, zone));
  }

  /** A partition value is null in every row of a file or in none. */
  private LongColumn partitionNulls(Column values) {
    LongColumn rows = rowCount();
    long[] counts = new long[size()];
    boolean[] known = new boolean[size()];
    for (int i = 0; i < counts.length; i++) {
      boolean isNull = values.isNull(i);
      counts[i] = isNull ? rows.values()[i] : 0;
      known[i] = !isNull || !rows.isNull(i);
    }
    return new LongColumn(DataType.LONG, counts, Validity.ofBooleans(known, size()), size());
  }
}
