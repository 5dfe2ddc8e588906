package dev.lakehouse.rules;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The CHECK constraints and invariants of a table. */
final class TrueConditions {
  private static final String INVARIANT = "delta.invariants";

  private TrueConditions() {}

  static List<RowRule> of(Metadata metadata, StructType schema, TableExpressions expressions) {
    List<RowRule> rules = new ArrayList<>();
    constraints(metadata.configuration())
        .forEach(
            (name, text) -> {
              String owner = "the CHECK constraint '" + name + "'";
              rules.add(rule(expressions, TableFeature.CHECK_CONSTRAINTS, owner, text));
            });
    addInvariants(schema, expressions, rules);
    return rules;
  }

  private static RowRule rule(
      TableExpressions expressions, TableFeature feature, String owner, String text) {
    return new TrueCondition(
        "breaks " + owner + ", " + text,
        ".",
        expressions.filter(feature, owner, text, expressions.parse(feature, owner, text)));
  }

  /** Conditions by name, in the order of names. */
  static Map<String, String> constraints(Map<String, String> configuration) {
    Map<String, String> constraints = new TreeMap<>();
    configuration.forEach(
        (key, text) -> {
          if (key.toLowerCase(Locale.ROOT).startsWith(TableProperty.CONSTRAINT_PREFIX)) {
            constraints.put(key.substring(TableProperty.CONSTRAINT_PREFIX.length()), text);
          }
        });
    return constraints;
  }

  private static void addInvariants(
      StructType struct, TableExpressions expressions, List<RowRule> rules) {
    for (StructField field : struct) {
      if (field.metadata().has(INVARIANT)) {
        String text = invariant(field);
        String owner = "the invariant of column '" + field.name() + "'";
        rules.add(rule(expressions, TableFeature.INVARIANTS, owner, text));
      }
      if (field.type() instanceof StructType nested) {
        addInvariants(nested, expressions, rules);
      }
    }
  }

  /** {@code {"expression": {"expression": "x > 3"}}}, as text. */
  private static String invariant(StructField field) {
    String json = field.metadata().string(INVARIANT).orElse("");
    try {
      JsonNode text = new ObjectMapper().readTree(json).path("expression").path("expression");
      if (text.isTextual()) {
        return text.textValue();
      }
    } catch (JsonProcessingException e) {
      throw notAnInvariant(field, e);
    }
    throw notAnInvariant(field, null);
  }

  private static CorruptTableException notAnInvariant(
      StructField field, @Nullable Exception cause) {
    return new CorruptTableException(
        "Column '"
            + field.name()
            + "' has no invariant under "
            + INVARIANT
            + ", but "
            + field.metadata().jsonText(INVARIANT).orElse(""),
        cause);
  }
}
