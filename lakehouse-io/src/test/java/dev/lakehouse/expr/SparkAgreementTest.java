package dev.lakehouse.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random trees over random rows: Spark and we give the same types and values, or both refuse. */
@Tag("interop")
class SparkAgreementTest {
  private static final int TABLES = Integer.getInteger("lakehouse.spark.tables", 10);
  private static final int TREES = 60;
  private static final int ROWS = 5;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ExpressionContext UTC = ExpressionContext.utc(Instant.EPOCH);

  /** Rules that skip parts of an expression which would fail, or fail earlier than a row would. */
  private static final String NO_RULES =
      "org.apache.spark.sql.catalyst.optimizer.ConstantFolding,"
          + "org.apache.spark.sql.catalyst.optimizer.NullPropagation,"
          + "org.apache.spark.sql.catalyst.optimizer.BooleanSimplification,"
          + "org.apache.spark.sql.catalyst.optimizer.SimplifyConditionals,"
          + "org.apache.spark.sql.catalyst.optimizer.SimplifyBinaryComparison,"
          + "org.apache.spark.sql.catalyst.optimizer.OptimizeIn,"
          + "org.apache.spark.sql.catalyst.optimizer.PushFoldableIntoBranches,"
          + "org.apache.spark.sql.catalyst.optimizer.ReplaceNullWithFalseInPredicate,"
          + "org.apache.spark.sql.catalyst.optimizer.UnwrapCastInBinaryComparison,"
          + "org.apache.spark.sql.catalyst.optimizer.ReorderAssociativeOperator,"
          + "org.apache.spark.sql.catalyst.optimizer.SimplifyCasts,"
          + "org.apache.spark.sql.catalyst.optimizer.LikeSimplification,"
          + "org.apache.spark.sql.catalyst.optimizer.ConvertToLocalRelation";

  private static Path judge() {
    Path judge = Path.of(System.getProperty("lakehouse.shared", ""), "interop", "spark", "judge");
    boolean there = Files.exists(judge);
    assertTrue(there || System.getenv("CI") == null, "Spark's judge is not there");
    assumeTrue(there, "Spark's judge is not there");
    return judge;
  }

  @Test
  void randomTreesHaveSparksValuesOrSparksRefusal() throws Exception {
    List<String> differences = new ArrayList<>();
    int values = 0;
    int refusals = 0;
    try (Spark spark = new Spark(judge())) {
      spark.ask(
          request(
              "conf", JSON.createObjectNode().put("spark.sql.optimizer.excludedRules", NO_RULES)));
      for (int seed = 0; seed < TABLES; seed++) {
        RandomExpressions random = new RandomExpressions(new Random(seed));
        Batch batch = batch(random);
        spark.sql(view(batch));
        for (int i = 0; i < TREES; i++) {
          Expression expression = random.any(3);
          String ours = ours(expression, batch);
          String sparks = sparks(expression, spark);
          boolean refused = ours.startsWith("refused");
          if (!(refused ? sparks.startsWith("refused") : ours.equals(sparks))) {
            differences.add(
                "table "
                    + seed
                    + ": "
                    + expression
                    + "\n  Spark: "
                    + sparks
                    + "\n  ours:  "
                    + ours
                    + "\n  rows:  "
                    + rows(batch));
          }
          values += refused ? 0 : 1;
          refusals += refused ? 1 : 0;
        }
      }
    }
    String score = values + " with values, " + refusals + " refused";
    assertEquals(List.of(), differences, () -> score + "\n" + String.join("\n", differences));
    assertTrue(values > TABLES * TREES / 3, score);
  }

  private static JsonNode request(String key, JsonNode value) {
    ObjectNode request = JSON.createObjectNode();
    request.set(key, value);
    return request;
  }

  private static Batch batch(RandomExpressions random) {
    List<Column> columns = new ArrayList<>();
    for (StructField field : RandomExpressions.SCHEMA) {
      columns.add(ColumnBuilder.column(field.type(), random.values(field.type(), ROWS)));
    }
    return new Batch(RandomExpressions.SCHEMA, columns, ROWS);
  }

  private static String rows(Batch batch) {
    StructType schema = batch.schema();
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < ROWS; row++) {
      text.append(row).append(":{");
      for (int i = 0; i < schema.size(); i++) {
        text.append(schema.field(i).name()).append('=');
        text.append(new Literal(schema.field(i).type(), Values.get(batch.column(i), row)))
            .append(' ');
      }
      text.append("} ");
    }
    return text.toString();
  }

  private static String view(Batch batch) {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      List<String> cells = new ArrayList<>(List.of(Integer.toString(row)));
      for (int i = 0; i < batch.schema().size(); i++) {
        DataType type = batch.schema().field(i).type();
        Literal literal = new Literal(type, Values.get(batch.column(i), row));
        cells.add(literal.toString());
      }
      rows.add("(" + String.join(", ", cells) + ")");
    }
    List<String> columns = new ArrayList<>(List.of("k"));
    for (StructField field : batch.schema()) {
      columns.add(
          new Cast(Expressions.col(field.name()), field.type(), Cast.OnFailure.ERROR)
              + " AS "
              + field.name());
    }
    return "CREATE OR REPLACE TEMP VIEW t AS SELECT "
        + String.join(", ", columns)
        + " FROM VALUES "
        + String.join(", ", rows)
        + " AS v(k, "
        + String.join(", ", batch.schema().names())
        + ")";
  }

  private static String ours(Expression expression, Batch batch) {
    try {
      BoundExpression bound = BoundExpression.bind(expression, batch.schema(), UTC);
      Column column = bound.evaluate(batch);
      List<String> values = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        values.add(CanonicalText.of(column.type(), Values.get(column, i)));
      }
      return bound.type() + " " + values;
    } catch (LakehouseException e) {
      return "refused: " + e.getMessage();
    }
  }

  private static String sparks(Expression expression, Spark spark) throws IOException {
    String tree = expression.toString();
    JsonNode answer =
        spark.sql("SELECT k, typeof(" + tree + ") AS type, " + tree + " AS value FROM t");
    if (answer.has("error")) {
      return "refused: " + answer.get("message").asText();
    }
    List<@Nullable String> values = new ArrayList<>();
    String type = "";
    for (JsonNode line : answer.get("canonical")) {
      String text = line.asText();
      int start = text.indexOf(",\"value\":") + ",\"value\":".length();
      values.add(text.substring(start, text.length() - 1));
      type = JSON.readTree(text).get("type").asText();
    }
    return type + " " + values;
  }

  /** Spark in a process of its own. */
  private static final class Spark implements AutoCloseable {
    private final Process process;
    private final Writer requests;
    private final BufferedReader answers;

    private Spark(Path judge) throws IOException {
      process = new ProcessBuilder(judge.toString()).redirectError(Redirect.DISCARD).start();
      requests = process.outputWriter(StandardCharsets.UTF_8);
      answers = process.inputReader(StandardCharsets.UTF_8);
      answers.readLine();
    }

    private JsonNode sql(String statement) throws IOException {
      return ask(request("sql", JSON.getNodeFactory().textNode(statement)));
    }

    private JsonNode ask(JsonNode request) throws IOException {
      requests.write(request + "\n");
      requests.flush();
      return JSON.readTree(answers.readLine());
    }

    @Override
    public void close() throws IOException {
      requests.close();
      process.destroy();
    }
  }
}
