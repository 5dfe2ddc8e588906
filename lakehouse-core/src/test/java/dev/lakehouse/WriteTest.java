package dev.lakehouse;

import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.DataType.TIMESTAMP;
import static dev.lakehouse.types.StructField.optional;
import static dev.lakehouse.types.StructField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.data.HistoryEntry;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.data.WriteResult;
import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.TableNotFoundException;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
  void appendAddsRowsBlindly() {
    Table table = table();
    WriteResult result = table.append(rows(row(1, "a", 1), row(2, null, null))).execute();
    assertEquals(1, result.version());
    assertTrue(result.committed());
    assertEquals(1, result.attempts());
    assertEquals(List.of(), result.hookFailures());
    assertEquals(List.of("1 a 1", "2 null null"), read(table));
    HistoryEntry entry = last(table);
    assertEquals("WRITE", entry.operation().orElseThrow());
    assertEquals(Map.of("mode", "Append", "partitionBy", "[]"), entry.operationParameters());
    assertEquals("1", entry.operationMetrics().get("numFiles"));
    assertEquals("2", entry.operationMetrics().get("numOutputRows"));
    assertEquals(true, entry.isBlindAppend().orElseThrow());
    assertEquals(OptionalLong.of(0), entry.readVersion());
  }

  @Test
  void appendOfNoRowsMakesNoVersion() {
    Table table = table();
    WriteResult result = table.append(rows()).execute();
    assertFalse(result.committed());
    assertEquals(WriteResult.Outcome.UNCHANGED, result.outcome());
    assertEquals(0, result.version());
    assertEquals(0, table.version());
  }

  @Test
  void appendOfNoRowsWithATransactionMakesAVersion() {
    Table table = table();
    WriteResult result = table.append(rows()).idempotent("app", 1).execute();
    assertTrue(result.committed());
    assertEquals(0, result.filesAdded());
    assertTrue(table.append(rows(row(1, "a", 1))).idempotent("app", 1).execute().skipped());
    assertEquals(List.of(), read(table));
  }

  @Test
  void aVersionOfAnApplicationCountsOnce() {
    Table table = table();
    assertTrue(table.append(rows(row(1, "a", 1))).idempotent("app", 7).execute().committed());
    WriteResult again = table.append(rows(row(1, "a", 1))).idempotent("app", 7).execute();
    assertTrue(again.skipped());
    assertTrue(table.append(rows(row(1, "a", 1))).idempotent("app", 3).execute().skipped());
    assertTrue(table.append(rows(row(2, "a", 1))).idempotent("app", 8).execute().committed());
    assertTrue(table.append(rows(row(3, "a", 1))).idempotent("other", 1).execute().committed());
    assertEquals(List.of("1 a 1", "2 a 1", "3 a 1"), read(table));
    assertEquals(4, table.snapshot().version() + 1);
  }

  @Test
  void appendWhereNoTableIsNamesCreateTable() {
    Table none = lake.table("memory://lake/none");
    assertFalse(none.exists());
    TableNotFoundException error =
        assertThrows(TableNotFoundException.class, () -> none.append(rows()).execute());
    assertTrue(error.getMessage().contains("Lakehouse.createTable"), error.getMessage());
    assertThrows(TableNotFoundException.class, none::scan);
  }

  @Test
  void columnsMayBeMissingButNotOnesThatAreNotNull() {
    Table table = table();
    StructType some = StructType.of(optional("ID", INT));
    table.append(Source.rows(some, List.of(Row.of(some, 5)))).execute();
    assertEquals(List.of("5 null null"), read(table));
    StructType without = StructType.of(optional("v", INT));
    Source rows = Source.rows(without, List.of(Row.of(without, 5)));
    SchemaMismatchException error =
        assertThrows(SchemaMismatchException.class, () -> table.append(rows).execute());
    assertTrue(error.getMessage().contains("'id'"), error.getMessage());
  }

  @Test
  void aNullInARequiredColumnIsAnErrorWithRowAndColumnAndLeavesNothingBehind() {
    Table table = table();
    StructType loose = StructType.of(optional("id", LONG), optional("p", STRING));
    List<Row> rows = List.of(Row.of(loose, 1, "a"), Row.of(loose, null, "b"));
    ConstraintViolationException error =
        assertThrows(
            ConstraintViolationException.class,
            () -> table.append(Source.rows(loose, rows)).execute());
    assertEquals("Row 1, column 'id': 'id' is NOT NULL, but the value is null", error.getMessage());
    assertEquals(0, table.version());
    assertEquals(List.of(), table.verify().orphans());
  }

  @Test
  void anEmptyTextInAPartitionColumnIsStoredAsNull() {
    Table table = table("p");
    table.append(rows(row(1, "", 1), row(2, null, 2), row(3, "a/b %=", 3))).execute();
    assertEquals(List.of("1 null 1", "2 null 2", "3 a/b %= 3"), read(table));
    assertEquals(2, table.snapshot().fileCount());
    assertTrue(table.verify().isSound(), () -> table.verify().findings().toString());
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
  void overwriteReplacesAllRows() {
    Table table = table("p");
    table.append(rows(row(1, "a", 1), row(2, "b", 2), row(3, "b", 3))).execute();
    WriteResult result = table.overwrite(rows(row(9, "c", 9))).execute();
    assertEquals(2, result.filesRemoved());
    assertEquals(OptionalLong.of(3), result.rowsRemoved());
    assertEquals(1, result.filesAdded());
    assertEquals(List.of("9 c 9"), read(table));
    assertEquals(3, table.snapshot(1).scan().count());
    HistoryEntry entry = last(table);
    assertEquals("Overwrite", entry.operationParameters().get("mode"));
    assertEquals("2", entry.operationMetrics().get("numRemovedFiles"));
    assertEquals(false, entry.isBlindAppend().orElseThrow());
  }

  @Test
  void overwriteWithNoRowsEmptiesTheTableOnce() {
    Table table = table();
    table.append(rows(row(1, "a", 1))).execute();
    assertTrue(table.overwrite(rows()).execute().committed());
    assertEquals(List.of(), read(table));
    assertEquals(WriteResult.Outcome.UNCHANGED, table.overwrite(rows()).execute().outcome());
    assertEquals(2, table.version());
  }

  @Test
  void overwriteOfAnAppendOnlyTableIsRefused() {
    Table table =
        lake.createTable("memory://lake/log", SCHEMA)
            .property("delta.appendOnly", "true")
            .as(rows(row(1, "a", 1)))
            .execute();
    ConstraintViolationException error =
        assertThrows(ConstraintViolationException.class, () -> table.overwrite(rows()).execute());
    assertTrue(error.getMessage().contains("delta.appendOnly"), error.getMessage());
    table.append(rows(row(2, "a", 1))).execute();
    assertEquals(2, read(table).size());
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

  @Test
  void newRowsMustSatisfyTheConditionThatIsOverwritten() {
    Table table = table("p");
    for (String wrong : new @Nullable String[] {"a", null}) {
      ConstraintViolationException error =
          assertThrows(
              ConstraintViolationException.class,
              () ->
                  table
                      .overwrite(rows(row(1, "b", 1), row(2, wrong, 2)))
                      .where(col("p").eq("b"))
                      .execute());
      assertTrue(error.getMessage().startsWith("Row 1 does not satisfy"), error.getMessage());
    }
    assertEquals(0, table.version());
  }

  @Test
  void overwriteWhereNeedsPartitionColumns() {
    Table table = table("p");
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () -> table.overwrite(rows()).where(col("v").eq(1)).execute());
    assertTrue(error.getMessage().contains("[p]"), error.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            table.overwrite(rows()).where(dev.lakehouse.expr.Expressions.and(List.of())).execute());
    assertThrows(
        IllegalStateException.class,
        () -> table.overwrite(rows()).where(col("p").eq("a")).partitions());
  }

  @Test
  void overwriteOfPartitionsReplacesThoseThatOccur() {
    Table table = table("p");
    table.append(rows(row(1, "a", 1), row(2, "b", 2), row(3, null, 3), row(4, "b", 4))).execute();
    table.append(rows(row(5, "b", 5))).execute();
    WriteResult result =
        table.overwrite(rows(row(6, null, 6), row(7, "b", 7))).partitions().execute();
    assertEquals(3, result.filesRemoved());
    assertEquals(List.of("1 a 1", "6 null 6", "7 b 7"), read(table));
    assertEquals(
        WriteResult.Outcome.UNCHANGED, table.overwrite(rows()).partitions().execute().outcome());
    assertEquals("true", last(table).operationParameters().get("isDynamicPartitionOverwrite"));
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
  void overwriteOfPartitionsOfATableWithoutAnyReplacesAll() {
    Table table = table();
    table.append(rows(row(1, "a", 1))).execute();
    table.overwrite(rows(row(2, "b", 2))).partitions().execute();
    assertEquals(List.of("2 b 2"), read(table));
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
  void commitInfoOfTheUserIsInTheHistory() {
    Table table = table();
    table.append(rows(row(1, "a", 1))).commitInfo(Map.of("job", "nightly \"1\"")).execute();
    assertEquals("{\"job\":\"nightly \\\"1\\\"\"}", last(table).userMetadata().orElseThrow());
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
