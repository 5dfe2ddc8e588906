package dev.lakehouse;

import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.TIMESTAMP;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.data.HistoryEntry;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.data.WriteResult;
import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Append and overwrite, as Delta Spark does them where we do not say otherwise. */
class WriteTest {
  private static final StructType SCHEMA =
      StructType.of(required("id", LONG), optional("p", STRING), optional("v", INT));

  private final Lakehouse lake = Lakehouse.create();

  @AfterEach
  void close() {
    lake.close();
  }

  private Table table(String... partitionColumns) {
    return lake.createTable("memory://lake/table", SCHEMA)
        .partitionedBy(partitionColumns)
        .execute();
  }

  private static Row row(long id, @Nullable String p, @Nullable Integer v) {
    return Row.of(SCHEMA, id, p, v);
  }

  private static Source rows(Row... rows) {
    return Source.rows(SCHEMA, List.of(rows));
  }

  private static List<String> read(Table table) {
    return read(table.scan());
  }

  private static List<String> read(Scan scan) {
    try (RowReader rows = scan.rows()) {
      List<String> texts = new ArrayList<>();
      rows.forEach(row -> texts.add(row.get(0) + " " + row.get(1) + " " + row.get(2)));
      return texts.stream().sorted().toList();
    }
  }

  private static HistoryEntry last(Table table) {
    return table.history(1).get(0);
  }

  @Test
  void anEmptyTextInARequiredPartitionColumnIsRefused() {
    StructType schema = StructType.of(required("p", STRING), optional("v", INT));
    Table table = lake.createTable("memory://lake/strict", schema).partitionedBy("p").execute();
    List<Row> rows = List.of(Row.of(schema, "a", 1), Row.of(schema, "", 2));
    ConstraintViolationException error =
        assertThrows(
            ConstraintViolationException.class,
            () -> table.append(Source.rows(schema, rows)).execute());
    assertTrue(error.getMessage().startsWith("Row 1, column 'p'"), error.getMessage());
  }

  @Test
  void overwriteWhereReplacesThePartitionsForWhichItIsTrue() {
    Table table = table("p");
    table.append(rows(row(1, "a", 1), row(2, "b", 2), row(3, null, 3))).execute();
    WriteResult result = table.overwrite(rows(row(7, "b", 7))).where(col("p").eq("b")).execute();
    assertEquals(1, result.filesRemoved());
    assertEquals(List.of("1 a 1", "3 null 3", "7 b 7"), read(table));
    assertEquals("p = 'b'", last(table).operationParameters().get("predicate"));
    table.overwrite(rows()).where(col("p").isNull()).execute();
    assertEquals(List.of("1 a 1", "7 b 7"), read(table));
    table.overwrite(rows(row(8, null, 8))).where(col("p").eqNullSafe(null)).execute();
    assertEquals(List.of("1 a 1", "7 b 7", "8 null 8"), read(table));
    assertEquals(
        WriteResult.Outcome.UNCHANGED,
        table.overwrite(rows()).where(col("p").eq("zzz")).execute().outcome());
  }

  /** Midnight in Berlin is another instant than in Greenwich; the winner's file is in that day. */
  @Test
  void aConcurrentAppendIsJudgedInTheZoneInWhichTheConditionIsMeant() {
    StructType schema = StructType.of(optional("id", LONG), optional("at", TIMESTAMP));
    Instant berlin = Instant.parse("2023-12-31T23:00:00Z");
    try (Lakehouse other = Lakehouse.builder().zone(ZoneId.of("Europe/Berlin")).build()) {
      Table table =
          other
              .createTable("memory://zone/t", schema)
              .partitionedBy("at")
              .as(Source.rows(schema, List.of(Row.of(schema, 1L, berlin))))
              .execute();
      Iterable<Row> rows =
          () -> {
            table.append(Source.rows(schema, List.of(Row.of(schema, 2L, berlin)))).execute();
            return List.of(Row.of(schema, 3L, berlin)).iterator();
          };
      Overwrite overwrite =
          table
              .overwrite(Source.rows(schema, rows))
              .where(Expressions.sql("at = '2024-01-01 00:00:00'"));
      assertEquals(
          ConflictException.Kind.CONCURRENT_APPEND,
          assertThrows(ConflictException.class, overwrite::execute).kind());
    }
  }

