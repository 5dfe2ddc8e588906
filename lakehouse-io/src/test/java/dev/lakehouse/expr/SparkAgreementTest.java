package dev.lakehouse.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.testing.Spark;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random trees over random rows: Spark and we give the same types and values, or both refuse. */
@Tag("interop")
@Tag("spark")
class SparkAgreementTest {
  private static final int FIRST = Integer.getInteger("lakehouse.spark.first", 0);
  private static final int TABLES = Integer.getInteger("lakehouse.spark.tables", 10);
  private static final int TREES = 60;
  private static final int ROWS = 5;
  private static final int TOGETHER = 12;
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

  @Test
  void randomTreesHaveSparksValuesOrSparksRefusal() throws IOException {
    List<String> differences = new ArrayList<>();
    int values = 0;
    int refusals = 0;
    try (Spark spark = Spark.start()) {
      spark.set("spark.sql.optimizer.excludedRules", NO_RULES);
      for (int seed = FIRST; seed < FIRST + TABLES; seed++) {
        RandomExpressions random = new RandomExpressions(new Random(seed));
        Batch batch = batch(random);
        spark.run(view(batch));
        List<Expression> computed = new ArrayList<>();
        for (int i = 0; i < TREES; i++) {
          Expression expression = i % 2 == 0 ? random.any(3) : random.anyFunction(3);
          if (!isRefused(ours(expression, batch))) {
            computed.add(expression);
            continue;
          }
          refusals++;
          compare(seed, expression, batch, sparks(List.of(expression), spark), differences);
        }
        values += computed.size();
        for (int from = 0; from < computed.size(); from += TOGETHER) {
          List<Expression> some =
              computed.subList(from, Math.min(computed.size(), from + TOGETHER));
          List<String> answers = sparks(some, spark);
          for (int i = 0; i < some.size(); i++) {
            List<String> answer =
                answers.size() == 1
                    ? sparks(some.subList(i, i + 1), spark)
                    : answers.subList(i, i + 1);
            compare(seed, some.get(i), batch, answer, differences);
          }
        }
      }
    }
    String score = values + " with values, " + refusals + " refused";
    assertEquals(List.of(), differences, () -> score + "\n" + String.join("\n", differences));
    assertTrue(values > TABLES * TREES / 3, score);
    assertTrue(refusals > 0, score);
  }

  private static boolean isRefused(String answer) {
    return answer.startsWith("refused");
  }

  private static void compare(
      int seed, Expression expression, Batch batch, List<String> answer, List<String> differences) {
    String ours = ours(expression, batch);
    String sparks = answer.get(0);
    if (!(isRefused(ours) ? isRefused(sparks) : ours.equals(sparks))) {
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
      List<JsonNode> values = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        values.add(JSON.readTree(CanonicalText.of(column.type(), Values.get(column, i))));
      }
      return bound.type() + " " + values;
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    } catch (LakehouseException e) {
      return "refused: " + e.getMessage();
    }
  }

  /** Spark's type and values of each expression; one refusal if it refuses them together. */
  private static List<String> sparks(List<Expression> expressions, Spark spark) throws IOException {
    StringBuilder select = new StringBuilder("SELECT k");
    for (int i = 0; i < expressions.size(); i++) {
      String tree = expressions.get(i).toString();
      select.append(", typeof(" + tree + ") AS t" + i + ", " + tree + " AS v" + i);
    }
    Spark.Answer answer = spark.sql(select + " FROM t");
    if (answer.failed()) {
      return List.of("refused: " + answer.error());
    }
    List<JsonNode> rows = new ArrayList<>();
    for (String row : answer.rows()) {
      rows.add(JSON.readTree(row));
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      List<JsonNode> values = new ArrayList<>();
      for (JsonNode row : rows) {
        values.add(row.get("v" + i));
      }
      texts.add(rows.get(0).get("t" + i).asText() + " " + values);
    }
    return texts;
  }
}
