package dev.lakehouse.log.replay;

import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.log.files.FileDetails;
import dev.lakehouse.log.packed.Bits;
import dev.lakehouse.log.stats.ColumnBounds;
import dev.lakehouse.log.stats.FileStatistics;
import dev.lakehouse.log.stats.StatisticsColumn;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The details of some of the files of a checkpoint's file that has too many for one block.
 *
 * @param file the checkpoint's file
 * @param first the number of the first of these files
 * @param size how many they are
 */
record CheckpointRange(CheckpointFile file, int first, int size) implements FileDetails {
  @Override
  public FileStatistics statistics(Collection<StatisticsColumn> columns) {
    FileStatistics all = file.statistics(columns);
    Map<StatisticsColumn, ColumnBounds> some = new HashMap<>();
    all.columns()
        .forEach(
            (column, bounds) ->
                some.put(
                    column,
                    new ColumnBounds(
                        bounds.min().slice(first, size),
                        bounds.max().slice(first, size),
                        bounds.nullCount().slice(first, size))));
    LongColumn rows = all.numRecords().slice(first, size);
    return new FileStatistics(rows, some);
  }

  @Override
  public void read(long[] rows, DetailConsumer consumer) {
    long[] shifted = Bits.none(first + size);
    for (int row = Bits.next(rows, 0); row >= 0; row = Bits.next(rows, row + 1)) {
      Bits.set(shifted, first + row);
    }
    file.read(shifted, (row, detail) -> consumer.accept(row - first, detail));
  }

  @Override
  public long fingerprint(int row) {
    return file.fingerprint(first + row);
  }
}
