package dev.lakehouse.log.files;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.log.packed.Bits;
import dev.lakehouse.log.packed.ByteStrings;
import dev.lakehouse.log.stats.FileStatistics;
import dev.lakehouse.log.stats.JsonStatistics;
import dev.lakehouse.log.stats.StatisticsColumn;
import dev.lakehouse.types.DataType;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Details that are held in memory: those of files that commits named. */
final class HeldDetails implements FileDetails {
  private final ByteStrings stats;
  private final @Nullable Labels @Nullable [] labels;

  /**
   * @param stats statistics as JSON text, empty where there are none
   * @param labels tags and provider a row; null if no row has any
   */
  HeldDetails(ByteStrings stats, @Nullable Labels @Nullable [] labels) {
    this.stats = stats;
    this.labels = labels;
  }

  /** The parts of a detail that few files have. */
  record Labels(Map<String, @Nullable String> tags, @Nullable String clusteringProvider) {
    static @Nullable Labels of(
        Map<String, @Nullable String> tags, @Nullable String clusteringProvider) {
      return tags.isEmpty() && clusteringProvider == null
          ? null
          : new Labels(tags, clusteringProvider);
    }
  }

  @Override
  public FileStatistics statistics(Collection<StatisticsColumn> columns) {
    BytesColumn texts =
        new BytesColumn(DataType.STRING, stats.offsets(), stats.data(), null, stats.size());
    return JsonStatistics.read(texts, columns);
  }

  @Override
  public long fingerprint(int row) {
    Labels label = labels == null ? null : labels[row];
    long hash = stats.hash(row);
    return label == null ? hash : ByteStrings.mix(hash + label.hashCode());
  }

  @Override
  public void read(long[] rows, DetailConsumer consumer) {
    for (int row = Bits.next(rows, 0); row >= 0; row = Bits.next(rows, row + 1)) {
      consumer.accept(row, detail(row));
    }
  }

  ByteStrings stats() {
    return stats;
  }

  @Nullable Labels labels(int row) {
    return labels == null ? null : labels[row];
  }

  private Detail detail(int row) {
    Labels label = labels(row);
    String text = stats.length(row) == 0 ? null : stats.get(row);
    if (label == null) {
      return text == null ? Detail.NONE : new Detail(text, Map.of(), null);
    }
    return new Detail(text, label.tags(), label.clusteringProvider());
  }
}
