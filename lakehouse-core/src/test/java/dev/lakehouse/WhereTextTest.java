package dev.lakehouse;

import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.StructField.optional;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.data.Row;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.StructType;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Predicates as SQL text, where a typed one could stand. */
class WhereTextTest {
  private static final StructType SCHEMA =
      StructType.of(
          optional("p", STRING),
          optional("v", INT),
          optional("s", StructType.of(optional("xy", INT))));

  private final Lakehouse lake = Lakehouse.create();
  private Table table;

  @BeforeEach
  void create() {
    table =
        lake.createTable("memory://lake/table", SCHEMA)
            .partitionedBy("p")
            .as(
                Source.rows(
                    SCHEMA,
                    List.of(
                        Row.of(SCHEMA, "it's", 1, null),
                        Row.of(SCHEMA, "b", 2, null),
                        Row.of(SCHEMA, null, 3, null))))
            .execute();
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void textAndBindValuesAreTheSameAsTheTypedExpression() {
    assertEquals(1, table.scan().where("v > 1 AND p = 'b'").count());
    assertEquals(1, table.scan().where("p = ? AND V <= ?", "it's", 1).count());
    assertEquals(1, table.scan().where("p <=> ?", (Object) null).count());
    assertEquals(
        table.scan().where(col("v").in(1, 3)).count(),
        table.scan().where("v IN (?, 3)", 1).count());
    assertEquals(1, table.scan().where("v > 1").where(col("p").eq("b")).count());
  }

  @Test
  void aTextThatDoesNotParseOrBindIsAnErrorWithItsPlace() {
    ExpressionException parse =
        assertThrows(ExpressionException.class, () -> table.scan().where("v >"));
    assertTrue(parse.getMessage().contains("v >"), parse.getMessage());
    assertThrows(ExpressionException.class, () -> table.scan().where("v = ?"));
    assertThrows(ExpressionException.class, () -> table.scan().where("v = 1", 2));
    assertThrows(SchemaMismatchException.class, () -> table.scan().where("w = 1"));
  }

  @Test
  void namesOfAnyKindAreFoundInQuotesAndNestedOnesSelected() {
    StructType odd =
        StructType.of(
            optional("Id", INT),
            optional("z.z", INT),
            optional("1x", INT),
            optional("naïve", INT),
            optional("数量", INT),
            optional("s", StructType.of(optional("Inner", INT))));
    Row row = Row.of(odd, 1, 2, 3, 4, 5, Row.of(StructType.of(optional("Inner", INT)), 6));
    Table names =
        lake.createTable("memory://lake/names", odd).as(Source.rows(odd, List.of(row))).execute();
    String all = "ID = 1 AND `z.z` = 2 AND `1x` = 3 AND naïve = 4 AND 数量 = 5 AND S.inner = 6";
    assertEquals(1, names.scan().where(all).count());
    assertEquals(0, names.scan().where("`z.z` = 3").count());
    assertEquals(
        List.of("Inner", "z.z", "数量"),
        names.scan().select("s.INNER", "`z.z`", "数量").schema().names());
  }

  @Test
  void overwriteTakesTextToo() {
    Source fits = Source.rows(SCHEMA, List.of(Row.of(SCHEMA, "b", 7, null)));
    table.overwrite(fits).where("p = ?", "b").execute();
    assertEquals(1, table.scan().where("v = 7").count());
    assertEquals(3, table.scan().count());
    assertThrows(
        ConstraintViolationException.class, () -> table.overwrite(fits).where("p = 'c'").execute());
  }
}
