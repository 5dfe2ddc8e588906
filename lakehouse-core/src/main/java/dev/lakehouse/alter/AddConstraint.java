package dev.lakehouse.alter;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.log.protocol.TableProperty;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A condition that every row must make TRUE, and that all rows there are do.
 *
 * @param name its name, in any case
 * @param sql the condition
 */
public record AddConstraint(String name, String sql) implements Alteration {
  @Override
  public String operation() {
    return "ADD CONSTRAINT";
  }

  @Override
  public Map<String, @Nullable String> parameters(Draft before) {
    Map<String, @Nullable String> parameters = new LinkedHashMap<>();
    parameters.put("name", name);
    parameters.put("expr", sql);
    return parameters;
  }

  @Override
  public boolean declaresValues() {
    return true;
  }

  @Override
  public Draft apply(Draft draft) {
    Optional<String> there = key(draft, name);
    if (there.isPresent()) {
      throw new SchemaMismatchException(
          "Cannot add the constraint '"
              + name
              + "' to "
              + draft.table()
              + ": there is one of this name, "
              + draft.metadata().configuration().get(there.get())
              + ". Drop it first, or choose another name.");
    } else if (name.isBlank()) {
      throw new IllegalArgumentException("A constraint needs a name");
    }
    String key = TableProperty.CONSTRAINT_PREFIX + name.toLowerCase(Locale.ROOT);
    return draft.with(key, sql).requiring(Expressions.sql(sql));
  }

  /** The property that holds the constraint of this name. */
  static Optional<String> key(Draft draft, String name) {
    String wanted = TableProperty.CONSTRAINT_PREFIX + name;
    return draft.metadata().configuration().keySet().stream()
        .filter(wanted::equalsIgnoreCase)
        .findFirst();
  }
}
