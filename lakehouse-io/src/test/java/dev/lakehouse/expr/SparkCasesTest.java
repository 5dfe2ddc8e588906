package dev.lakehouse.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Spark 4.2's answers to the expressions of the corpus, in ANSI mode and UTC. */
class SparkCasesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ExpressionContext UTC =
      ExpressionContext.utc(Instant.parse("2026-01-02T03:04:05Z"));

  private static List<JsonNode> cases() throws IOException {
    Path file = Path.of(System.getProperty("lakehouse.shared", ""), "expressions", "cases.jsonl");
    boolean there = Files.exists(file);
    assertTrue(there || System.getenv("CI") == null, "the corpus of expressions is not there");
    assumeTrue(there, "the corpus of expressions is not there");
    List<JsonNode> cases = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      cases.add(JSON.readTree(line));
    }
    return cases;
  }

  @Test
  void everyCaseHasSparksAnswer() throws IOException {
    List<String> failures = new ArrayList<>();
    List<JsonNode> cases = cases();
    for (JsonNode example : cases) {
      String outcome = outcome(example);
      if (!isRight(example, outcome)) {
        failures.add(describe(example, outcome));
      }
    }
    int right = cases.size() - failures.size();
    assertEquals(
        List.of(),
        failures,
        () -> right + " of " + cases.size() + "\n" + String.join("\n", failures));
  }

  /** What is read back from the printed text must be the same tree and have the same answer. */
  @Test
  void everyCaseThatParsesPrintsAsTextThatParsesAsTheSameTree() throws IOException {
    List<String> failures = new ArrayList<>();
    for (JsonNode example : cases()) {
      Expression expression;
      try {
        expression = Expressions.sql(example.get("expr").textValue());
      } catch (LakehouseException e) {
        continue;
      }
      String printed = expression.toString();
      try {
        if (!Expressions.sql(printed).equals(expression)) {
          failures.add(example.get("expr") + " → " + printed + " → " + Expressions.sql(printed));
        }
      } catch (LakehouseException e) {
        failures.add(example.get("expr") + " → " + printed + ": " + e.getMessage());
      }
    }
    assertEquals(List.of(), failures, () -> String.join("\n", failures));
  }

  /** {@code type value}, {@code analysis: message}, or {@code type run: message}. */
  private static String outcome(JsonNode example) throws IOException {
    List<StructField> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (JsonNode column : example.get("columns")) {
      DataType type = type(column.get(1).textValue());
      String name = column.get(0).textValue().replace("`", "");
      fields.add(StructField.optional(name, type));
      columns.add(column(type, column.get(3).textValue()));
    }
    // The columns are also those of a table t.
    StructType schema = new StructType(fields);
    Column table = ColumnBuilder.of(schema).append(values(columns)).build();
    columns.add(table);
    Batch batch = new Batch(schema.with(StructField.optional("t", schema)), columns, 1);
    BoundExpression bound;
    try {
      Expression expression = Expressions.sql(example.get("expr").textValue());
      bound = BoundExpression.bind(expression, batch.schema(), UTC);
    } catch (LakehouseException e) {
      return "analysis: " + e.getMessage();
    }
    try {
      Column result = bound.evaluate(batch);
      return bound.type() + " " + CanonicalText.of(result.type(), Values.get(result, 0));
    } catch (LakehouseException e) {
      return bound.type() + " run: " + e.getMessage();
    } catch (RuntimeException e) {
      StackTraceElement[] trace = e.getStackTrace();
      return "BROKEN " + e + (trace.length > 0 ? " " + trace[0] : "");
    }
  }

  private static DataType type(String text) {
    return ((Literal) Expressions.sql("CAST(NULL AS " + text + ")")).type();
  }

  private static List<@Nullable Object> values(List<Column> columns) {
    List<@Nullable Object> values = new ArrayList<>();
    columns.forEach(column -> values.add(Values.get(column, 0)));
    return values;
  }

  private static Column column(DataType type, String canonical) throws IOException {
    return ColumnBuilder.of(type).append(CanonicalText.value(type, canonical)).build();
  }

  private static boolean isRight(JsonNode example, String outcome) {
    boolean refused = outcome.startsWith("analysis: ");
    if (example.get("group").textValue().equals("extra") && refused) {
      return true;
    }
    return matches(example, example, outcome)
        || (example.has("either") && matches(example, example.get("either"), outcome));
  }

  private static boolean matches(JsonNode example, JsonNode answer, String outcome) {
    if (answer.has("value")) {
      return outcome.equals(
          example.get("type").textValue() + " " + answer.get("value").textValue());
    } else if (example.path("when").asText("run").equals("analysis")) {
      return outcome.startsWith("analysis: ");
    }
    String type = example.path("type").asText("");
    return outcome.startsWith(type + " run: ");
  }

  private static String describe(JsonNode example, String outcome) {
    StringBuilder columns = new StringBuilder();
    for (JsonNode column : example.get("columns")) {
      columns
          .append(" | ")
          .append(column.get(0).asText())
          .append(' ')
          .append(column.get(1).asText());
      columns.append(' ').append(column.get(2).asText());
    }
    String answer =
        example.has("value")
            ? example.get("type").asText() + " " + example.get("value").asText()
            : example.get("when").asText() + " " + example.get("error").asText();
    return example.get("id")
        + " ["
        + example.get("group").asText()
        + "] "
        + example.get("expr").asText()
        + columns
        + "\n    Spark: "
        + answer
        + "\n    ours:  "
        + outcome;
  }
}
