package dev.lakehouse.log.files;

import dev.lakehouse.log.stats.FileStatistics;
import dev.lakehouse.log.stats.StatisticsColumn;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the log says of the files of a block beyond the columns of {@link FileBlock}. */
public interface FileDetails {
  /**
   * What the log says of one file.
   *
   * @param stats statistics as JSON text; null if there are none
   * @param tags free tags; empty if there are none
   * @param clusteringProvider who clustered the file; null if nobody
   */
  record Detail(
      @Nullable String stats,
      Map<String, @Nullable String> tags,
      @Nullable String clusteringProvider) {
    /** Nothing is said. */
    public static final Detail NONE = new Detail(null, Map.of(), null);
  }

  /** Takes the detail of one row of the block. */
  interface DetailConsumer {
    void accept(int row, Detail detail);
  }

  /** The statistics of all rows, of these columns only. */
  FileStatistics statistics(Collection<StatisticsColumn> columns);

  /**
   * A number that is the same for the same details of a row, and almost surely another for others.
   */
  long fingerprint(int row);

  /** Gives the details of the rows whose bit is set in {@code rows}, in ascending order. */
  void read(long[] rows, DetailConsumer consumer);
}
