package dev.lakehouse.expr.eval;

import static dev.lakehouse.expr.Expressions.lit;
import static dev.lakehouse.expr.Expressions.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Literal;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResidualTest {
  private static final Map<ColumnPath, Literal> PARTITION =
      Map.of(
          ColumnPath.of("day"), new Literal(DataType.DATE, LocalDate.of(2024, 1, 2)),
          ColumnPath.of("city"), new Literal(DataType.STRING, null));

  private static Expression residual(String text) {
    return Residual.of(sql(text), PARTITION, ExpressionContext.utc(Instant.EPOCH));
  }

  @Test
  void whatIsKnownIsDecided() {
    assertEquals(lit(true), residual("day > '2024-01-01'"));
    assertEquals(lit(false), residual("NOT day > '2024-01-01' AND amount > 5"));
    assertEquals(sql("amount > 5"), residual("Day = DATE'2024-01-02' AND amount > 5"));
    assertEquals(lit(true), residual("amount > 5 OR year(day) = 2024"));
    assertEquals(sql("amount > 5 OR x"), residual("amount > 5 OR day IS NULL OR x"));
    assertEquals(lit(true), residual("city IS NULL"));
  }

  @Test
  void nullIsNeitherTrueNorFalse() {
    Expression unknown = new Literal(DataType.BOOLEAN, null);
    assertEquals(unknown, residual("city = 'Oslo'"));
    assertEquals(unknown, residual("NOT city = 'Oslo'"));
    assertEquals(unknown.and(sql("amount > 5")), residual("city = 'Oslo' AND amount > 5"));
  }

  @Test
  void whatFailsStays() {
    assertEquals(sql("1 div 0 = 1"), residual("1 div 0 = 1"));
  }
}
