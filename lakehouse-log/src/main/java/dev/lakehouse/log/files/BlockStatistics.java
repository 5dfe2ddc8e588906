package dev.lakehouse.log.files;

import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.log.stats.ColumnBounds;
import dev.lakehouse.log.stats.FileStatistics;
import dev.lakehouse.log.stats.StatisticsColumn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a block's files that were asked for: read once, and kept while there is room.
 * Thread-safe.
 */
final class BlockStatistics {
  private static final long KEPT_BYTES_PER_FILE = 64;
  private static final long LEAST_KEPT_BYTES = 1 << 20;

  private final FileDetails details;
  private final long room;
  private final Map<StatisticsColumn, ColumnBounds> kept = new LinkedHashMap<>(16, 0.75f, true);
  private @Nullable LongColumn numRecords;

  BlockStatistics(int files, FileDetails details) {
    this.details = details;
    this.room = Math.max(LEAST_KEPT_BYTES, KEPT_BYTES_PER_FILE * files);
  }

  /** The statistics of {@code columns}. */
  synchronized FileStatistics of(Collection<StatisticsColumn> columns) {
    Map<StatisticsColumn, ColumnBounds> found = new HashMap<>();
    List<StatisticsColumn> missing = new ArrayList<>();
    for (StatisticsColumn column : columns) {
      ColumnBounds bounds = kept.get(column);
      if (bounds == null) {
        missing.add(column);
      } else {
        found.put(column, bounds);
      }
    }
    LongColumn rows = numRecords;
    if (rows == null || !missing.isEmpty()) {
      FileStatistics read = details.statistics(missing);
      rows = read.numRecords();
      numRecords = rows;
      found.putAll(read.columns());
      kept.putAll(read.columns());
      makeRoom(found);
    }
    return new FileStatistics(rows, found);
  }

  private void makeRoom(Map<StatisticsColumn, ColumnBounds> needed) {
    long held = kept.values().stream().mapToLong(ColumnBounds::bytes).sum();
    Iterator<Map.Entry<StatisticsColumn, ColumnBounds>> oldest = kept.entrySet().iterator();
    while (held > room && oldest.hasNext()) {
      Map.Entry<StatisticsColumn, ColumnBounds> entry = oldest.next();
      if (!needed.containsKey(entry.getKey())) {
        held -= entry.getValue().bytes();
        oldest.remove();
      }
    }
  }
}
