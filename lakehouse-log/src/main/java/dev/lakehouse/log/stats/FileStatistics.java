package dev.lakehouse.log.stats;

import dev.lakehouse.columnar.LongColumn;
import java.util.Map;

/**
 * Statistics of some files as columns.
 *
 * @param numRecords rows of each file, deleted ones included; null where nothing is known
 * @param columns what is known of each column that was asked for
 */
public record FileStatistics(LongColumn numRecords, Map<StatisticsColumn, ColumnBounds> columns) {
  /** Copies the map. */
  public FileStatistics {
    columns = Map.copyOf(columns);
  }
}