  /** No condition at all, as a program may build it of no value, must not mean all rows. */
  @Test
  void overwriteWhereNeedsAConditionOnColumns() {
    Table table = table("p");
    table.append(rows(row(1, "a", 1))).execute();
    Overwrite overwrite = table.overwrite(rows());
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> overwrite.where(Expressions.and(List.of())));
    assertTrue(error.getMessage().contains("Leave it out"), error.getMessage());
    assertThrows(IllegalArgumentException.class, () -> overwrite.where("1 = 1"));
    assertThrows(
        IllegalStateException.class,
        () -> table.overwrite(rows()).where(col("p").eq("a")).partitions());
    assertEquals(List.of("1 a 1"), read(table));
  }

  @Test
  void onlyTheNullPartitionIsOverwrittenByRowsOfIt() {
    Table table = table("p");
    table.append(rows(row(1, "a", 1), row(3, null, 3))).execute();
    table.overwrite(rows(row(4, null, 4))).partitions().execute();
    assertEquals(List.of("1 a 1", "4 null 4"), read(table));
  }

  @Test
  void partitionsAreComparedByTypedValue() {
    StructType schema = StructType.of(required("t", TIMESTAMP), optional("v", INT));
    Table table = lake.createTable("memory://lake/times", schema).partitionedBy("t").execute();
    Instant noon = Instant.parse("2026-09-01T12:00:00Z");
    table.append(Source.rows(schema, List.of(Row.of(schema, noon, 1)))).execute();
    WriteResult result =
        table
            .overwrite(Source.rows(schema, List.of(Row.of(schema, noon, 2))))
            .where(col("t").eq(noon))
            .execute();
    assertEquals(1, result.filesRemoved());
    assertEquals(
        1,
        table
            .overwrite(Source.rows(schema, List.of(Row.of(schema, noon, 3))))
            .partitions()
            .execute()
            .filesRemoved());
  }

  @Test
  void aScanOfTheSameTableMakesTheAppendDependOnIt() {
    Table table = table();
    table.append(rows(row(1, "a", 1), row(2, "b", 2))).execute();
    table.append(table.scan().where(col("id").gt(1))).execute();
    assertEquals(List.of("1 a 1", "2 b 2", "2 b 2"), read(table));
    assertEquals(false, last(table).isBlindAppend().orElseThrow());
    Scan stale = table.scan();
    table.overwrite(rows(row(9, "z", 9))).execute();
    ConflictException error =
        assertThrows(ConflictException.class, () -> table.append(stale).execute());
    assertEquals(3, error.winner());
    // A version that the user chose is what it is, whatever happened since.
    table.append(table.snapshot(1).scan()).execute();
    assertEquals(List.of("1 a 1", "2 b 2", "9 z 9"), read(table));
  }

  @Test
  void aSourceThatIsReadOnceServesOneOperation() {
    Table table = table();
    Source stream = Source.rows(SCHEMA, Stream.of(row(1, "a", 1)));
    table.append(stream).execute();
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> table.append(stream).execute());
    assertTrue(error.getMessage().contains("once"), error.getMessage());
    Source again = rows(row(2, "b", 2));
    table.append(again).execute();
    table.append(again).execute();
    assertEquals(3, read(table).size());
  }

  @Test
  void aVerbIsExecutedOnce() {
    Append append = table().append(rows(row(1, "a", 1)));
    append.execute();
    assertThrows(IllegalStateException.class, append::execute);
  }

  @Test
  void aCodecOfThisWriteWinsOverTheTables() {
    Table table = table();
    table
        .append(rows(row(1, "a", 1)))
        .option("delta.parquet.compression.codec", "snappy")
        .execute();
    assertTrue(
        table.scan().tasks().get(0).file().endsWith(".c000.snappy.parquet"),
        table.scan().tasks().get(0).file());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            table
                .append(rows(row(1, "a", 1)))
                .option("delta.parquet.compression.codec", "arj")
                .execute());
  }

  @Test
  void filesRollOverWhenTheyAreLargeEnough() {
    Table table = table();
    List<Row> many = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      many.add(row(i, "text " + (i * 7919L % 100_003), i));
    }
    WriteResult result =
        table
            .append(Source.rows(SCHEMA, many))
            .option("delta.targetFileSize", "64kb")
            .option("lakehouse.parquet.rowGroupSize", "16kb")
            .execute();
    assertTrue(result.filesAdded() > 3, "files: " + result.filesAdded());
    assertEquals(40_000, table.scan().count());
    assertTrue(table.verify().isSound(), () -> table.verify().findings().toString());
  }
}
