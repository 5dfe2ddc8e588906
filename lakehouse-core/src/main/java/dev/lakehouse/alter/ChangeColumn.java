package dev.lakehouse.alter;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.StructField;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A column that changes in something else than name and type.
 *
 * @param path it
 * @param change what becomes of its field
 * @param position where it moves; not said if it stays
 * @param demand what its rows must be
 */
public record ChangeColumn(
    ColumnPath path, UnaryOperator<StructField> change, Position position, Demand demand)
    implements Alteration {
  private static final String DEFAULT = "CURRENT_DEFAULT";

  /** What a change asks of the rows that are there. */
  public enum Demand {
    /** Nothing. */
    NONE,
    /** That none is null. */
    NOT_NULL
  }

  /** The column moves among those beside it. */
  public static ChangeColumn move(ColumnPath path, Position position) {
    return new ChangeColumn(path, UnaryOperator.identity(), position, Demand.NONE);
  }

  /** The column may be null. */
  public static ChangeColumn nullable(ColumnPath path) {
    return new ChangeColumn(path, field -> field.withNullable(true), Position.LAST, Demand.NONE);
  }

  /** The column must not be null, and is not. */
  public static ChangeColumn required(ColumnPath path) {
    return new ChangeColumn(
        path, field -> field.withNullable(false), Position.LAST, Demand.NOT_NULL);
  }

  /** The column has another comment. */
  public static ChangeColumn comment(ColumnPath path, String text) {
    return new ChangeColumn(path, field -> field.comment(text), Position.LAST, Demand.NONE);
  }

  /** The column has the value of {@code sql} in new rows that do not give it; null for none. */
  public static ChangeColumn byDefault(ColumnPath path, @Nullable String sql) {
    UnaryOperator<FieldMetadata> change =
        metadata -> sql == null ? metadata.without(DEFAULT) : metadata.with(DEFAULT, sql);
    return new ChangeColumn(
        path,
        field -> field.withMetadata(change.apply(field.metadata())),
        Position.LAST,
        Demand.NONE);
  }

  @Override
  public String operation() {
    return "CHANGE COLUMN";
  }

  @Override
  public Map<String, @Nullable String> parameters(Draft before) {
    Map<String, @Nullable String> parameters = new LinkedHashMap<>();
    SchemaEdit.Found found = SchemaEdit.find(before.schema(), path);
    StructField changed = change.apply(found.field());
    parameters.put("column", AlterJson.text(AlterJson.column(found.path(), changed)));
    if (position.isSaid()) {
      parameters.put("position", position.toString());
    }
    return parameters;
  }

  @Override
  public boolean declaresValues() {
    return true;
  }

  @Override
  public Draft apply(Draft draft) {
    SchemaEdit.Found found = SchemaEdit.find(draft.schema(), path);
    Draft changed = draft.with(SchemaEdit.editField(draft.schema(), found.path(), change));
    if (position.isSaid()) {
      changed = moved(changed, found.path());
    }
    if (demand == Demand.NOT_NULL && found.field().nullable()) {
      if (path.names().size() > 1) {
        throw new SchemaMismatchException(
            "Cannot make '"
                + path
                + "' of "
                + draft.table()
                + " NOT NULL: only a column itself can become so, not a field within one");
      }
      changed = changed.requiring(Expressions.col(found.path()).isNotNull());
    }
    return changed;
  }

  private Draft moved(Draft draft, ColumnPath from) {
    StructField field = SchemaEdit.find(draft.schema(), from).field();
    if (field.name().equalsIgnoreCase(position.after())) {
      throw new SchemaMismatchException("Column '" + path + "' cannot stand after itself");
    }
    return draft.with(
        SchemaEdit.editFields(
            draft.schema(),
            SchemaEdit.parent(from),
            fields -> {
              fields.remove(field);
              return SchemaEdit.insert(fields, field, position);
            }));
  }
}
