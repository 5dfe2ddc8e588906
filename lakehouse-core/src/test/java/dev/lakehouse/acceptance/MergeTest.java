package dev.lakehouse.acceptance;

import static dev.lakehouse.acceptance.LocalTable.SCHEMA;
import static dev.lakehouse.acceptance.LocalTable.lines;
import static dev.lakehouse.acceptance.LocalTable.rows;
import static dev.lakehouse.expr.Expressions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakehouse.Lakehouse;
import dev.lakehouse.Merge;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.MergeResult;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.UpdateResult;
import dev.lakehouse.data.WriteResult.Outcome;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What merges and updates do beyond what chains and model cover. */
class MergeTest {
  @TempDir Path folder;
  private LocalTable files;
  private Lakehouse lake;

  @BeforeEach
  void open() {
    files = new LocalTable(folder.resolve("t"));
    lake = Lakehouse.create();
  }

  @AfterEach
  void close() {
    lake.close();
  }

  private Table table(Object... idsAndCities) {
    return lake.createTable(files.root().toString(), SCHEMA)
        .property("delta.enableDeletionVectors", "true")
        .as(rows(idsAndCities))
        .execute();
  }

  private static String failure(Class<? extends LakehouseException> type, Merge merge) {
    return assertThrows(type, merge::execute).getMessage();
  }

  @Test
  void anUpsertReplacesRowsByKeyAndAddsTheOthersNullKeysToo() {
    Table table = table(1L, "Oslo", 2L, "Rome");
    MergeResult result = table.upsert(rows(2L, "Bern", 3L, "Lima")).key("ID").execute();
    assertEquals(List.of("1|Oslo", "2|Bern", "3|Lima"), lines(table));
    assertEquals(1, result.updated());
    assertEquals(1, result.inserted());
    assertEquals(2, result.sourceRows());
    assertEquals(0, result.files().filesRemoved());
    assertEquals(1, result.files().vectorsAdded());
    assertEquals("MERGE", files.commitInfo(1).get("operation").asText());
    JsonNode parameters = files.commitInfo(1).get("operationParameters");
    assertEquals("[{\"actionType\":\"update\"}]", parameters.get("matchedPredicates").asText());
    assertEquals("[]", parameters.get("notMatchedBySourcePredicates").asText());
  }

  @Test
  void twoSourceRowsThatChangeOneRowAreAnErrorWithKeyAndRows() {
    Table table = table(1L, "Oslo", 2L, "Rome");
    Map<String, Integer> before = files.contents();
    String message =
        failure(
            ConstraintViolationException.class,
            table
                .merge(rows(2L, "Bern", 1L, "x", 2L, "Lima"))
                .on("target.id = source.id")
                .whenMatched()
                .updateAll());
    assertTrue(message.contains("{id: 2, city: Rome}"), message);
    assertTrue(message.contains("{id: 2, city: Bern} and {id: 2, city: Lima}"), message);
    assertEquals(before, files.contents());
  }

  @Test
  void twoMatchesOfWhichOneClauseTakesEffectAreNone() {
    Table table = table(1L, "Oslo", 2L, "Rome");
    MergeResult result =
        table
            .merge(rows(2L, "Bern", 2L, "Lima"))
            .on("target.id = source.id")
            .whenMatched("source.city = 'Lima'")
            .updateAll()
            .execute();
    assertEquals(List.of("1|Oslo", "2|Lima"), lines(table));
    assertEquals(1, result.updated());
  }

  @Test
  void anUnconditionalDeleteTakesARowOnceHoweverOftenItMatches() {
    Table table = table(1L, "Oslo", 2L, "Rome");
    MergeResult result =
        table
            .merge(rows(2L, "Bern", 2L, "Lima", 3L, "new"))
            .on("target.id = source.id")
            .whenMatched()
            .delete()
            .whenNotMatched()
            .insertAll()
            .execute();
    assertEquals(List.of("1|Oslo", "3|new"), lines(table));
    assertEquals(1, result.deleted());
    assertEquals(1, result.inserted());
  }

