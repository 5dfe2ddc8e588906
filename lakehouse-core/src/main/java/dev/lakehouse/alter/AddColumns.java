package dev.lakehouse.alter;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Columns that come: null in the rows that are there.
 *
 * @param additions them, in order
 */
public record AddColumns(List<Addition> additions) implements Alteration {
  private static final String FORBIDDEN = " ,;{}()\n\t=";

  /** Copies the list. */
  public AddColumns {
    additions = List.copyOf(additions);
  }

  /**
   * One of them.
   *
   * @param parent the struct it comes into; null for the table itself
   * @param field it
   * @param position where it stands
   */
  public record Addition(@Nullable ColumnPath parent, StructField field, Position position) {
    ColumnPath path() {
      return parent == null ? ColumnPath.of(field.name()) : parent.child(field.name());
    }
  }

  @Override
  public String operation() {
    return "ADD COLUMNS";
  }

  @Override
  public Map<String, @Nullable String> parameters(Draft before) {
    List<ObjectNode> columns = new ArrayList<>();
    for (Addition addition : additions) {
      ObjectNode json = AlterJson.object();
      json.set("column", AlterJson.column(addition.path(), addition.field));
      if (addition.position.isSaid()) {
        json.put("position", addition.position.toString());
      }
      columns.add(json);
    }
    return Map.of("columns", AlterJson.text(columns));
  }

  @Override
  public Draft apply(Draft draft) {
    Draft changed = draft;
    for (Addition addition : additions) {
      requireAddable(changed, addition);
      changed =
          changed.with(
              SchemaEdit.editFields(
                  changed.schema(),
                  Optional.ofNullable(addition.parent),
                  fields -> SchemaEdit.insert(fields, addition.field, addition.position)));
    }
    return changed;
  }

  private static void requireAddable(Draft draft, Addition addition) {
    StructField field = addition.field;
    if (!field.nullable()) {
      throw refused(draft, addition, "it is NOT NULL, but would be null in the rows there are");
    } else if (hasRequired(field.type())) {
      throw refused(draft, addition, "a field of it is NOT NULL");
    } else if (!field.metadata().without(FieldMetadata.COMMENT).isEmpty()) {
      throw refused(
          draft,
          addition,
          "a new column has a comment at most, not "
              + field.metadata()
              + ". Set a default afterwards; generated and identity columns begin with a table");
    }
    if (!draft.isMapped()) {
      requirePlain(draft, addition, field);
    }
  }

  private static boolean hasRequired(DataType type) {
    if (type instanceof StructType struct) {
      return struct.fields().stream().anyMatch(f -> !f.nullable() || hasRequired(f.type()));
    } else if (type instanceof ArrayType array) {
      return hasRequired(array.element());
    }
    return type instanceof MapType map && (hasRequired(map.key()) || hasRequired(map.value()));
  }

  private static void requirePlain(Draft draft, Addition addition, StructField field) {
    if (field.name().isEmpty() || field.name().chars().anyMatch(c -> FORBIDDEN.indexOf(c) >= 0)) {
      throw refused(
          draft,
          addition,
          "without column mapping a name must not be empty or have one of ' ,;{}()=', tab or line"
              + " feed in it");
    } else if (field.type() instanceof StructType struct) {
      struct.forEach(inner -> requirePlain(draft, addition, inner));
    }
  }

  private static SchemaMismatchException refused(Draft draft, Addition addition, String why) {
    return new SchemaMismatchException(
        "Cannot add column '" + addition.path() + "' to " + draft.table() + ": " + why);
  }
}
