package dev.lakehouse.write;

import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CdcFile;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.stats.LeafStats;
import dev.lakehouse.log.stats.StatsJson;
import dev.lakehouse.log.stats.StatsJson.TightBounds;
import dev.lakehouse.parquet.write.LeafStatistics;
import dev.lakehouse.types.ColumnPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** New files as the log names them. */
public final class AddFiles {
  private final List<String> partitionColumns;
  private final ColumnMapping mapping;
  private final TightBounds tightBounds;

  /**
   * @param partitionColumns logical names, in order
   * @param mapping the table's names
   * @param tightBounds whether statistics say that their bounds are tight
   */
  public AddFiles(List<String> partitionColumns, ColumnMapping mapping, TightBounds tightBounds) {
    this.partitionColumns = List.copyOf(partitionColumns);
    this.mapping = mapping;
    this.tightBounds = tightBounds;
  }

  /** The action for {@code file}, written at {@code millis}. */
  public AddFile of(NewFile file, long millis) {
    return AddFile.of(file.path(), partition(file), file.bytes(), millis, statistics(file));
  }

  /** The action for {@code file}, which holds changed rows. */
  public CdcFile ofChanges(NewFile file) {
    return new CdcFile(file.path(), partition(file), file.bytes(), Map.of());
  }

  private Map<String, @Nullable String> partition(NewFile file) {
    Map<String, @Nullable String> partition = new LinkedHashMap<>();
    for (int i = 0; i < partitionColumns.size(); i++) {
      partition.put(mapping.physicalName(partitionColumns.get(i)), file.partitionTexts().get(i));
    }
    return partition;
  }

  private String statistics(NewFile file) {
    List<LeafStats> leaves = new ArrayList<>();
    file.statistics().columns().forEach((path, leaf) -> leaves.add(leaf(path, leaf)));
    return StatsJson.write(file.rowCount(), leaves, tightBounds);
  }

  private LeafStats leaf(ColumnPath path, LeafStatistics leaf) {
    ColumnPath physical = mapping.physicalPath(path).orElse(path);
    return new LeafStats(physical, leaf.nullCount(), leaf.min(), leaf.max());
  }
}
