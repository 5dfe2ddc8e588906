package dev.lakehouse.alter;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.types.ColumnPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A column that is called otherwise from now on. Files are left as they are.
 *
 * @param path it
 * @param name its new name, without the names that lead to it
 */
public record RenameColumn(ColumnPath path, String name) implements Alteration {
  @Override
  public String operation() {
    return "RENAME COLUMN";
  }

  @Override
  public Map<String, @Nullable String> parameters(Draft before) {
    Map<String, @Nullable String> parameters = new LinkedHashMap<>();
    parameters.put("oldColumnPath", path.toString());
    parameters.put("newColumnPath", renamed(path).toString());
    return parameters;
  }

  private ColumnPath renamed(ColumnPath old) {
    return SchemaEdit.parent(old).map(parent -> parent.child(name)).orElse(ColumnPath.of(name));
  }

  @Override
  public Draft apply(Draft draft) {
    DropColumns.requireMapped(draft, "rename", path);
    SchemaEdit.Found found = SchemaEdit.find(draft.schema(), path);
    if (found.field().name().equalsIgnoreCase(name)) {
      throw new SchemaMismatchException(
          "Cannot rename column '"
              + path
              + "' of "
              + draft.table()
              + " to '"
              + name
              + "': names are compared without case, so it is called so already");
    }
    References.requireNone(draft, found.path(), "rename");
    Draft changed = StatisticsColumns.renamed(draft, found.path(), renamed(found.path()));
    if (path.names().size() == 1 && DropColumns.isPartition(draft, found.field())) {
      changed = changed.with(partitionedBy(changed.metadata(), found.field().name()));
    }
    return changed.with(
        SchemaEdit.editField(draft.schema(), found.path(), field -> field.withName(name)));
  }

  private Metadata partitionedBy(Metadata metadata, String old) {
    List<String> columns = new ArrayList<>(metadata.partitionColumns());
    columns.replaceAll(column -> column.equalsIgnoreCase(old) ? name : column);
    return new Metadata(
        metadata.id(),
        metadata.name(),
        metadata.description(),
        metadata.formatProvider(),
        metadata.formatOptions(),
        metadata.schemaString(),
        columns,
        metadata.configuration(),
        metadata.createdTime());
  }
}
