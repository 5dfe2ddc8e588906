package dev.lakehouse.alter;

import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructField;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What of a table is said in terms of a column, so that the column cannot change under it. */
final class References {
  private static final String GENERATION = "delta.generationExpression";

  private References() {}

  /**
   * Checks that no constraint and no generated column names {@code path} or a field of it.
   *
   * @throws SchemaMismatchException naming the one that does
   */
  static void requireNone(Draft draft, ColumnPath path, String verb) {
    Map<String, String> texts = new LinkedHashMap<>();
    draft
        .metadata()
        .configuration()
        .forEach(
            (key, text) -> {
              if (key.toLowerCase(Locale.ROOT).startsWith(TableProperty.CONSTRAINT_PREFIX)) {
                String name = key.substring(TableProperty.CONSTRAINT_PREFIX.length());
                texts.put("the constraint '" + name + "'", text);
              }
            });
    for (StructField field : draft.schema()) {
      field
          .metadata()
          .string(GENERATION)
          .ifPresent(text -> texts.put("the generated column '" + field.name() + "'", text));
    }
    texts.forEach(
        (name, text) -> {
          if (mentions(text, path)) {
            throw new SchemaMismatchException(
                "Cannot "
                    + verb
                    + " column '"
                    + path
                    + "' of "
                    + draft.table()
                    + ": "
                    + name
                    + " is made of it, "
                    + text);
          }
        });
  }

  /** What does not parse may mention anything. */
  private static boolean mentions(String text, ColumnPath path) {
    try {
      return Expressions.references(Expressions.sql(text)).stream()
          .anyMatch(reference -> overlaps(reference.names(), path.names()));
    } catch (ExpressionException e) {
      return true;
    }
  }

  private static boolean overlaps(List<String> left, List<String> right) {
    int common = Math.min(left.size(), right.size());
    for (int i = 0; i < common; i++) {
      if (!left.get(i).equalsIgnoreCase(right.get(i))) {
        return false;
      }
    }
    return true;
  }
}
