package dev.lakehouse.alter;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.write.Clustering;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Other columns by which rows are clustered from now on. Files are left as they are.
 *
 * @param paths them; empty for none
 */
public record ClusterBy(List<ColumnPath> paths) implements Alteration {
  /** Copies the list. */
  public ClusterBy {
    paths = List.copyOf(paths);
  }

  @Override
  public String operation() {
    return "CLUSTER BY";
  }

  @Override
  public Map<String, @Nullable String> parameters(Draft before) {
    Map<String, @Nullable String> parameters = new LinkedHashMap<>();
    parameters.put("oldClusteringColumns", text(columns(before)));
    parameters.put("newClusteringColumns", text(paths));
    return parameters;
  }

  private static String text(List<ColumnPath> columns) {
    return columns.stream().map(ColumnPath::toString).collect(Collectors.joining(","));
  }

  private static List<ColumnPath> columns(Draft draft) {
    return Clustering.of(draft.base()).map(Clustering::columns).orElse(List.of());
  }

  /** True if the table is clustered by the column at {@code path} or a field of it. */
  static boolean isBy(Draft draft, ColumnPath path) {
    int length = path.names().size();
    return columns(draft).stream()
        .anyMatch(
            column ->
                column.names().size() >= length
                    && column.names().subList(0, length).equals(path.names()));
  }

  @Override
  public Draft apply(Draft draft) {
    if (!draft.metadata().partitionColumns().isEmpty()) {
      throw new SchemaMismatchException(
          "Cannot cluster "
              + draft.table()
              + ": it is partitioned by "
              + draft.metadata().partitionColumns());
    }
    Clustering clustering = Clustering.of(draft.schema(), paths);
    return draft.with(TableFeature.CLUSTERING).with(clustering.action(draft.mapping()));
  }
}
