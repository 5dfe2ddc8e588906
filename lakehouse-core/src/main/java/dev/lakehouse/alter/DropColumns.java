package dev.lakehouse.alter;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructField;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Columns that go. Their values stay in the files and are not read any more.
 *
 * @param paths them
 */
public record DropColumns(List<ColumnPath> paths) implements Alteration {
  /** Copies the list. */
  public DropColumns {
    paths = List.copyOf(paths);
  }

  @Override
  public String operation() {
    return "DROP COLUMNS";
  }

  @Override
  public Map<String, @Nullable String> parameters(Draft before) {
    return Map.of("columns", AlterJson.text(paths.stream().map(ColumnPath::toString).toList()));
  }

  @Override
  public Draft apply(Draft draft) {
    Draft changed = draft;
    for (ColumnPath path : paths) {
      changed = drop(changed, path);
    }
    return changed;
  }

  private static Draft drop(Draft draft, ColumnPath path) {
    requireMapped(draft, "drop", path);
    SchemaEdit.Found found = SchemaEdit.find(draft.schema(), path);
    if (path.names().size() == 1 && isPartition(draft, found.field())) {
      throw refused(draft, path, "the table is partitioned by it");
    } else if (ClusterBy.isBy(draft, found.path())) {
      throw refused(draft, path, "the table is clustered by it");
    }
    References.requireNone(draft, found.path(), "drop");
    Draft without = StatisticsColumns.without(draft, found.path());
    return without.with(
        SchemaEdit.editFields(
            draft.schema(),
            SchemaEdit.parent(found.path()),
            fields -> {
              fields.remove(found.field());
              if (fields.isEmpty()) {
                throw refused(draft, path, "nothing would be left beside it");
              }
              return fields;
            }));
  }

  static boolean isPartition(Draft draft, StructField field) {
    return draft.metadata().partitionColumns().stream().anyMatch(field.name()::equalsIgnoreCase);
  }

  static void requireMapped(Draft draft, String verb, ColumnPath path) {
    if (!draft.isMapped()) {
      throw new UnsupportedFeatureException(
          TableFeature.COLUMN_MAPPING.featureName(),
          "Cannot "
              + verb
              + " column '"
              + path
              + "' of "
              + draft.table()
              + ": its files know columns by their names. Set the property delta.columnMapping.mode"
              + " to name first.");
    }
  }

  private static SchemaMismatchException refused(Draft draft, ColumnPath path, String why) {
    return new SchemaMismatchException(
        "Cannot drop column '" + path + "' of " + draft.table() + ": " + why);
  }
}
