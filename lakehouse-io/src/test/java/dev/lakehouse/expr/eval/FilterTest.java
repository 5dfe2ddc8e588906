package dev.lakehouse.expr.eval;

import static dev.lakehouse.expr.Expressions.and;
import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.expr.Expressions.lit;
import static dev.lakehouse.expr.Expressions.not;
import static dev.lakehouse.expr.Expressions.or;
import static dev.lakehouse.types.StructField.optional;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.Selection;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FilterTest {
  private static final ExpressionContext UTC = ExpressionContext.utc(Instant.EPOCH);

  private static List<Integer> select(Batch batch, Expression predicate) {
    Selection selection = Filter.bind(predicate, batch.schema(), UTC).select(batch);
    return Arrays.stream(selection.rows(), 0, selection.count()).boxed().toList();
  }

  private static Batch batch(DataType type, @Nullable Object... values) {
    return batch(ColumnBuilder.column(type, Arrays.asList(values)));
  }

  private static Batch batch(Column column) {
    StructType schema = StructType.of(optional("v", column.type()));
    return new Batch(schema, List.of(column), column.size());
  }

  @Test
  void comparisonWithNullSelectsNothing() {
    Batch batch = batch(DataType.INT, 1, null, 3);
    assertEquals(List.of(0), select(batch, col("v").lt(2)));
    assertEquals(List.of(2), select(batch, col("v").ge(2)));
    assertEquals(List.of(0, 2), select(batch, col("v").ne(2)));
    assertEquals(List.of(), select(batch, col("v").eq(null)));
    assertEquals(List.of(1), select(batch, col("v").eqNullSafe(null)));
    assertEquals(List.of(1), select(batch, col("v").isNull()));
    assertEquals(List.of(0, 2), select(batch, col("v").isNotNull()));
  }

  @Test
  void junctionsAreThreeValued() {
    Batch batch = batch(DataType.INT, 1, null, 3);
    Expression small = col("v").lt(2);
    assertEquals(List.of(2), select(batch, not(small)));
    assertEquals(List.of(0, 1), select(batch, or(small, col("v").isNull())));
    assertEquals(List.of(), select(batch, not(or(small, col("v").isNotNull()))));
    assertEquals(List.of(0), select(batch, and(small, col("v").isNotNull())));
    assertEquals(List.of(2), select(batch, not(and(small, lit(null)))));
    assertEquals(List.of(0, 1, 2), select(batch, lit(true)));
    assertEquals(List.of(), select(batch, lit(null)));
  }

  @Test
  void inWithANullIsNeverFalse() {
    Batch batch = batch(DataType.INT, 1, null, 3);
    assertEquals(List.of(0), select(batch, col("v").in(1, 2)));
    assertEquals(List.of(0), select(batch, col("v").in(null, 1)));
    assertEquals(List.of(), select(batch, not(col("v").in(null, 1))));
    assertEquals(List.of(), select(batch, lit(null).in(null, 2)));
  }

  @Test
  void nanIsTheLargestAndEqualsItself() {
    for (DataType type : List.of(DataType.FLOAT, DataType.DOUBLE)) {
      Batch batch = batch(type, 1.0, Double.NaN, Double.POSITIVE_INFINITY, -0.0, 0.0, null);
      assertEquals(List.of(1), select(batch, col("v").eq(Double.NaN)));
      assertEquals(List.of(1), select(batch, col("v").gt(Double.POSITIVE_INFINITY)));
      assertEquals(List.of(1), select(batch, col("v").ge(Double.NaN)));
      assertEquals(List.of(0, 2, 3, 4), select(batch, col("v").lt(Double.NaN)));
      assertEquals(List.of(0, 1, 2, 3, 4), select(batch, col("v").le(Double.NaN)));
      assertEquals(List.of(0, 1, 2), select(batch, col("v").gt(0.0)));
      assertEquals(List.of(3, 4), select(batch, col("v").eq(-0.0)));
      assertEquals(List.of(0, 1, 2, 3, 4), select(batch, col("v").eq(col("v"))));
      assertEquals(List.of(), select(batch, col("v").lt(col("v"))));
    }
  }

  @Test
  void decimalsOfDifferentScaleCompareByValue() {
    DataType type = DataType.decimal(15, 2);
    Batch batch = batch(type, new BigDecimal("1.50"), new BigDecimal("100.00"), null);
    assertEquals(List.of(0), select(batch, col("v").eq(new BigDecimal("1.5"))));
    assertEquals(List.of(1), select(batch, col("v").gt(99)));
    assertEquals(List.of(1), select(batch, col("v").gt(new BigDecimal("1.500000001"))));
    assertEquals(List.of(0), select(batch, col("v").lt(99.9)));
    Batch wide =
        batch(
            DataType.decimal(38, 10),
            new BigDecimal("-5.0000000001"),
            new BigDecimal("7.0000000000"));
    assertEquals(List.of(0), select(wide, col("v").lt(-5)));
    assertEquals(List.of(1), select(wide, col("v").eq(7L)));
  }

  @Test
  void textComparesByUtf8Bytes() {
    // U+1F600 is above U+FF61, though its first UTF-16 unit is below.
    Batch batch = batch(DataType.STRING, "\uFF61", "\uD83D\uDE00", "a", "", null);
    assertEquals(List.of(1), select(batch, col("v").gt("\uFF61")));
    assertEquals(List.of(2, 3), select(batch, col("v").le("a")));
    assertEquals(List.of(3), select(batch, col("v").eq("")));
  }

  @Test
  void dictionaryGivesTheSameAsPlainText() {
    BytesColumn entries =
        (BytesColumn) ColumnBuilder.column(DataType.STRING, List.of("apple", "pear", "plum"));
    Column nulls = ColumnBuilder.column(DataType.INT, Arrays.asList(1, 1, null, 1));
    Batch batch = batch(new DictionaryColumn(new int[] {2, 0, 0, 1}, entries, nulls.validity(), 4));
    assertEquals(List.of(3), select(batch, col("v").eq("pear")));
    assertEquals(List.of(0, 3), select(batch, col("v").like("p%")));
    assertEquals(List.of(1), select(batch, not(col("v").like("p%"))));
    assertEquals(List.of(1, 3), select(batch, col("v").in("apple", "pear")));
    assertEquals(List.of(0, 1, 3), select(batch, col("v").eq(col("v"))));
  }

  @Test
  void likeMatchesCodePointsAndTakesEscapes() {
    Batch batch = batch(DataType.STRING, "a😀b", "ab", "a%b", "xaxbx", "aab", null);
    assertEquals(List.of(0, 2, 4), select(batch, col("v").like("a_b")));
    assertEquals(List.of(2), select(batch, col("v").like("a\\%b")));
    assertEquals(List.of(0, 1, 2, 4), select(batch, col("v").like("a%b")));
    assertEquals(List.of(0, 1, 2, 3, 4), select(batch, col("v").like("%b%")));
    assertEquals(List.of(3), select(batch, col("v").like("x%x%x")));
    assertEquals(List.of(1), select(batch, col("v").like("ab")));
    assertEquals(List.of(4), select(batch, col("v").like("_ab")));
    assertEquals(List.of(), select(batch, col("v").like("ab%b")));
  }

  @Test
  void nestedFieldsAndAnyCaseOfNamesAreFound() {
    StructType inner = StructType.of(optional("Zip", DataType.INT));
    StructType schema = StructType.of(optional("Address", inner));
    Column column =
        ColumnBuilder.column(inner, Arrays.asList(List.of(1), null, Arrays.asList((Object) null)));
    Batch batch = new Batch(schema, List.of(column), 3);
    assertEquals(List.of(0), select(batch, col("address.zip").eq(1)));
    assertEquals(List.of(1, 2), select(batch, col("address.zip").isNull()));
    assertEquals(List.of(1), select(batch, col("address").isNull()));
    Filter filter = Filter.bind(col("address.zip").eq(1), schema, UTC);
    assertEquals(Set.of(ColumnPath.of("Address", "Zip")), filter.columns());
  }

  @Test
  void datesCompareWithTimestampsAtTheirMidnight() {
    Batch batch = batch(DataType.DATE, LocalDate.of(2024, 1, 1), LocalDate.of(2024, 1, 2));
    assertEquals(List.of(1), select(batch, col("v").gt(Instant.parse("2024-01-01T00:00:00Z"))));
  }

  @Test
  void anUnknownColumnIsNamedWithThoseThatAreThere() {
    Batch batch = batch(DataType.INT, 1);
    SchemaMismatchException e =
        assertThrows(
            SchemaMismatchException.class, () -> Filter.bind(col("w").eq(1), batch.schema(), UTC));
    assertTrue(e.getMessage().contains("'w'") && e.getMessage().contains("[v]"), e.getMessage());
  }

  @Test
  void typesThatDoNotCompareAreRefusedWithTheText() {
    Batch batch = batch(DataType.DATE, LocalDate.EPOCH);
    ExpressionException e =
        assertThrows(
            ExpressionException.class, () -> Filter.bind(col("v").eq(1), batch.schema(), UTC));
    assertEquals("'v = 1' compares date with int", e.getMessage());
  }
}
