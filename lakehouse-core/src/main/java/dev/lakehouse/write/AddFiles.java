package dev.lakehouse.write;

import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CdcFile;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.ColumnMapping;
import dev.lakehouse.log.protocol.IcebergCompatibility;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.stats.LeafStats;
import dev.lakehouse.log.stats.StatsJson;
import dev.lakehouse.log.stats.StatsJson.TightBounds;
import dev.lakehouse.parquet.write.LeafStatistics;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
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
  private final Map<String, String> tags;

  /**
   * @param partitionColumns logical names, in order
   * @param mapping the table's names
   * @param tightBounds whether statistics say that their bounds are tight
   * @param tags what every file is tagged with
   */
  private AddFiles(
      List<String> partitionColumns,
      ColumnMapping mapping,
      TightBounds tightBounds,
      Map<String, String> tags) {
    this.partitionColumns = List.copyOf(partitionColumns);
    this.mapping = mapping;
    this.tightBounds = tightBounds;
    this.tags = tags;
  }

  /** Files of the table of {@code base}. */
  public static AddFiles of(Snapshot base) {
    return of(base.protocol(), base.metadata(), base.schema());
  }

  /** Files of a table with {@code metadata}, whose columns are {@code schema}. */
  public static AddFiles of(Protocol protocol, Metadata metadata, StructType schema) {
    return new AddFiles(
        metadata.partitionColumns(),
        ColumnMapping.of(protocol, metadata, schema),
        ProtocolRules.supports(protocol, TableFeature.DELETION_VECTORS)
            ? TightBounds.SAID
            : TightBounds.IMPLIED,
        IcebergCompatibility.tags(metadata, schema));
  }

  /** The action for {@code file}, written at {@code millis}. */
  public AddFile of(NewFile file, long millis) {
    return AddFile.of(file.path(), partition(file), file.bytes(), millis, statistics(file))
        .withTags(tags, null);
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
