package dev.lakehouse.expr.eval;

import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.expr.Expressions.sql;
import static dev.lakehouse.types.StructField.optional;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.RandomExpressions;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BoundExpressionTest {
  private static final ExpressionContext UTC =
      ExpressionContext.utc(Instant.parse("2026-05-06T07:08:09Z"));

  private static List<@Nullable Object> evaluate(String text, Batch batch) {
    return values(BoundExpression.bind(sql(text), batch.schema(), UTC).evaluate(batch));
  }

  private static List<@Nullable Object> values(Column column) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < column.size(); i++) {
      values.add(Values.get(column, i));
    }
    return values;
  }

  private static Batch ints(String name, @Nullable Integer... values) {
    Column column = ColumnBuilder.column(DataType.INT, Arrays.asList(values));
    return new Batch(StructType.of(optional(name, DataType.INT)), List.of(column), values.length);
  }

  @Test
  void onlyTheRowsThatNeedAValueMayFail() {
    Batch batch = ints("a", 0, 5, null, 2);
    assertEquals(
        Arrays.asList(false, true, null, true), evaluate("a <> 0 AND 10 div a > 1", batch));
    assertEquals(Arrays.asList(-1L, 2L, null, 5L), evaluate("if(a = 0, -1, 10 div a)", batch));
    assertEquals(
        Arrays.asList(0L, 2L, -1L, 5L),
        evaluate("CASE WHEN a = 0 THEN 0 WHEN a IS NULL THEN -1 ELSE 10 div a END", batch));
    assertEquals(
        Arrays.asList(0L, 5L, null, 2L), evaluate("coalesce(nullif(a, 0), a div 1)", batch));
  }

  @Test
  void aFailingRowIsNamedWithTextCauseAndSample() {
    ExpressionException e =
        assertThrows(
            ExpressionException.class, () -> evaluate("1 + 10 div a > 1", ints("a", 5, 0, 1)));
    assertEquals(
        "'10 DIV a' fails at row 1 of the batch, {a: 0}: division by zero", e.getMessage());
    ExpressionException cast =
        assertThrows(
            ExpressionException.class, () -> evaluate("CAST(a AS TINYINT)", ints("a", 1, 300)));
    assertEquals(
        "'CAST(a AS TINYINT)' fails at row 1 of the batch, {a: 300}: "
            + "300 does not fit tinyint; TRY_CAST gives null",
        cast.getMessage());
  }

  @Test
  void typesThatDoNotGoTogetherAreRefusedBeforeAnyRow() {
    StructType schema = StructType.of(optional("d", DataType.DATE), optional("i", DataType.INT));
    ExpressionException e =
        assertThrows(
            ExpressionException.class,
            () -> BoundExpression.bind(sql("i > 1 AND d * 2 > 3"), schema, UTC));
    assertEquals(
        "'d * 2' in 'i > 1 AND d * 2 > 3' computes with a date and int; "
            + "a date takes a whole number of days",
        e.getMessage());
  }

  @Test
  void theClockAndTheZoneAreTheContexts() {
    ExpressionContext samoa =
        new ExpressionContext(ZoneId.of("Pacific/Apia"), Instant.parse("2026-01-01T11:30:00Z"));
    Batch none = new Batch(StructType.of(), List.of(), 1);
    assertEquals(
        List.of(LocalDate.of(2026, 1, 2)),
        values(BoundExpression.bind(sql("current_date"), none.schema(), samoa).evaluate(none)));
    assertEquals(
        List.of(Instant.parse("2026-01-01T11:30:00Z")),
        values(
            BoundExpression.bind(sql("current_timestamp()"), none.schema(), samoa).evaluate(none)));
    assertEquals(
        List.of("2026-01-02 00:30:00"),
        values(BoundExpression.bind(sql("string(now())"), none.schema(), samoa).evaluate(none)));
  }

  @Test
  void functionsOfArraysCountFromOneAndFromTheEnd() {
    Batch one = ints("i", 2);
    assertEquals(List.of(List.of(2, 3)), evaluate("slice(array(1, 2, 3, 4), 2, 2)", one));
    assertEquals(List.of(List.of(3, 4)), evaluate("slice(array(1, 2, 3, 4), -2, 9)", one));
    assertEquals(List.of(List.of()), evaluate("slice(array(1, 2), 5, 1)", one));
    assertEquals(List.of(List.of()), evaluate("slice(array(1, 2), -3, 2)", one));
    assertEquals(
        Arrays.asList(Arrays.asList(1, null, 2)),
        evaluate("array_distinct(array(1, NULL, 1, 2, NULL))", one));
    assertEquals(List.of(3), evaluate("element_at(array(1, 2, 3), -1)", one));
    assertEquals(
        List.of("a-b-c"), evaluate("concat_ws('-', 'a', NULL, array('b', NULL, 'c'))", one));
    assertEquals(List.of(LocalDate.of(2024, 2, 29)), evaluate("make_date(2024, i, 29)", one));
    assertEquals(List.of(false), evaluate("isnan(CAST(NULL AS DOUBLE))", one));
    assertThrows(ExpressionException.class, () -> evaluate("make_date(2023, i, 29)", one));
    assertThrows(ExpressionException.class, () -> evaluate("slice(array(1), 0, 1)", one));
    assertThrows(ExpressionException.class, () -> evaluate("slice(array(1), 1, -1)", one));
  }

  /** A batch gives what its rows give one by one; and with dictionaries what it gives without. */
  @Test
  void batchesRowsAndDictionariesAgree() {
    int computed = 0;
    int failed = 0;
    for (int seed = 0; seed < 1500; seed++) {
      RandomExpressions random = new RandomExpressions(new Random(seed));
      Batch batch = batch(random, 12);
      Expression expression = random.any(4);
      BoundExpression bound;
      try {
        bound = BoundExpression.bind(expression, batch.schema(), UTC);
      } catch (LakehouseException e) {
        continue;
      }
      String what = "seed " + seed + ": " + expression;
      @Nullable List<@Nullable Object> expected = rowByRow(bound, batch);
      assertEquals(expected, attempt(bound, batch), what);
      assertEquals(expected, attempt(bound, withDictionaries(batch)), what + " with dictionaries");
      computed += expected == null ? 0 : 1;
      failed += expected == null ? 1 : 0;
    }
    assertTrue(computed > 500 && failed > 50, computed + " computed, " + failed + " failed");
  }

  private static Batch batch(RandomExpressions random, int rows) {
    List<Column> columns = new ArrayList<>();
    for (StructField field : RandomExpressions.SCHEMA) {
      columns.add(ColumnBuilder.column(field.type(), random.values(field.type(), rows)));
    }
    return new Batch(RandomExpressions.SCHEMA, columns, rows);
  }

  private static @Nullable List<@Nullable Object> rowByRow(BoundExpression bound, Batch batch) {
    List<@Nullable Object> all = new ArrayList<>();
    for (int i = 0; i < batch.rowCount(); i++) {
      List<@Nullable Object> one = attempt(bound, batch.slice(i, 1));
      if (one == null) {
        return null;
      }
      all.addAll(one);
    }
    return all;
  }

  private static @Nullable List<@Nullable Object> attempt(BoundExpression bound, Batch batch) {
    try {
      Column column = bound.evaluate(batch);
      assertEquals(bound.type().toString(), column.type().toString());
      return values(column);
    } catch (ExpressionException e) {
      return null;
    }
  }

  private static Batch withDictionaries(Batch batch) {
    List<Column> columns = new ArrayList<>();
    for (Column column : batch.columns()) {
      columns.add(column instanceof BytesColumn bytes ? encoded(bytes) : column);
    }
    return new Batch(batch.schema(), columns, batch.rowCount());
  }

  private static DictionaryColumn encoded(BytesColumn column) {
    List<Object> entries = new ArrayList<>(List.of("never used"));
    int[] codes = new int[column.size()];
    for (int i = 0; i < codes.length; i++) {
      Object value = Values.get(column, i);
      if (value != null && !entries.contains(value)) {
        entries.add(value);
      }
      codes[i] = value == null ? 0 : entries.indexOf(value);
    }
    BytesColumn dictionary = (BytesColumn) ColumnBuilder.column(column.type(), entries);
    return new DictionaryColumn(codes, dictionary, column.validity(), column.size());
  }

  @Test
  void theDeepestTextThatParsesBindsAndComputes() {
    String nested = "(".repeat(98) + "a" + " + 1)".repeat(98);
    assertEquals(List.of(99), evaluate(nested, ints("a", 1)));
    assertEquals(List.of(201), evaluate("a" + " + 1".repeat(200), ints("a", 1)));
    assertEquals(List.of(true), evaluate("a = 0" + " OR a = 1".repeat(20_000), ints("a", 1)));
    assertEquals(List.of("x".repeat(200)), evaluate("'x'" + " || 'x'".repeat(199), ints("a", 1)));
  }

  @Test
  void anEmptyBatchHasNoValues() {
    for (String text :
        List.of(
            "a + 1",
            "upper(string(a))",
            "a IN (1, 2, 3, 4, 5)",
            "array(a, 2)",
            "if(a > 1, a, 0)")) {
      assertEquals(List.of(), evaluate(text, ints("a")), text);
    }
  }

  @Test
  void columnsAreThoseOfTheSchemaWhateverTheCase() {
    BoundExpression bound =
        BoundExpression.bind(col("X.Q").plus(col("I")), RandomExpressions.SCHEMA, UTC);
    assertEquals("[x.q, i]", Objects.toString(bound.columns()));
  }
}
