package dev.lakehouse.acceptance;

import static dev.lakehouse.acceptance.LocalTable.SCHEMA;
import static dev.lakehouse.acceptance.LocalTable.lines;
import static dev.lakehouse.acceptance.LocalTable.rows;
import static dev.lakehouse.expr.Expressions.col;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.DataType.STRING;
import static dev.lakehouse.types.StructField.optional;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakehouse.Append;
import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.HistoryEntry;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.TableDetail;
import dev.lakehouse.data.WriteResult;
import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What create, append and overwrite do and write into the log, as Delta Spark does it. */
class WriteSemanticsTest {
  private static final StructType NUMBERED =
      StructType.of(optional("id", LONG), optional("n", INT));
  @TempDir Path folder;
  private Lakehouse lake;
  private LocalTable files;

  @BeforeEach
  void open() {
    lake = Lakehouse.create();
    files = new LocalTable(folder.resolve("t"));
  }

  @AfterEach
  void close() {
    lake.close();
  }

  private Table create(String... partitionColumns) {
    return lake.createTable(files.root().toString(), SCHEMA)
        .partitionedBy(partitionColumns)
        .execute();
  }

  private Table createNumbered() {
    return lake.createTable(files.root().toString(), NUMBERED).partitionedBy("n").execute();
  }