  @Test
  void anInsertOnlyMergeNeverMindsDuplicates() {
    Table table = table(1L, "Oslo", 1L, "Rome");
    MergeResult result =
        table
            .merge(rows(1L, "x", 1L, "y", 5L, "a", 5L, "b"))
            .on(col("target.id").eq(col("source.id")))
            .whenNotMatched()
            .insert(Map.of("id", "source.id * 2"))
            .execute();
    assertEquals(List.of("10|null", "10|null", "1|Oslo", "1|Rome"), lines(table));
    assertEquals(2, result.inserted());
    assertFalse(files.commitInfo(1).get("isBlindAppend").asBoolean());
    assertEquals(List.of(), files.actions(1, "remove"));
  }

  @Test
  void aMergeWithoutEqualityComparesAllPairs() {
    Table table = table(1L, "Oslo", 5L, "Rome", 9L, "Bern");
    table
        .merge(rows(4L, "low"))
        .on("target.id < source.id or target.city = 'Bern'")
        .whenMatched()
        .update(Map.of("city", "source.city"))
        .execute();
    assertEquals(List.of("1|low", "5|Rome", "9|low"), lines(table));
  }

  @Test
  void aMergeThatChangesNothingMakesNoVersion() {
    Table table = table(1L, "Oslo");
    Map<String, Integer> before = files.contents();
    MergeResult result =
        table
            .merge(rows(1L, "x"))
            .on("target.id = source.id")
            .whenMatched("false")
            .delete()
            .whenNotMatched()
            .insertAll()
            .execute();
    assertEquals(Outcome.UNCHANGED, result.outcome());
    assertEquals(before, files.contents());
    table.upsert(rows()).key("id").execute();
    assertEquals(before, files.contents());
  }

  @Test
  void filesThatCannotHoldASourceKeyAreNotRead() {
    Table table = table(1L, "Oslo", 2L, "Rome");
    table.append(rows(100L, "far", 200L, "away")).execute();
    LocalTable.delete(files.dataFile(1));
    table.upsert(rows(1L, "Bern", 3L, "Lima")).key("id").execute();
    assertEquals(1, files.actions(2, "remove").size());
    assertThrows(LakehouseException.class, () -> table.upsert(rows(150L, "x")).key("id").execute());
  }

  @Test
  void aSourceThatExceedsTheMemoryIsJoinedPartByPart() {
    StructType schema =
        StructType.of(
            StructField.optional("id", DataType.LONG),
            StructField.optional("city", DataType.STRING));
    List<Row> first = new ArrayList<>();
    List<Row> second = new ArrayList<>();
    for (long i = 0; i < 60_000; i++) {
      first.add(Row.of(schema, i * 2, "old"));
      second.add(Row.of(schema, i * 3, "a text of some length that takes up memory"));
    }
    try (Lakehouse small = Lakehouse.builder().memoryBudget(16 << 20).build()) {
      Table table =
          small
              .createTable(files.root().toString(), SCHEMA)
              .as(Source.rows(schema, first))
              .execute();
      MergeResult result =
          table
              .merge(Source.rows(schema, second.iterator()))
              .on("target.id = source.id")
              .whenMatched()
              .updateAll()
              .whenNotMatched()
              .insertAll()
              .whenNotMatchedBySource("target.id >= 60000")
              .delete()
              .execute();
      // Multiples of six below 120,000 match; of the others below that, those from 60,000 go.
      assertEquals(20_000, result.updated());
      assertEquals(40_000, result.inserted());
      assertEquals(20_000, result.deleted());
      assertEquals(80_000, table.scan().count());
      assertEquals(20_000, table.scan().where(col("city").eq("old")).count());
      assertThrows(
          ConstraintViolationException.class,
          () -> {
            List<Row> twice = new ArrayList<>(second);
            twice.add(second.get(0));
            table.upsert(Source.rows(schema, twice)).key("id").execute();
          });
    }
  }

