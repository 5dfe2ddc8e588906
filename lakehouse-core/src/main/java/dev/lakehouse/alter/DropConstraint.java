package dev.lakehouse.alter;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.log.protocol.TableProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A constraint that does not hold any more.
 *
 * @param name its name, in any case
 * @param absence what it means if there is none of this name
 */
public record DropConstraint(String name, Absence absence) implements Alteration {
  /** What an absent constraint means. */
  public enum Absence {
    /** An error. */
    REFUSED,
    /** That there is nothing to do. */
    FINE
  }

  @Override
  public String operation() {
    return "DROP CONSTRAINT";
  }

  @Override
  public Map<String, @Nullable String> parameters(Draft before) {
    Optional<String> key = AddConstraint.key(before, name);
    Map<String, @Nullable String> parameters = new LinkedHashMap<>();
    parameters.put("name", name);
    key.ifPresent(found -> parameters.put("expr", before.metadata().configuration().get(found)));
    parameters.put("existed", Boolean.toString(key.isPresent()));
    return parameters;
  }

  @Override
  public boolean commitsAlways() {
    return true;
  }

  @Override
  public Draft apply(Draft draft) {
    Optional<String> key = AddConstraint.key(draft, name);
    if (key.isEmpty() && absence == Absence.REFUSED) {
      List<String> names =
          draft.metadata().configuration().keySet().stream()
              .filter(k -> k.toLowerCase(Locale.ROOT).startsWith(TableProperty.CONSTRAINT_PREFIX))
              .map(k -> k.substring(TableProperty.CONSTRAINT_PREFIX.length()))
              .toList();
      throw new SchemaMismatchException(
          "Cannot drop the constraint '"
              + name
              + "' of "
              + draft.table()
              + ": the constraints are "
              + names);
    }
    return key.isEmpty() ? draft : draft.without(key.get());
  }
}