  private static Source numbered(Object... idsAndNumbers) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < idsAndNumbers.length; i += 2) {
      rows.add(Row.of(NUMBERED, idsAndNumbers[i], idsAndNumbers[i + 1]));
    }
    return Source.rows(NUMBERED, rows);
  }

  private static List<String> kinds(List<JsonNode> actions) {
    return actions.stream().map(action -> action.fieldNames().next()).toList();
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static void assertTexts(JsonNode object) {
    object.forEach(value -> assertTrue(value.isTextual(), () -> object + " holds texts only"));
  }

  // ---- append

  @Test
  void anAppendIsBlindAndNamedWriteWithSparksParametersAndMetrics() throws IOException {
    Table table = create();
    WriteResult result = table.append(rows(1L, "Oslo", 2L, "Rome")).execute();
    assertEquals(List.of("commitInfo", "add"), kinds(files.actions(1)));
    JsonNode info = files.commitInfo(1);
    assertEquals("WRITE", info.get("operation").asText());
    assertEquals(
        LocalTable.parse("{\"mode\":\"Append\",\"partitionBy\":\"[]\"}"),
        info.get("operationParameters"));
    assertTrue(info.get("isBlindAppend").asBoolean());
    assertEquals(0, info.get("readVersion").asLong());
    JsonNode metrics = info.get("operationMetrics");
    assertTexts(metrics);
    assertEquals(Set.of("numFiles", "numOutputBytes", "numOutputRows"), names(metrics));
    assertEquals("1", metrics.get("numFiles").asText());
    assertEquals("2", metrics.get("numOutputRows").asText());
    assertEquals("" + Files.size(files.dataFile(1)), metrics.get("numOutputBytes").asText());
    assertEquals(2, result.rowsAdded());
    assertEquals(Files.size(files.dataFile(1)), result.bytesAdded());
  }

  @Test
  void partitionByIsWhatWasGivenToTheWriteSoAlsoEmptyOnAPartitionedTable() {
    create("city").append(rows(1L, "Oslo")).execute();
    assertEquals("[]", files.commitInfo(1).get("operationParameters").get("partitionBy").asText());
  }

  @Test
  void anAppendOfATablesOwnRowsIsNotBlind() {
    Table table = create();
    table.append(rows(1L, "Oslo")).execute();
    table.append(table.scan()).execute();
    assertFalse(files.commitInfo(2).get("isBlindAppend").asBoolean());
    assertEquals(List.of("1|Oslo", "1|Oslo"), lines(table));
  }

  @Test
  void anAppendFindsColumnsInAnyCaseAndOrderAndFillsWhatIsMissingWithNull() {
    Table table = create();
    StructType other = StructType.of(optional("CITY", STRING), optional("Id", LONG));
    table.append(Source.rows(other, List.of(Row.of(other, "Oslo", 1L)))).execute();
    StructType less = StructType.of(optional("ID", LONG));
    table.append(Source.rows(less, List.of(Row.of(less, 2L)))).execute();
    assertEquals(List.of("1|Oslo", "2|null"), lines(table));
    assertEquals(List.of("id", "city"), table.schema().names());
  }

  @Test
  void anAppendWithoutRowsMakesNoVersion() {
    Table table = create();
    Map<String, Integer> before = files.contents();
    WriteResult result = table.append(rows()).execute();
    assertEquals(WriteResult.Outcome.UNCHANGED, result.outcome());
    assertEquals(0, result.version());
    assertEquals(0, table.version());
    assertEquals(before, files.contents());
  }

  @Test
  void anAppendWithoutRowsButWithAnApplicationIdCommitsTheTxnAlone() {
    Table table = create();
    WriteResult result = table.append(rows()).idempotent("app", 7).execute();
    assertEquals(WriteResult.Outcome.COMMITTED, result.outcome());
    assertEquals(1, result.version());
    assertEquals(List.of("commitInfo", "txn"), kinds(files.actions(1)));
    JsonNode txn = files.actions(1, "txn").get(0);
    assertEquals("app", txn.get("appId").asText());
    assertEquals(7, txn.get("version").asLong());
    assertTrue(txn.get("lastUpdated").isIntegralNumber());
    assertEquals("0", files.commitInfo(1).get("operationMetrics").get("numOutputRows").asText());
  }

  @Test
  void anEmptyTextAsPartitionValueIsStoredAsNull() {
    Table table = create("city");
    WriteResult result = table.append(rows(1L, "", 2L, null, 3L, " ")).execute();
    assertEquals(2, result.filesAdded());
    Set<String> values = new TreeSet<>();
    files.actions(1, "add").forEach(add -> values.add(add.get("partitionValues").toString()));
    assertEquals(Set.of("{\"city\":\" \"}", "{\"city\":null}"), values);
    assertEquals(List.of("1|null", "2|null", "3| "), lines(table));
    assertEquals(2, table.scan().where(col("city").isNull()).count());
  }

  @Test
  void anEmptyTextStaysOneInADataColumn() {
    Table table = create();
    table.append(rows(1L, "")).execute();
    assertEquals(1, table.scan().where(col("city").eq("")).count());
  }

  @Test
  void theUsersCommitInfoIsTheUserMetadata() {
    Table table = create();
    table.append(rows(1L, "Oslo")).commitInfo(Map.of("job", "nightly")).execute();
    assertEquals("{\"job\":\"nightly\"}", files.commitInfo(1).get("userMetadata").asText());
    assertEquals(Optional.of("{\"job\":\"nightly\"}"), table.history(1).get(0).userMetadata());
  }

  @Test
  void anAppendOnlyTableTakesAppendsAndRefusesOverwrites() {
    Table table =
        lake.createTable(files.root().toString(), SCHEMA)
            .property("delta.appendOnly", "true")
            .execute();
    table.append(rows(1L, "Oslo")).execute();
    Map<String, Integer> before = files.contents();
    ConstraintViolationException failure =
        assertThrows(
            ConstraintViolationException.class, () -> table.overwrite(rows(2L, "Rome")).execute());
    assertTrue(failure.getMessage().contains("appendOnly"), failure.getMessage());
    assertThrows(ConstraintViolationException.class, () -> table.overwrite(rows()).execute());
    assertEquals(before, files.contents());
  }

  // ---- overwrite

  @Test
  void anOverwriteRemovesEveryFileAfterTheAddsInOneVersion() throws IOException {
    Table table = create();
    table.append(rows(1L, "Oslo")).execute();
    table.append(rows(2L, "Rome")).execute();
    long old = Files.size(files.dataFile(1)) + Files.size(files.dataFile(2));
    WriteResult result = table.overwrite(rows(3L, "Bonn")).execute();
    assertEquals(List.of("3|Bonn"), lines(table));
    assertEquals(List.of("commitInfo", "add", "remove", "remove"), kinds(files.actions(3)));
    for (JsonNode remove : files.actions(3, "remove")) {
      assertTrue(remove.get("dataChange").asBoolean());
      assertTrue(remove.get("extendedFileMetadata").asBoolean());
      assertTrue(remove.get("deletionTimestamp").isIntegralNumber());
      assertTrue(remove.get("size").isIntegralNumber());
      assertEquals("{}", remove.get("partitionValues").toString());
    }
    JsonNode info = files.commitInfo(3);
    assertEquals("WRITE", info.get("operation").asText());
    assertEquals(
        LocalTable.parse("{\"mode\":\"Overwrite\",\"partitionBy\":\"[]\"}"),
        info.get("operationParameters"));
    assertFalse(info.get("isBlindAppend").asBoolean());
    JsonNode metrics = info.get("operationMetrics");
    assertTexts(metrics);
    assertEquals(
        Set.of("numFiles", "numOutputBytes", "numOutputRows", "numRemovedFiles", "numRemovedBytes"),
        names(metrics));
    assertEquals("2", metrics.get("numRemovedFiles").asText());
    assertEquals("" + old, metrics.get("numRemovedBytes").asText());
    assertEquals(2, result.filesRemoved());
    assertEquals(OptionalLong.of(2), result.rowsRemoved());
    assertEquals(old, result.bytesRemoved());
    assertEquals(List.of("1|Oslo", "2|Rome"), lines(table.snapshot(2).scan().rows()));
  }

  /** As the add has it; Spark leaves nulls out here, and every reader takes both. */
  @Test
  void aRemoveHasEveryPartitionColumnNullOnesToo() {
    Table table = create("city");
    table.append(rows(1L, null)).execute();
    table.overwrite(rows(2L, "Oslo")).execute();
    JsonNode remove = files.actions(2, "remove").get(0);
    assertEquals(LocalTable.parse("{\"city\":null}"), remove.get("partitionValues"));
    assertEquals(
        files.actions(1, "add").get(0).get("partitionValues"), remove.get("partitionValues"));
  }

  @Test
  void anOverwriteKeepsIdSchemaAndMetadata() {
    Table table = create("city");
    table.append(rows(1L, "Oslo")).execute();
    TableDetail before = table.detail();
    table.overwrite(rows(2L, "Rome")).execute();
    assertEquals(List.of(), files.actions(2, "metaData"));
    assertEquals(before.id(), table.detail().id());
    assertEquals(List.of("city"), table.detail().partitionColumns());
  }

  @Test
  void anOverwriteWithoutRowsEmptiesTheTableAndNextMakesNoVersion() {
    Table table = create();
    table.append(rows(1L, "Oslo")).execute();
    WriteResult result = table.overwrite(rows()).execute();
    assertEquals(2, result.version());
    assertEquals(List.of("commitInfo", "remove"), kinds(files.actions(2)));
    assertEquals(0, table.scan().count());
    WriteResult again = table.overwrite(rows()).execute();
    assertEquals(WriteResult.Outcome.UNCHANGED, again.outcome());
    assertEquals(2, table.version());
  }

  @Test
  void anOverwriteOfAnEmptyTableIsNoBlindAppend() {
    Table table = create();
    assertEquals(1, table.overwrite(rows(1L, "Oslo")).execute().version());
    assertFalse(files.commitInfo(1).get("isBlindAppend").asBoolean());
    assertEquals(List.of("1|Oslo"), lines(table));
  }

  @Test
  void aTableCanBeOverwrittenByItsOwnRows() {
    Table table = create();
    table.append(rows(1L, "Oslo", 2L, "Rome")).execute();
    table.overwrite(table.scan().where(col("id").eq(2L))).execute();
    assertEquals(List.of("2|Rome"), lines(table));
  }

  @Test
  void anOverwriteOfAPartitionReplacesItAndChecksEveryRow() {
    Table table = create("city");
    table.append(rows(1L, "Oslo", 2L, "Rome", 3L, null)).execute();
    WriteResult result = table.overwrite(rows(4L, "Rome")).where(col("city").eq("Rome")).execute();
    assertEquals(List.of("1|Oslo", "3|null", "4|Rome"), lines(table));
    assertEquals(1, result.filesRemoved());
    JsonNode metrics = files.commitInfo(2).get("operationMetrics");
    assertEquals(
        Set.of(
            "numFiles",
            "numOutputBytes",
            "numOutputRows",
            "numRemovedFiles",
            "numRemovedBytes",
            "numAddedChangeFiles",
            "numDeletedRows",
            "numCopiedRows"),
        names(metrics));
    assertEquals("1", metrics.get("numDeletedRows").asText());
    Map<String, Integer> before = files.contents();
    for (Object city : new Object[] {"Oslo", ""}) {
      ConstraintViolationException failure =
          assertThrows(
              ConstraintViolationException.class,
              () ->
                  table
                      .overwrite(rows(5L, "Rome", 6L, city))
                      .where(col("city").eq("Rome"))
                      .execute());
      assertTrue(failure.getMessage().contains("Row 1"), failure.getMessage());
    }
    assertEquals(before, files.contents());
  }

  @Test
  void anOverwriteOfRowsByAnyConditionKeepsTheOthersAlsoWhereItIsNull() {
    Table table = create();
    table.append(rows(1L, "Oslo", 2L, "Rome", 3L, null)).execute();
    WriteResult result =
        table.overwrite(rows(4L, "Rome", 5L, "Rome")).where("city = ?", "Rome").execute();
    assertEquals(List.of("1|Oslo", "3|null", "4|Rome", "5|Rome"), lines(table));
    assertEquals(OptionalLong.of(1), result.rowsRemoved());
    JsonNode metrics = files.commitInfo(2).get("operationMetrics");
    assertEquals("1", metrics.get("numDeletedRows").asText());
    assertEquals("2", metrics.get("numCopiedRows").asText());
    assertEquals(
        "city = 'Rome'", files.commitInfo(2).get("operationParameters").get("predicate").asText());
    Map<String, Integer> before = files.contents();
    assertThrows(
        ConstraintViolationException.class,
        () -> table.overwrite(rows(6L, null)).where("city = 'Rome'").execute());
    assertEquals(before, files.contents());
    assertEquals(List.of(), table.verify().findings());
  }

  @Test
  void anOverwriteOfAPartitionWithoutRowsDeletesItAndOfNoneMakesNoVersion() {
    Table table = create("city");
    table.append(rows(1L, "Oslo", 2L, "Rome")).execute();
    table.overwrite(rows()).where(col("city").eq("Rome")).execute();
    assertEquals(List.of("1|Oslo"), lines(table));
    WriteResult nothing = table.overwrite(rows()).where(col("city").eq("Rome")).execute();
    assertEquals(WriteResult.Outcome.UNCHANGED, nothing.outcome());
    assertEquals(2, table.version());
  }

  // ---- dynamic partitions

  @Test
  void dynamicPartitionsReplaceThoseThatOccurAndNullEqualsNull() {
    Table table = createNumbered();
    table.append(numbered(1L, 1, 2L, 2, 3L, null)).execute();
    WriteResult result = table.overwrite(numbered(4L, 2, 5L, null, 6L, 3)).partitions().execute();
    assertEquals(List.of("1|1", "4|2", "5|null", "6|3"), lines(table));
    assertEquals(2, result.filesRemoved());
    assertEquals(3, result.filesAdded());
    JsonNode parameters = files.commitInfo(2).get("operationParameters");
    assertEquals("Overwrite", parameters.get("mode").asText());
    assertEquals("true", parameters.get("isDynamicPartitionOverwrite").asText());
    assertFalse(files.commitInfo(2).get("isBlindAppend").asBoolean());
  }

  @Test
  void dynamicPartitionsCompareValuesAndNotTheirTexts() {
    Table table = createNumbered();
    table.append(numbered(1L, 1, 2L, 2)).execute();
    files.editCommit(1, text -> text.replace("{\"n\":\"1\"}", "{\"n\":\"01\"}"));
    lake.close();
    lake = Lakehouse.create();
    table = lake.table(files.root().toString());
    assertEquals(List.of("1|1", "2|2"), lines(table));
    table.overwrite(numbered(3L, 1)).partitions().execute();
    assertEquals(List.of("2|2", "3|1"), lines(table));
  }

  @Test
  void dynamicPartitionsWithoutRowsMakeNoVersion() {
    Table table = createNumbered();
    table.append(numbered(1L, 1)).execute();
    WriteResult result = table.overwrite(numbered()).partitions().execute();
    assertEquals(WriteResult.Outcome.UNCHANGED, result.outcome());
    assertEquals(1, table.version());
    assertEquals(List.of("1|1"), lines(table));
  }

  @Test
  void dynamicPartitionsOfAnUnpartitionedTableReplaceAllOfIt() {
    Table table = create();
    table.append(rows(1L, "Oslo")).execute();
    table.overwrite(rows(2L, "Rome")).partitions().execute();
    assertEquals(List.of("2|Rome"), lines(table));
  }

  // ---- idempotent

  @Test
  void aVersionNotAboveTheTablesIsSkipped() {
    Table table = create();
    table.append(rows(1L, "Oslo")).idempotent("app", 5).execute();
    assertEquals(List.of("commitInfo", "txn", "add"), kinds(files.actions(1)));
    Map<String, Integer> before = files.contents();
    for (long version : new long[] {5, 4, -1}) {
      WriteResult result = table.append(rows(2L, "Rome")).idempotent("app", version).execute();
      assertTrue(result.skipped());
      assertEquals(1, result.version());
      assertEquals(0, result.rowsAdded());
    }
    assertTrue(table.overwrite(rows(2L, "Rome")).idempotent("app", 5).execute().skipped());
    assertEquals(before, files.contents());
    assertTrue(table.append(rows(2L, "Rome")).idempotent("app", 6).execute().committed());
    assertTrue(table.append(rows(3L, "Bonn")).idempotent("other", 1).execute().committed());
    assertEquals(List.of("1|Oslo", "2|Rome", "3|Bonn"), lines(table));
  }

  /** The winner's work is not ours: our batch is not in the table, and nothing of it is left. */
  @Test
  void aBatchThatLosesAgainstAnEarlierBatchOfItsApplicationIsAConflict() {
    Table table = create();
    Map<String, Integer> before = files.contents();
    Source source = during(table, () -> table.append(rows(5L, "Oslo")).idempotent("app", 5));
    ConflictException error =
        assertThrows(
            ConflictException.class, () -> table.append(source).idempotent("app", 7).execute());
    assertEquals(ConflictException.Kind.CONCURRENT_TRANSACTION, error.kind());
    assertEquals(1, error.winner());
    assertEquals(List.of("5|Oslo"), lines(table));
    assertEquals(before.size() + 3, files.contents().size(), "file, commit, checksum of the other");
    table.append(rows(7L, "Rome")).idempotent("app", 7).execute();
    assertEquals(List.of("5|Oslo", "7|Rome"), lines(table));
  }

  @Test
  void aBatchThatLosesAgainstALaterBatchOfItsApplicationIsSkipped() {
    Table table = create();
    Source source = during(table, () -> table.append(rows(9L, "Oslo")).idempotent("app", 9));
    WriteResult result = table.append(source).idempotent("app", 7).execute();
    assertTrue(result.skipped());
    assertEquals(List.of("9|Oslo"), lines(table));
    assertEquals(List.of(), table.verify().orphans());
  }

  /** A row for {@code table}, during whose reading another append wins. */
  private static Source during(Table table, Supplier<Append> other) {
    Iterable<Row> rows =
        () -> {
          other.get().execute();
          return List.of(Row.of(SCHEMA, 7L, "Rome")).iterator();
        };
    return Source.rows(SCHEMA, rows);
  }

  @Test
  void aSkippedWriteDoesNotReadItsSource() {
    Table table = create();
    table.append(rows(1L, "Oslo")).idempotent("app", 5).execute();
    Iterable<Row> untouchable =
        () -> {
          throw new AssertionError("The source was read");
        };
    assertTrue(
        table.append(Source.rows(SCHEMA, untouchable)).idempotent("app", 5).execute().skipped());
  }

  @Test
  void aBatchSentTwiceAtOnceIsWrittenOnce() throws Exception {
    create();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try (Lakehouse other = Lakehouse.create()) {
      for (long version = 1; version <= 10; version++) {
        long batch = version;
        CyclicBarrier together = new CyclicBarrier(2);
        List<Future<WriteResult>> running = new ArrayList<>();
        for (Lakehouse each : List.of(lake, other)) {
          Callable<WriteResult> write =
              () -> {
                Iterable<Row> rows =
                    () -> {
                      await(together);
                      return List.of(Row.of(SCHEMA, batch, "Oslo")).iterator();
                    };
                return each.table(files.root().toString())
                    .append(Source.rows(SCHEMA, rows))
                    .idempotent("app", batch)
                    .execute();
              };
          running.add(pool.submit(write));
        }
        List<Boolean> skipped = new ArrayList<>();
        for (Future<WriteResult> one : running) {
          skipped.add(one.get().skipped());
        }
        skipped.sort(null);
        assertEquals(List.of(false, true), skipped);
      }
    } finally {
      pool.shutdownNow();
    }
    Table table = lake.table(files.root().toString());
    assertEquals(10, table.version());
    assertEquals(10, table.scan().count());
    assertEquals(List.of(), table.verify().findings());
    assertEquals(List.of(), table.verify().orphans());
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  // ---- create

  @Test
  void createWritesCommitInfoMetaDataAndProtocolAsSpark() {
    lake.createTable(files.root().toString(), SCHEMA)
        .partitionedBy("CITY")
        .property("delta.appendOnly", "true")
        .property("owner", "ann")
        .comment("All of it")
        .execute();
    assertEquals(List.of("commitInfo", "metaData", "protocol"), kinds(files.actions(0)));
    JsonNode info = files.commitInfo(0);
    assertEquals("CREATE TABLE", info.get("operation").asText());
    JsonNode parameters = info.get("operationParameters");
    assertEquals(
        Set.of("isManaged", "description", "partitionBy", "clusterBy", "properties"),
        names(parameters));
    assertEquals("false", parameters.get("isManaged").asText());
    assertEquals("All of it", parameters.get("description").asText());
    assertEquals("[\"city\"]", parameters.get("partitionBy").asText());
    assertEquals("[]", parameters.get("clusterBy").asText());
    assertEquals(
        LocalTable.parse("{\"delta.appendOnly\":\"true\",\"owner\":\"ann\"}"),
        LocalTable.parse(parameters.get("properties").asText()));
    assertTrue(info.get("isBlindAppend").asBoolean());
    JsonNode protocol = files.actions(0, "protocol").get(0);
    assertEquals(LocalTable.parse("{\"minReaderVersion\":1,\"minWriterVersion\":2}"), protocol);
    JsonNode metadata = files.actions(0, "metaData").get(0);
    assertEquals("[\"city\"]", metadata.get("partitionColumns").toString());
    assertEquals("All of it", metadata.get("description").asText());
    assertEquals("parquet", metadata.get("format").get("provider").asText());
  }

  @Test
  void aTableWithoutACommentHasTheDescriptionNullAsInSpark() {
    Table table = create();
    assertTrue(files.commitInfo(0).get("operationParameters").get("description").isNull());
    assertEquals(
        Set.of("isManaged", "partitionBy", "clusterBy", "properties"),
        table.history().get(0).operationParameters().keySet());
  }

  @Test
  void createAsSelectIsOneVersionWithTheMetricsOfAWrite() {
    Table table = lake.createTable(files.root().toString(), SCHEMA).as(rows(1L, "Oslo")).execute();
    assertEquals(List.of("commitInfo", "metaData", "protocol", "add"), kinds(files.actions(0)));
    JsonNode info = files.commitInfo(0);
    assertEquals("CREATE TABLE AS SELECT", info.get("operation").asText());
    JsonNode metrics = info.get("operationMetrics");
    assertTexts(metrics);
    assertEquals(Set.of("numFiles", "numOutputBytes", "numOutputRows"), names(metrics));
    assertEquals("1", metrics.get("numOutputRows").asText());
    assertEquals(0, table.version());
    assertEquals(List.of("1|Oslo"), lines(table));
  }

  @Test
  void createAsSelectWithoutRowsIsAVersionWithoutFiles() {
    Table table = lake.createTable(files.root().toString(), SCHEMA).as(rows()).execute();
    assertEquals(List.of("commitInfo", "metaData", "protocol"), kinds(files.actions(0)));
    assertEquals(0, table.scan().count());
  }

  @Test
  void createIfNotExistsLeavesATableAsItIsAndReadsNoRows() {
    create().append(rows(1L, "Oslo")).execute();
    Map<String, Integer> before = files.contents();
    Table table =
        lake.createTable(files.root().toString(), NUMBERED)
            .as(numbered(9L, 9))
            .ifNotExists()
            .execute();
    assertEquals(before, files.contents());
    assertEquals(List.of("1|Oslo"), lines(table));
  }

  @Test
  void createWhereParquetFilesLieIgnoresThem() {
    Table elsewhere =
        lake.createTable(folder.resolve("elsewhere").toString(), SCHEMA)
            .as(rows(1L, "Oslo"))
            .execute();
    LocalTable other = new LocalTable(Path.of(elsewhere.location().replace("file:", "")));
    try {
      Files.createDirectories(files.root());
      Files.copy(other.dataFile(0), files.root().resolve("old.parquet"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    Table table = create();
    assertEquals(0, table.scan().count());
    assertEquals(List.of("old.parquet"), table.verify().orphans());
  }

  @Test
  void twoThatCreateAtOnceMakeOneTable() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    CyclicBarrier together = new CyclicBarrier(2);
    try (Lakehouse other = Lakehouse.create()) {
      List<Future<Table>> running = new ArrayList<>();
      for (Lakehouse each : List.of(lake, other)) {
        Iterable<Row> rows =
            () -> {
              await(together);
              return List.of(Row.of(SCHEMA, 1L, "Oslo")).iterator();
            };
        running.add(
            pool.submit(
                () ->
                    each.createTable(files.root().toString(), SCHEMA)
                        .as(Source.rows(SCHEMA, rows))
                        .ifNotExists()
                        .execute()));
      }
      for (Future<Table> one : running) {
        assertEquals(List.of("1|Oslo"), lines(one.get()));
        assertEquals(0, one.get().version());
      }
    } finally {
      pool.shutdownNow();
    }
    assertEquals(List.of(), lake.table(files.root().toString()).verify().orphans());
  }

  // ---- history and detail

  @Test
  void historyIsNewestFirstAndTellsWhatTheCommitsTell() {
    Table table = create();
    table.append(rows(1L, "Oslo")).execute();
    table.overwrite(rows(2L, "Rome")).execute();
    List<HistoryEntry> history = table.history();
    assertEquals(List.of(2L, 1L, 0L), history.stream().map(HistoryEntry::version).toList());
    HistoryEntry overwrite = history.get(0);
    assertEquals(Optional.of("WRITE"), overwrite.operation());
    assertEquals("Overwrite", overwrite.operationParameters().get("mode"));
    assertEquals("1", overwrite.operationMetrics().get("numRemovedFiles"));
    assertEquals(OptionalLong.of(1), overwrite.readVersion());
    assertEquals(Optional.of(false), overwrite.isBlindAppend());
    assertTrue(overwrite.isolationLevel().isPresent());
    assertTrue(overwrite.engineInfo().orElseThrow().toLowerCase().contains("lakehouse"));
    assertEquals(Optional.of("CREATE TABLE"), history.get(2).operation());
    assertEquals(List.of(2L), table.history(1).stream().map(HistoryEntry::version).toList());
  }

  @Test
  void historyOfACommitWithoutCommitInfoHasVersionAndTimeOnly() {
    Table table = create();
    table.append(rows(1L, "Oslo")).execute();
    files.editCommit(1, text -> text.substring(text.indexOf('\n') + 1));
    lake.close();
    lake = Lakehouse.create();
    HistoryEntry entry = lake.table(files.root().toString()).history(1).get(0);
    assertEquals(1, entry.version());
    assertEquals(Optional.empty(), entry.operation());
    assertEquals(Map.of(), entry.operationParameters());
    assertEquals(Map.of(), entry.operationMetrics());
    assertEquals(OptionalLong.empty(), entry.readVersion());
    assertEquals(Optional.empty(), entry.isBlindAppend());
  }

  @Test
  void historyHasTheCommitsThatAreStillThere() {
    Table table =
        lake.createTable(files.root().toString(), SCHEMA)
            .property("delta.checkpointInterval", "2")
            .execute();
    table.append(rows(1L, "Oslo")).execute();
    table.append(rows(2L, "Rome")).execute();
    table.append(rows(3L, "Bonn")).execute();
    LocalTable.delete(files.commitFile(0));
    LocalTable.delete(files.commitFile(1));
    lake.close();
    lake = Lakehouse.create();
    table = lake.table(files.root().toString());
    assertEquals(List.of(3L, 2L), table.history().stream().map(HistoryEntry::version).toList());
    assertEquals(List.of("1|Oslo", "2|Rome", "3|Bonn"), lines(table));
    assertEquals(List.of(), table.verify().findings());
  }

  @Test
  void timesOfCommitsNeverGoBack() throws IOException {
    Table table = create();
    table.append(rows(1L, "Oslo")).execute();
    Files.setLastModifiedTime(
        files.commitFile(0), java.nio.file.attribute.FileTime.fromMillis(1_700_000_000_000L));
    Files.setLastModifiedTime(
        files.commitFile(1), java.nio.file.attribute.FileTime.fromMillis(1_600_000_000_000L));
    lake.close();
    lake = Lakehouse.create();
    table = lake.table(files.root().toString());
    assertEquals(
        List.of(1_700_000_000_001L, 1_700_000_000_000L),
        table.history().stream().map(entry -> entry.timestamp().toEpochMilli()).toList());
    assertEquals(1_700_000_000_001L, table.detail().lastModified().toEpochMilli());
  }

  @Test
  void detailTellsWhatTheTableIs() throws IOException {
    Table table =
        lake.createTable(files.root().toString(), SCHEMA)
            .partitionedBy("city")
            .property("owner", "ann")
            .comment("All of it")
            .as(rows(1L, "Oslo", 2L, "Rome"))
            .execute();
    TableDetail detail = table.detail();
    JsonNode metadata = files.actions(0, "metaData").get(0);
    assertEquals(metadata.get("id").asText(), detail.id());
    assertEquals(Optional.empty(), detail.name());
    assertEquals(Optional.of("All of it"), detail.description());
    assertEquals(0, detail.version());
    assertEquals(
        metadata.get("createdTime").asLong(), detail.createdAt().orElseThrow().toEpochMilli());
    assertEquals(table.snapshot().timestamp(), detail.lastModified());
    assertEquals(List.of("city"), detail.partitionColumns());
    assertEquals(List.of(), detail.clusteringColumns());
    assertEquals(2, detail.fileCount());
    long bytes = 0;
    for (JsonNode add : files.actions(0, "add")) {
      bytes += Files.size(files.root().resolve(add.get("path").asText()));
    }
    assertEquals(bytes, detail.bytes());
    assertEquals("ann", detail.properties().get("owner"));
    assertEquals(1, detail.minReaderVersion());
    assertEquals(2, detail.minWriterVersion());
    assertEquals(List.of("appendOnly", "invariants"), detail.features());
  }
}
