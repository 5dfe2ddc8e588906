package dev.lakehouse.log.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lakehouse.log.stats.StatsJson.TightBounds;
import dev.lakehouse.types.ColumnPath;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatsJsonTest {
  private static LeafStats leaf(String path, @Nullable Object min, @Nullable Object max) {
    return new LeafStats(ColumnPath.parse(path), 0L, min, max);
  }

  private static String bounds(@Nullable Object min, @Nullable Object max) {
    return StatsJson.write(2, List.of(leaf("a", min, max)), TightBounds.IMPLIED);
  }

  @Test
  void nestedFieldsMirrorTheSchema() {
    assertEquals(
        "{\"numRecords\":3,\"minValues\":{\"a\":1,\"s\":{\"x\":\"p\",\"t\":{\"y\":2}},\"b\":3},"
            + "\"maxValues\":{\"a\":9,\"s\":{\"x\":\"q\",\"t\":{\"y\":4}},\"b\":5},"
            + "\"nullCount\":{\"a\":0,\"s\":{\"x\":0,\"t\":{\"y\":0}},\"b\":0},"
            + "\"tightBounds\":true}",
        StatsJson.write(
            3,
            List.of(leaf("a", 1, 9), leaf("s.x", "p", "q"), leaf("s.t.y", 2L, 4L), leaf("b", 3, 5)),
            TightBounds.SAID));
  }

  @Test
  void aTableWithoutColumnsToCountHasOnlyItsRows() {
    assertEquals("{\"numRecords\":7}", StatsJson.write(7, List.of(), TightBounds.IMPLIED));
  }

  @Test
  void aColumnOfNullsHasACountAndNoBounds() {
    assertEquals(
        "{\"numRecords\":2,\"nullCount\":{\"a\":2}}",
        StatsJson.write(
            2, List.of(new LeafStats(ColumnPath.of("a"), 2L, null, null)), TightBounds.IMPLIED));
  }

  @Test
  void timestampsAreCutDownToMillisecondsAlsoBefore1970() {
    assertEquals(
        "{\"numRecords\":2,\"minValues\":{\"a\":\"1969-12-31T23:59:59.999Z\"},"
            + "\"maxValues\":{\"a\":\"2024-01-01T12:00:00.000Z\"},\"nullCount\":{\"a\":0}}",
        bounds(
            Instant.parse("1969-12-31T23:59:59.999999Z"),
            Instant.parse("2024-01-01T12:00:00.000500Z")));
  }

  @Test
  void localTimestampsHaveNoZone() {
    assertEquals(
        "{\"numRecords\":2,\"minValues\":{\"a\":\"2021-11-18T02:30:00.123\"},"
            + "\"maxValues\":{\"a\":\"+12021-11-18T02:30:05.000\"},\"nullCount\":{\"a\":0}}",
        bounds(
            LocalDateTime.parse("2021-11-18T02:30:00.123"),
            LocalDateTime.of(12021, 11, 18, 2, 30, 5)));
  }

  @Test
  void datesAndDecimalsLoseNothing() {
    assertEquals(
        "{\"numRecords\":2,\"minValues\":{\"a\":\"2020-02-29\"},"
            + "\"maxValues\":{\"a\":12345678901234567890123456789012345.50},"
            + "\"nullCount\":{\"a\":0}}",
        bounds(
            LocalDate.of(2020, 2, 29), new BigDecimal("12345678901234567890123456789012345.50")));
    assertEquals(
        "{\"numRecords\":2,\"minValues\":{\"a\":0.0000000001},\"maxValues\":{\"a\":100},"
            + "\"nullCount\":{\"a\":0}}",
        bounds(new BigDecimal("1E-10"), new BigDecimal("1E2")));
  }

  @Test
  void zerosBoundBothZeros() {
    assertEquals(
        "{\"numRecords\":2,\"minValues\":{\"a\":-0.0},\"maxValues\":{\"a\":0.0},"
            + "\"nullCount\":{\"a\":0}}",
        bounds(0.0, -0.0));
    assertEquals(
        "{\"numRecords\":2,\"minValues\":{\"a\":-0.0},\"maxValues\":{\"a\":0.0},"
            + "\"nullCount\":{\"a\":0}}",
        bounds(0.0f, -0.0f));
  }

  @Test
  void boundsThatAreNoNumbersAreLeftOut() {
    assertEquals("{\"numRecords\":2,\"nullCount\":{\"a\":0}}", bounds(Double.NaN, Double.NaN));
    assertEquals(
        "{\"numRecords\":2,\"minValues\":{\"a\":1.5},\"nullCount\":{\"a\":0}}",
        bounds(1.5, Double.POSITIVE_INFINITY));
    assertEquals(
        "{\"numRecords\":2,\"maxValues\":{\"a\":2.5E10},\"nullCount\":{\"a\":0}}",
        bounds(Float.NEGATIVE_INFINITY, 2.5e10f));
  }

  @Test
  void booleansAndBinariesHaveNoBounds() {
    assertEquals("{\"numRecords\":2,\"nullCount\":{\"a\":0}}", bounds(false, true));
    assertEquals(
        "{\"numRecords\":2,\"nullCount\":{\"a\":0}}", bounds(new byte[] {1}, new byte[] {2}));
  }

  @Test
  void namesAndTextsAreEscaped() {
    assertEquals(
        "{\"numRecords\":1,\"minValues\":{\"a\\\"b\":{\"c.d\":\"x\\\\\\u0001\"}},"
            + "\"nullCount\":{\"a\\\"b\":{\"c.d\":0}}}",
        StatsJson.write(
            1,
            List.of(new LeafStats(ColumnPath.of("a\"b", "c.d"), 0L, "x\\\u0001", null)),
            TightBounds.IMPLIED));
  }
}
