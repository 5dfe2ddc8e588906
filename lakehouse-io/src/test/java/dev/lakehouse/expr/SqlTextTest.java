package dev.lakehouse.expr;

import static dev.lakehouse.expr.Expressions.call;
import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.expr.Expressions.lit;
import static dev.lakehouse.expr.Expressions.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SqlTextTest {
  private static String refusal(String text, Object... values) {
    return String.valueOf(
        assertThrows(ExpressionException.class, () -> sql(text, values), text).getMessage());
  }

  @Test
  void textAndFactoriesMakeTheSameTree() {
    assertEquals(col("amount").gt(100), sql("amount > 100"));
    assertEquals(
        col("a").ge(1).and(col("b").in("x", "y")).or(col("c").isNotNull()),
        sql("a >= 1 AND b IN ('x', 'y') OR c IS NOT NULL"));
    assertEquals(col("a").plus(col("b").times(2)), sql("a + b * 2"));
    assertEquals(col("a").between(1, 2).not(), sql("a NOT BETWEEN 1 AND 2"));
    assertEquals(call(Operator.UPPER, col("s.t")).like("A%"), sql("upper(s.t) LIKE 'A%'"));
    assertEquals(col("d").tryCast(DataType.decimal(5, 2)), sql("TRY_CAST(d AS DECIMAL(5, 2))"));
  }

  @Test
  void printingUsesNoMoreParenthesesThanNeeded() {
    assertEquals("a + b * 2", sql("((a) + ((b) * (2)))").toString());
    assertEquals("(a + b) * 2", sql("(a + b) * 2").toString());
    assertEquals("a - (b - c)", sql("a - (b - c)").toString());
    assertEquals("NOT (a = 1 OR b = 2)", sql("NOT (a = 1 OR b = 2)").toString());
    assertEquals("a NOT IN (1, 2)", sql("NOT a IN (1, 2)").toString());
    assertEquals("a IS NOT NULL", sql("NOT a IS NULL").toString());
    assertEquals("-(-1)", sql("-(-1)").toString());
    assertEquals("-a", sql("- a").toString());
  }

  @Test
  void bindValuesStandForLiteralsInOrder() {
    Instant at = Instant.parse("2026-09-01T00:00:00Z");
    assertEquals(
        col("id").eq(7L).and(col("name").eq("it's")).and(col("at").lt(at)),
        sql("id = ? AND name = ? AND at < ?", 7L, "it's", at));
    assertEquals(col("id").eq(null), sql("id = ?", new Object[] {null}));
    assertTrue(refusal("id = ?").contains("no value for this question mark"));
    assertTrue(refusal("id = ?", 1, 2).contains("2 values for 1 question marks"));
  }

  @Test
  void namesKeepTheirCaseAndAnyNameCanBeQuoted() {
    for (String name :
        List.of(
            "Id", "a b", "1x", "z.z", "naïve", "数量", "and", "null", "`", "date", "current_date")) {
      Expression column = col(ColumnPath.of(name)).eq(1);
      assertEquals(column, sql(column.toString()), name);
    }
    assertEquals(col(ColumnPath.of("1x")), sql("1x"));
    assertEquals(col(ColumnPath.of("数量")), sql("数量"));
    assertEquals(col(ColumnPath.of("date")), sql("date"));
  }

  @Test
  void literalsOfEveryTypePrintAndParse() {
    List<Object> values =
        Arrays.asList(
            true,
            (byte) -128,
            (short) 7,
            Integer.MIN_VALUE,
            Long.MIN_VALUE,
            1.1f,
            -0.0f,
            Float.NaN,
            1e23,
            -0.0,
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            new BigDecimal("-0.00"),
            new BigDecimal("12345678901234567890.123"),
            "it's \\ 'q' \n %_\0",
            new byte[] {0, -1},
            LocalDate.of(-5, 1, 2),
            LocalDate.of(12345, 6, 7),
            Instant.parse("1969-12-31T23:59:59.999999Z"),
            LocalDateTime.parse("2024-02-29T01:02:03.000004"),
            null);
    for (Object value : values) {
      Expression literal = lit(value);
      assertEquals(literal, sql(literal.toString()), literal::toString);
    }
    for (DataType type :
        List.of(DataType.INT, DataType.decimal(5, 2), DataType.array(DataType.DATE))) {
      Literal typed = new Literal(type, null);
      assertEquals(typed, sql(typed.toString()));
    }
    Literal roomy = new Literal(DataType.decimal(10, 2), new BigDecimal("1.50"));
    assertEquals(roomy, sql(roomy.toString()));
  }

  @Test
  void refusalsNameTextAndPosition() {
    assertEquals(
        "Cannot read the expression 'a +' at character 4: a value is missing", refusal("a +"));
    assertEquals(
        "Cannot read the expression 'soundex(a) = 'x'' at character 1: "
            + "'soundex' is no function of the language",
        refusal("soundex(a) = 'x'"));
    assertEquals(
        "Cannot read the expression 'a & b' at character 3: '&' is no part of the language",
        refusal("a & b"));
    assertEquals(
        "Cannot read the expression 'a IN (SELECT 1)' at character 7: "
            + "a subquery is no part of the language, found 'SELECT'",
        refusal("a IN (SELECT 1)"));
    assertTrue(refusal("upper('a', 'b')").contains("upper takes 1, not 2 arguments"));
    assertTrue(refusal("DATE'2024-13-01'").contains("'2024-13-01' is no date"));
    assertTrue(refusal("CAST(a AS INTERVAL)").contains("'INTERVAL' is no type"));
    assertTrue(refusal("a OVER (PARTITION BY b)").contains("should end here"));
    assertTrue(refusal("300Y").contains("not within -128 and 127"));
    assertTrue(refusal("'open").contains("not closed"));
    assertTrue(refusal("").contains("a value is missing"));
  }

  @Test
  void nestingTooDeepForTheStackIsRefused() {
    assertTrue(refusal("(".repeat(5000) + "1").contains("nested deeper"));
    assertTrue(refusal("a" + " + 1".repeat(5000)).contains("follow one another"));
    assertTrue(refusal("NOT ".repeat(5000) + "a").contains("nested deeper"));
    // Joined conditions lie side by side, however many.
    Expression many = sql("a = 1" + " OR a = 2".repeat(20_000));
    assertEquals(20_001, ((Call) many).arguments().size());
  }

  @Test
  void randomTreesPrintAsTextThatParsesAsTheSameTree() {
    for (int seed = 0; seed < 3000; seed++) {
      RandomExpressions expressions = new RandomExpressions(new Random(seed));
      Expression expression = expressions.any(4);
      assertEquals(expression, sql(expression.toString()), "seed " + seed);
    }
  }

  @Test
  void substituteReplacesColumnsInAnyCase() {
    Expression predicate = sql("Day = '2024-01-01' AND s.day = 1");
    assertEquals(
        sql("'x' = '2024-01-01' AND s.day = 1"),
        Expressions.substitute(
            predicate, Map.of(ColumnPath.of("day"), new Literal(DataType.STRING, "x"))));
  }
}
