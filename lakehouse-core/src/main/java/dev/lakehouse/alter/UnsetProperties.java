package dev.lakehouse.alter;

import dev.lakehouse.log.protocol.TableProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Properties that are not set any more; one that is not set is no error.
 *
 * @param keys them, in any case
 */
public record UnsetProperties(List<String> keys) implements Alteration {
  /** Copies the list. */
  public UnsetProperties {
    keys = List.copyOf(keys);
  }

  @Override
  public String operation() {
    return "UNSET TBLPROPERTIES";
  }

  @Override
  public Map<String, @Nullable String> parameters(Draft before) {
    Map<String, @Nullable String> parameters = new LinkedHashMap<>();
    parameters.put("properties", AlterJson.text(keys));
    parameters.put("ifExists", "true");
    return parameters;
  }

  @Override
  public boolean commitsAlways() {
    return true;
  }

  @Override
  public Draft apply(Draft draft) {
    Draft changed = draft;
    for (String key : keys) {
      requireUnsettable(changed, key);
      for (String found : List.copyOf(changed.metadata().configuration().keySet())) {
        changed = found.equalsIgnoreCase(key) ? changed.without(found) : changed;
      }
    }
    return changed;
  }

  private static void requireUnsettable(Draft draft, String key) {
    String folded = key.toLowerCase(Locale.ROOT);
    if (folded.startsWith(TableProperty.CONSTRAINT_PREFIX)) {
      throw new IllegalArgumentException(
          "Property " + key + " is a constraint: drop it by alter().dropConstraint(name)");
    } else if (SetProperties.INTERNAL.contains(folded)
        || (draft.isMapped() && key.equalsIgnoreCase(TableProperty.COLUMN_MAPPING_MODE.key()))) {
      throw new IllegalArgumentException(
          "Property " + key + " cannot be unset: the table's files are read by it");
    }
  }
}
