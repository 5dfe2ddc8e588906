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
import dev.lakehouse.CreateTable;
import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.DeleteResult;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.WriteResult.Outcome;
import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.TableNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a delete does to rows, files and log. */
class DeleteTest {
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

  private Table create(Map<String, String> properties, String... partitions) {
    CreateTable create =
        lake.createTable(files.root().toString(), SCHEMA).partitionedBy(partitions);
    properties.forEach(create::property);
    return create.execute();
  }

  private Table vectors() {
    return create(Map.of("delta.enableDeletionVectors", "true"));
  }

  private static Source numbers(int from, int to) {
    List<Row> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      rows.add(Row.of(SCHEMA, (long) i, "c" + i % 3));
    }
    return Source.rows(SCHEMA, rows);
  }

  private void assertSound(Table table) {
    assertEquals(List.of(), table.verify().findings());
    assertEquals(List.of(), table.verify().orphans());
  }

  @Test
  void rowsForWhichTheConditionIsFalseOrNullStay() {
    Table table = create(Map.of());
    table.append(rows(1L, "Oslo", 2L, null, 3L, "Rome")).execute();
    DeleteResult result = table.delete().where("city <> 'Oslo'").execute();
    assertEquals(List.of("1|Oslo", "2|null"), lines(table));
    assertEquals(OptionalLong.of(1), result.deleted());
    assertEquals(2, result.files().rowsCopied());
    assertEquals(1, result.files().filesAdded());
    assertEquals(1, result.files().filesRemoved());
    JsonNode metrics = files.commitInfo(2).get("operationMetrics");
    assertEquals("DELETE", files.commitInfo(2).get("operation").asText());
    assertEquals("1", metrics.get("numDeletedRows").asText());
    assertEquals("2", metrics.get("numCopiedRows").asText());
    assertEquals(
        "[\"city <> 'Oslo'\"]",
        files.commitInfo(2).get("operationParameters").get("predicate").asText());
    assertSound(table);
  }

  @Test
  void withVectorsTheFileStaysAndItsRowsAreMarked() {
    Table table = vectors();
    table.append(numbers(0, 1000)).execute();
    DeleteResult result = table.delete().where("id % 10 = 3").execute();
    assertEquals(OptionalLong.of(100), result.deleted());
    assertEquals(1, result.files().vectorsAdded());
    assertEquals(0, result.files().filesAdded());
    assertEquals(900, table.scan().count());
    assertEquals(0, table.scan().where(col("id").mod(10).eq(3)).count());
    JsonNode add = files.actions(2, "add").get(0);
    JsonNode remove = files.actions(2, "remove").get(0);
    assertEquals(add.get("path"), remove.get("path"));
    assertFalse(remove.has("deletionVector"));
    assertEquals("u", add.get("deletionVector").get("storageType").asText());
    assertEquals(100, add.get("deletionVector").get("cardinality").asLong());
    JsonNode stats = LocalTable.parse(add.get("stats").asText());
    assertFalse(stats.get("tightBounds").asBoolean());
    assertEquals(1000, stats.get("numRecords").asLong());
    assertTrue(add.get("dataChange").asBoolean());
    assertSound(table);
  }

  @Test
  void aVectorIsExtendedAndTheRemoveCarriesTheOldOne() {
    Table table = vectors();
    table.append(numbers(0, 1000)).execute();
    table.delete().where("id % 10 = 3").execute();
    table.delete().where("id % 10 in (3, 4)").execute();
    assertEquals(800, table.scan().count());
    JsonNode old = files.actions(2, "add").get(0).get("deletionVector");
    assertEquals(old, files.actions(3, "remove").get(0).get("deletionVector"));
    JsonNode extended = files.actions(3, "add").get(0).get("deletionVector");
    assertEquals(200, extended.get("cardinality").asLong());
    JsonNode metrics = files.commitInfo(3).get("operationMetrics");
    assertEquals("1", metrics.get("numDeletionVectorsAdded").asText());
    assertEquals("1", metrics.get("numDeletionVectorsUpdated").asText());
    assertEquals("1", metrics.get("numDeletionVectorsRemoved").asText());
    assertEquals("100", metrics.get("numDeletedRows").asText());
    assertSound(table);
  }

  @Test
  void aTinyVectorStandsInTheLog() {
    Table table = vectors();
    table.append(numbers(0, 1000)).execute();
    table.delete().where("id = 7").execute();
    assertEquals(
        "i", files.actions(2, "add").get(0).get("deletionVector").get("storageType").asText());
    assertEquals(999, table.scan().count());
    assertEquals(0, table.scan().where(col("id").eq(7)).count());
    assertSound(table);
  }

  @Test
  void manyVectorsOfACommitShareAFile() {
    Table table = create(Map.of("delta.enableDeletionVectors", "true"), "city");
    table.append(numbers(0, 1000)).execute();
    table.delete().where("id % 5 = 0").execute();
    List<JsonNode> adds = files.actions(2, "add");
    assertEquals(3, adds.size());
    List<String> paths =
        adds.stream()
            .map(add -> add.get("deletionVector").get("pathOrInlineDv").asText())
            .distinct()
            .toList();
    assertEquals(1, paths.size());
    assertEquals(800, table.scan().count());
    assertSound(table);
  }

  @Test
  void aFileWithoutARowLeftIsRemoved() {
    Table table = vectors();
    table.append(numbers(0, 100)).execute();
    table.append(numbers(100, 200)).execute();
    table.delete().where("id % 2 = 0 and id < 100").execute();
    DeleteResult result = table.delete().where("id % 2 = 1 and id < 100").execute();
    assertEquals(OptionalLong.of(50), result.deleted());
    assertEquals(1, result.files().filesRemoved());
    assertEquals(List.of(), files.actions(4, "add"));
    assertEquals(1, table.snapshot().fileCount());
    assertSound(table);
  }

  @Test
  void aWholePartitionIsRemovedWithoutItsFilesBeingRead() {
    Table table = create(Map.of(), "city");
    table.append(numbers(0, 30)).execute();
    for (JsonNode add : files.actions(1, "add")) {
      if (add.get("path").asText().contains("city=c1/")) {
        LocalTable.delete(files.root().resolve(add.get("path").asText()));
      }
    }
    DeleteResult result = table.delete().where("city = 'c1'").execute();
    assertEquals(OptionalLong.of(10), result.deleted());
    assertEquals(List.of(), files.actions(2, "add"));
    assertEquals(20, table.scan().count());
    assertSound(table);
  }

  @Test
  void withoutConditionAllFilesGo() {
    Table table = create(Map.of());
    table.append(numbers(0, 30)).execute();
    assertEquals(OptionalLong.of(30), table.delete().execute().deleted());
    assertEquals(List.of(), lines(table));
    assertEquals(
        "[\"true\"]", files.commitInfo(2).get("operationParameters").get("predicate").asText());
    assertSound(table);
  }

  @Test
  void whatFindsNoRowMakesNoVersion() {
    Table table = create(Map.of());
    table.append(numbers(0, 30)).execute();
    Map<String, Integer> before = files.contents();
    DeleteResult result =
        table.delete().where("id = ? and city = ?", 1L, "c2").idempotent("app", 1).execute();
    assertEquals(Outcome.UNCHANGED, result.outcome());
    assertEquals(OptionalLong.of(0), result.deleted());
    assertEquals(before, files.contents());
  }

  @Test
  void anApplicationsVersionCountsOnce() {
    Table table = create(Map.of());
    table.append(numbers(0, 30)).execute();
    assertTrue(table.delete().where("id = 1").idempotent("app", 1).execute().committed());
    DeleteResult again = table.delete().where("id = 2").idempotent("app", 1).execute();
    assertTrue(again.skipped());
    assertEquals(29, table.scan().count());
  }

  @Test
  void anAppendOnlyTableIsRefusedEvenIfNothingMatches() {
    Table table = create(Map.of("delta.appendOnly", "true"));
    table.append(numbers(0, 3)).execute();
    ConstraintViolationException refused =
        assertThrows(
            ConstraintViolationException.class, () -> table.delete().where("id = 99").execute());
    assertTrue(refused.getMessage().contains("append-only"), refused.getMessage());
  }

  @Test
  void aWrongConditionIsAnErrorAndChangesNothing() {
    Table table = create(Map.of());
    table.append(numbers(0, 3)).execute();
    Map<String, Integer> before = files.contents();
    assertThrows(SchemaMismatchException.class, () -> table.delete().where("nope = 1").execute());
    assertThrows(ExpressionException.class, () -> table.delete().where("id + 1").execute());
    assertThrows(ExpressionException.class, () -> table.delete().where("1 / id > 0").execute());
    assertEquals(before, files.contents());
    Table none = lake.table(folder.resolve("none").toString());
    assertThrows(TableNotFoundException.class, () -> none.delete().execute());
  }

  @Test
  void aConcurrentAppendOfSuchRowsIsAConflictThatARetrySolves() {
    Table table = create(Map.of());
    table.append(numbers(0, 3)).execute();
    boolean[] raced = {false};
    Lakehouse racing =
        Lakehouse.builder()
            .listener(
                new dev.lakehouse.data.ProgressListener() {
                  @Override
                  public void progress(
                      Operation operation, long done, OptionalLong total, String unit) {
                    if (operation.name().equals("delete") && !raced[0]) {
                      raced[0] = true;
                      table.append(rows(1L, "late")).execute();
                    }
                  }
                })
            .build();
    try (racing) {
      Table same = racing.table(files.root().toString());
      assertThrows(ConflictException.class, () -> same.delete().where("id = 1").execute());
      assertEquals(List.of(), table.verify().orphans());
      raced[0] = false;
      DeleteResult result = same.delete().where("id = 1").retryOnConflict(1).execute();
      assertEquals(OptionalLong.of(3), result.deleted());
    }
    assertEquals(List.of("0|c0", "2|c2"), lines(table));
    assertSound(table);
  }

  @Test
  void theChangeFeedHasTheDeletedRowsWhereFilesAreWrittenAnew() {
    Table table = create(Map.of("delta.enableChangeDataFeed", "true"), "city");
    table.append(numbers(0, 9)).execute();
    // c1 goes as a whole, c2 in part: the change files must have the rows of both.
    table.delete().where("city = 'c1' or id = 2").execute();
    List<JsonNode> changes = files.actions(2, "cdc");
    assertEquals(2, changes.size());
    List<String> seen = new ArrayList<>();
    for (JsonNode change : changes) {
      assertTrue(change.get("path").asText().startsWith("_change_data/city=c"));
      assertFalse(change.get("dataChange").asBoolean());
      Path file = files.root().resolve(change.get("path").asText());
      try (Lakehouse other = Lakehouse.create()) {
        LocalTable copy = new LocalTable(folder.resolve("copy" + seen.size()));
        Table read =
            other
                .createTable(
                    copy.root().toString(),
                    dev.lakehouse.types.StructType.of(
                        dev.lakehouse.types.StructField.optional(
                            "id", dev.lakehouse.types.DataType.LONG),
                        dev.lakehouse.types.StructField.optional(
                            "_change_type", dev.lakehouse.types.DataType.STRING)))
                .as(Source.parquet(file.toString()))
                .execute();
        seen.addAll(lines(read));
      }
    }
    assertEquals(
        List.of("1|delete", "2|delete", "4|delete", "7|delete"), seen.stream().sorted().toList());
    assertEquals(
        "2", files.commitInfo(2).get("operationMetrics").get("numAddedChangeFiles").asText());
    assertEquals(5, table.scan().count());
    assertSound(table);
  }

  @Test
  void theChangeFeedNeedsNoFilesWhereVectorsOrWholeFilesTell() {
    Table table =
        create(
            Map.of("delta.enableChangeDataFeed", "true", "delta.enableDeletionVectors", "true"),
            "city");
    table.append(numbers(0, 9)).execute();
    table.delete().where("city = 'c1' or id = 2").execute();
    assertEquals(List.of(), files.actions(2, "cdc"));
    assertEquals(5, table.scan().count());
    assertSound(table);
  }
}
