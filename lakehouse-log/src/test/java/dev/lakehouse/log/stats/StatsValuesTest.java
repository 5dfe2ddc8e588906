package dev.lakehouse.log.stats;

import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatsValuesTest {
  private static StructType bounds(DataType type) {
    return StructType.of(
        optional("minValues", StructType.of(optional("a", type))),
        optional("maxValues", StructType.of(optional("a", type))));
  }

  private static @Nullable Object min(DataType type, String json) {
    List<?> values = StatsValues.parse("{\"minValues\":{\"a\":" + json + "}}", bounds(type));
    return ((List<?>) values.get(0)).get(0);
  }

  private static @Nullable Object max(DataType type, String json) {
    List<?> values = StatsValues.parse("{\"maxValues\":{\"a\":" + json + "}}", bounds(type));
    return ((List<?>) values.get(1)).get(0);
  }

  @Test
  void theSchemaHoldsWhatHasBoundsAndCountsAll() {
    StructType schema =
        StructType.of(
            required("a", DataType.LONG),
            optional("flag", DataType.BOOLEAN),
            optional(
                "s",
                StructType.of(
                    optional("x", DataType.STRING),
                    optional("list", DataType.array(DataType.INT)))),
            optional("not", DataType.INT));
    StructType stats =
        StatsSchema.of(
            schema,
            Set.of(
                ColumnPath.of("a"),
                ColumnPath.of("flag"),
                ColumnPath.of("s", "x"),
                ColumnPath.of("s", "list")));
    StructType bounds =
        StructType.of(
            optional("a", DataType.LONG),
            optional("s", StructType.of(optional("x", DataType.STRING))));
    assertEquals(
        StructType.of(
            optional("numRecords", DataType.LONG),
            optional("minValues", bounds),
            optional("maxValues", bounds),
            optional(
                "nullCount",
                StructType.of(
                    optional("a", DataType.LONG),
                    optional("flag", DataType.LONG),
                    optional(
                        "s",
                        StructType.of(
                            optional("x", DataType.LONG), optional("list", DataType.LONG))))),
            optional("tightBounds", DataType.BOOLEAN)),
        stats);
  }

  @Test
  void aTableWithoutBoundsHasNoEmptyStruct() {
    StructType schema = StructType.of(optional("flag", DataType.BOOLEAN));
    assertEquals(
        List.of("numRecords", "nullCount", "tightBounds"),
        StatsSchema.of(schema, Set.of(ColumnPath.of("flag"))).names());
    assertEquals(List.of("numRecords", "tightBounds"), StatsSchema.of(schema, Set.of()).names());
  }

  @Test
  void everyTypeIsParsed() {
    assertEquals((byte) -3, min(DataType.BYTE, "-3"));
    assertEquals(Long.MAX_VALUE, min(DataType.LONG, "9223372036854775807"));
    assertEquals(1.5f, min(DataType.FLOAT, "1.5"));
    assertEquals(-0.0, min(DataType.DOUBLE, "-0.0"));
    assertEquals(new BigDecimal("1.50"), min(DataType.decimal(5, 2), "1.5"));
    assertEquals(LocalDate.of(2020, 2, 29), min(DataType.DATE, "\"2020-02-29\""));
    assertEquals("x\u00e9", min(DataType.STRING, "\"x\\u00e9\""));
    assertEquals(
        Instant.parse("2000-01-01T08:00:00.123Z"),
        min(DataType.TIMESTAMP, "\"2000-01-01T08:00:00.123Z\""));
    assertEquals(
        LocalDateTime.parse("2021-11-18T02:30:00.123"),
        min(DataType.TIMESTAMP_NTZ, "\"2021-11-18T02:30:00.123\""));
  }

  /** PITFALLS 5: a historic offset may have lost its seconds. */
  @Test
  void boundsWithAnOffsetAreWidenedByWhatItMayHaveLost() {
    String text = "\"2000-01-01T00:00:00.000-08:00\"";
    assertEquals(Instant.parse("2000-01-01T07:59:01Z"), min(DataType.TIMESTAMP, text));
    assertEquals(Instant.parse("2000-01-01T08:00:59Z"), max(DataType.TIMESTAMP, text));
  }

  @Test
  void aDateBecomesTheMidnightOfAWidenedColumn() {
    assertEquals(
        LocalDateTime.parse("2020-01-01T00:00:00"), max(DataType.TIMESTAMP_NTZ, "\"2020-01-01\""));
  }

  /** PITFALLS 7: one bad cell spoils no other. */
  @Test
  void whatDoesNotParseIsUnknownByItself() {
    assertNull(min(DataType.INT, "\"x\""));
    assertNull(min(DataType.INT, "1.5"));
    assertNull(min(DataType.BYTE, "300"));
    assertNull(min(DataType.decimal(3, 1), "1234.5"));
    assertNull(min(DataType.decimal(3, 1), "1.25"));
    assertNull(min(DataType.DOUBLE, "\"NaN\""));
    assertNull(min(DataType.STRING, "5"));
    assertNull(min(DataType.STRING, "[1,{}]"));
    assertNull(min(DataType.DATE, "\"2020-13-01\""));
    assertNull(min(DataType.TIMESTAMP, "null"));
    assertEquals(
        Instant.parse("+48690-07-02T00:00:00Z"),
        min(DataType.TIMESTAMP, "\"+48690-07-02T00:00:00Z\""));
    StructType two =
        StructType.of(
            optional("numRecords", DataType.LONG), optional("tightBounds", DataType.BOOLEAN));
    assertEquals(
        Arrays.asList(null, true),
        StatsValues.parse("{\"numRecords\":\"x\",\"tightBounds\":true}", two));
  }

  @Test
  void textsThatAreNoStatisticsAreNone() {
    StructType schema = bounds(DataType.INT);
    assertNull(StatsValues.parse(null, schema));
    assertNull(StatsValues.parse("", schema));
    assertNull(StatsValues.parse("{\"minValues\":", schema));
    assertNull(StatsValues.parse("[]", schema));
    assertEquals(Arrays.asList(null, null), StatsValues.parse("{}", schema));
    assertEquals(Arrays.asList(null, null), StatsValues.parse("{\"minValues\":3}", schema));
  }
}