  @Test
  void wrongNamesAndClausesAreErrorsBeforeAnythingIsWritten() {
    Table table = table(1L, "Oslo");
    Map<String, Integer> before = files.contents();
    Source source = rows(1L, "x");
    String ambiguous =
        failure(
            SchemaMismatchException.class, table.merge(source).on("id = 1").whenMatched().delete());
    assertTrue(ambiguous.contains("write target.id or source.id"), ambiguous);
    failure(
        SchemaMismatchException.class,
        table.merge(source).on("target.id = source.nope").whenMatched().delete());
    failure(
        SchemaMismatchException.class,
        table
            .merge(source)
            .on("target.id = source.id")
            .whenNotMatched("target.id = 1")
            .insertAll());
    failure(
        SchemaMismatchException.class,
        table
            .merge(source)
            .on("target.id = source.id")
            .whenNotMatchedBySource("source.id = 1")
            .delete());
    failure(ExpressionException.class, table.merge(source).on("target.id").whenMatched().delete());
    StructType less = StructType.of(StructField.optional("id", DataType.LONG));
    String missing =
        failure(
            SchemaMismatchException.class,
            table
                .merge(Source.rows(less, List.of(Row.of(less, 1L))))
                .on("target.id = source.id")
                .whenMatched()
                .updateAll());
    assertTrue(missing.contains("'city'"), missing);
    assertThrows(
        IllegalArgumentException.class,
        () -> table.merge(source).on("true").whenMatched().delete().whenMatched("true").delete());
    assertThrows(IllegalStateException.class, () -> table.merge(source).on("true").execute());
    assertThrows(IllegalStateException.class, () -> table.upsert(source).execute());
    assertEquals(before, files.contents());
  }

  @Test
  void aMergeOfATablesOwnRowsReadsTheVersionThatItChanges() {
    Table table = table(1L, "Oslo", 2L, "Rome");
    table
        .merge(table.scan().where(col("id").eq(2L)))
        .on("target.id = source.id")
        .whenMatched()
        .delete()
        .execute();
    assertEquals(List.of("1|Oslo"), lines(table));
  }

  @Test
  void anUpdateSeesRowsAsTheyWereCastsValuesAndKeepsTheRules() {
    Table table = table(1L, "5", 2L, null, 3L, "x");
    UpdateResult result =
        table.update().set("id", "city").set("city", "id").where("id = ?", 1L).execute();
    assertEquals(1, result.updated());
    assertEquals(List.of("2|null", "3|x", "5|1"), lines(table));
    assertEquals("UPDATE", files.commitInfo(1).get("operation").asText());
    Map<String, Integer> before = files.contents();
    assertThrows(
        ConstraintViolationException.class,
        () -> table.update().set("id", "city").where("id = 2").execute());
    assertThrows(
        ExpressionException.class,
        () -> table.update().set("id", "city").where("id = 3").execute());
    assertThrows(SchemaMismatchException.class, () -> table.update().set("nope", "1").execute());
    assertThrows(
        SchemaMismatchException.class,
        () -> table.update().set("id", "1").set("ID", "2").execute());
    assertThrows(IllegalStateException.class, () -> table.update().execute());
    assertEquals(
        Outcome.UNCHANGED, table.update().set("id", "1").where("id = 99").execute().outcome());
    assertEquals(before, files.contents());
  }

  @Test
  void aFieldOfANullStructIsAssignedAndTheOthersStayNull() {
    StructType inner =
        StructType.of(
            StructField.optional("a", DataType.INT), StructField.optional("b", DataType.STRING));
    StructType schema =
        StructType.of(StructField.optional("id", DataType.INT), StructField.optional("s", inner));
    Table table =
        lake.createTable(files.root().toString(), schema)
            .as(
                Source.rows(
                    schema,
                    List.of(Row.of(schema, 1, Row.of(inner, 7, "x")), Row.of(schema, 2, null))))
            .execute();
    table.update().set("s.a", "id + 10").execute();
    assertEquals(List.of("1|{a=11, b=x}", "2|{a=12, b=null}"), lines(table));
    table.update().set("s", "named_struct('b', 'y', 'a', '3')").where("id = 1").execute();
    assertEquals(List.of("1|{a=3, b=y}", "2|{a=12, b=null}"), lines(table));
    assertThrows(
        SchemaMismatchException.class,
        () -> table.update().set("s", "named_struct('a', 1)").execute());
  }
}
