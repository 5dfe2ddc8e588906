package dev.lakehouse.acceptance;

import static dev.lakehouse.acceptance.LocalTable.SCHEMA;
import static dev.lakehouse.acceptance.LocalTable.lines;
import static dev.lakehouse.acceptance.LocalTable.rows;
import static dev.lakehouse.expr.Expressions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakehouse.Changes;
import dev.lakehouse.Lakehouse;
import dev.lakehouse.Table;
import dev.lakehouse.data.Column;
import dev.lakehouse.data.RecordReader;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.testing.Shared;
import dev.lakehouse.types.ColumnPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The change feed, of tables of other writers and of our own. */
class ChangesTest {
  private static final Pattern RANGE =
      Pattern.compile("read_cdf_for_table\\(\"[^\"]*\", (\\d+), (\\d+|None), None\\)");

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

  /** The rows that the tests of delta-kernel-rs and delta-rs state of their tables. */
  @Test
  void theFeedsOfOtherWritersAreReadAsTheirTestsStateThem() throws IOException {
    List<String> wrong = new ArrayList<>();
    int feeds = 0;
    try (Stream<Path> folders = Files.list(Shared.folder("tables"))) {
      for (Path table : folders.filter(Files::isDirectory).sorted().toList()) {
        JsonNode expected = LocalTable.parse(Files.readString(table.resolve("EXPECT.json")));
        for (JsonNode stated : expected.path("statedByTests")) {
          if (stated.path("columns").toString().contains("_change_type")) {
            feeds++;
            compare(table, stated, wrong);
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertEquals(16, feeds);
  }

  private void compare(Path table, JsonNode stated, List<String> wrong) {
    List<String> columns = new ArrayList<>();
    for (JsonNode column : stated.get("columns")) {
      columns.add(ColumnPath.of(column.asText()).toString());
    }
    // delta-rs takes the writer's word for the time, we the file's, where the log keeps none.
    boolean hasTime = table.endsWith("deltars-cdc_ict_table");
    if (!hasTime) {
      columns.remove("_commit_timestamp");
    }
    List<String> expected = new ArrayList<>();
    long first = Long.MAX_VALUE;
    int at = columns.indexOf("_commit_version");
    for (JsonNode row : stated.get("rows")) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        values.add(row.get(i).isNull() ? "null" : row.get(i).asText().replace(": ", "="));
      }
      expected.add(String.join("|", values));
      first = Math.min(first, row.get(at).asLong());
    }
    expected.sort(null);
    Matcher range = RANGE.matcher(stated.get("call").asText());
    boolean isSaid = range.find();
    Changes changes = lake.table(table.toString()).changes();
    changes = changes.from(isSaid ? Long.parseLong(range.group(1)) : first);
    if (isSaid && !range.group(2).equals("None")) {
      changes = changes.to(Long.parseLong(range.group(2)));
    }
    List<String> actual = texts(changes.select(columns.toArray(String[]::new)));
    if (!expected.equals(actual)) {
      List<String> missing = new ArrayList<>(expected);
      actual.forEach(missing::remove);
      expected.forEach(actual::remove);
      wrong.add(table.getFileName() + ": lacks " + missing + " has " + actual);
    }
  }

  private static List<String> texts(Changes changes) {
    List<String> lines = new ArrayList<>();
    try (RowReader reader = changes.rows()) {
      for (Row row : reader) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.schema().size(); i++) {
          Object value = row.get(i);
          values.add(
              value instanceof Instant time
                  ? LocalDateTime.ofInstant(time, ZoneOffset.UTC).toString()
                  : String.valueOf(value));
        }
        lines.add(String.join("|", values));
      }
    }
    lines.sort(null);
    return lines;
  }

  /**
   * Version 1 adds Oslo and Rome, 2 adds Bonn, 3 replaces all by Lima; committed at 1000 to 1003.
   */
  private Table recorded(String... partitionColumns) throws IOException {
    Table table =
        lake.createTable(files.root().toString(), SCHEMA).partitionedBy(partitionColumns).execute();
    table.append(rows(1L, "Oslo", 2L, "Rome")).execute();
    table.append(rows(3L, "Bonn")).execute();
    table.overwrite(rows(4L, "Lima")).execute();
    return record();
  }

  /** Makes it a table that has recorded its changes from the beginning. */
  private Table record() throws IOException {
    files.editCommit(
        0,
        text ->
            text.replace(
                    "\"configuration\":{",
                    "\"configuration\":{\"delta.enableChangeDataFeed\":\"true\"")
                .replace("\"minWriterVersion\":2", "\"minWriterVersion\":4"));
    for (int version = 0; Files.exists(files.commitFile(version)); version++) {
      Files.setLastModifiedTime(files.commitFile(version), FileTime.fromMillis(1000 + version));
    }
    lake.close();
    lake = Lakehouse.create();
    return lake.table(files.root().toString());
  }

  @Test
  void whatNoChangeFileTellsTheFilesTell() throws IOException {
    Table table = recorded();
    assertEquals(
        List.of(
            "1|Oslo|delete|3|1970-01-01T00:00:01.003Z",
            "1|Oslo|insert|1|1970-01-01T00:00:01.001Z",
            "2|Rome|delete|3|1970-01-01T00:00:01.003Z",
            "2|Rome|insert|1|1970-01-01T00:00:01.001Z",
            "3|Bonn|delete|3|1970-01-01T00:00:01.003Z",
            "3|Bonn|insert|2|1970-01-01T00:00:01.002Z",
            "4|Lima|insert|3|1970-01-01T00:00:01.003Z"),
        lines(table.changes().from(0).rows()));
    assertEquals(7, table.changes().from(0).count());
    assertEquals(
        List.of("id", "city", "_change_type", "_commit_version", "_commit_timestamp"),
        table.changes().from(0).schema().names());
  }

  @Test
  void versionsComeInTheirOrder() throws IOException {
    List<Long> versions = new ArrayList<>();
    try (RowReader reader = recorded().changes().from(0).rows()) {
      reader.forEach(row -> versions.add(row.getLong("_commit_version")));
    }
    assertEquals(List.of(1L, 1L, 2L, 3L, 3L, 3L, 3L), versions);
  }

  @Test
  void aFeedIsRefinedAsAScanIs() throws IOException {
    Changes changes = recorded("city").changes().from(1);
    assertEquals(
        List.of("delete|Rome", "insert|Rome"),
        lines(changes.where(col("city").eq("Rome")).select("_change_type", "city").rows()));
    assertEquals(
        List.of("1", "2", "3"),
        lines(changes.where(col("_change_type").eq("delete")).select("id").rows()));
    assertEquals(
        List.of("3"), lines(changes.where(col("_commit_version").eq(2L)).select("ID").rows()));
    assertEquals(2, changes.limit(2).count());
    assertThrows(IllegalStateException.class, () -> changes.limit(2).where(col("id").eq(1L)));
    assertThrows(
        SchemaMismatchException.class, () -> changes.where(col("nothing").eq(1L)).rows().close());
    assertThrows(SchemaMismatchException.class, () -> changes.select("nothing").schema());
  }

  record Change(long id, @Column("_change_type") String what, Instant _commit_timestamp) {}

  @Test
  void aFeedIsReadAsRecords() throws IOException {
    try (RecordReader<Change> reader = recorded().changes().from(2).to(2).records(Change.class)) {
      assertEquals(List.of(new Change(3, "insert", Instant.ofEpochMilli(1002))), reader.toList());
    }
  }

  @Test
  void theRangeIsInclusiveAndCutToTheNewest() throws IOException {
    Changes changes = recorded().changes();
    assertEquals(1, changes.from(2).to(2).count());
    assertEquals(4, changes.from(3).to(99).count());
    assertThrows(IllegalArgumentException.class, () -> changes.from(3).to(2).count());
    assertThrows(IllegalStateException.class, changes::count);
    VersionNotFoundException e =
        assertThrows(VersionNotFoundException.class, () -> changes.from(4).count());
    assertEquals(3, e.latest());
  }

  @Test
  void timesAreBoundsToo() throws IOException {
    Changes changes = recorded().changes();
    assertEquals(5, changes.from(Instant.ofEpochMilli(1002)).count());
    assertEquals(5, changes.from(Instant.ofEpochMilli(1001).plusNanos(1)).count());
    assertEquals(
        1, changes.from(Instant.ofEpochMilli(1002)).to(Instant.ofEpochMilli(1002)).count());
    assertThrows(
        VersionNotFoundException.class, () -> changes.from(Instant.ofEpochMilli(999)).count());
    assertThrows(
        VersionNotFoundException.class, () -> changes.from(Instant.ofEpochMilli(1004)).count());
    assertThrows(
        VersionNotFoundException.class,
        () -> changes.from(1).to(Instant.ofEpochMilli(1004)).count());
  }

  @Test
  void aVersionThatRecordedNothingIsNamed() throws IOException {
    Table table = recorded();
    JsonNode metadata = files.actions(0, "metaData").get(0);
    String off = metadata.toString().replace("\"delta.enableChangeDataFeed\":\"true\"", "");
    files.appendLine(2, "{\"metaData\":" + off + "}");
    files.appendLine(3, "{\"metaData\":" + metadata + "}");
    Changes changes = table.changes();
    assertEquals(2, changes.from(0).to(1).count());
    assertEquals(4, changes.from(3).count());
    VersionNotFoundException e =
        assertThrows(VersionNotFoundException.class, () -> changes.from(0).count());
    assertTrue(e.getMessage().contains("changes of version 2"), e.getMessage());
    assertEquals(3, e.earliest());
    assertEquals(3, e.latest());
  }

  @Test
  void aCommitThatWasCleanedUpIsNamed() throws IOException {
    Table table = recorded();
    table.version();
    Changes changes = table.changes();
    LocalTable.delete(files.commitFile(0));
    LocalTable.delete(files.commitFile(1));
    VersionNotFoundException e =
        assertThrows(VersionNotFoundException.class, () -> changes.from(1).count());
    assertTrue(e.getMessage().contains("version 1"), e.getMessage());
    assertEquals(2, e.earliest());
  }

  @Test
  void aFileThatWasVacuumedIsNamedWithItsVersion() throws IOException {
    Table table = recorded();
    LocalTable.delete(files.dataFile(2));
    assertEquals(2, table.changes().from(1).to(1).count());
    StorageException e =
        assertThrows(StorageException.class, () -> table.changes().from(1).count());
    assertEquals(StorageException.Kind.MISSING, e.kind());
    assertTrue(e.getMessage().contains("version 2 of the table"), e.getMessage());
  }

  @Test
  void columnsMayHaveComeAndTypesGrown() throws IOException {
    Table table = recorded();
    JsonNode metadata = files.actions(0, "metaData").get(0);
    String narrow =
        metadata.toString().replace("\\\"type\\\":\\\"long\\\"", "\\\"type\\\":\\\"integer\\\"");
    String wide =
        metadata
            .toString()
            .replace(
                "}]}\"",
                "},{\\\"name\\\":\\\"more\\\",\\\"type\\\":\\\"string\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}]}\"");
    assertTrue(!wide.equals(metadata.toString()) && !narrow.equals(metadata.toString()));
    files.editCommit(0, text -> text.replace(metadata.toString(), narrow));
    files.appendLine(3, "{\"metaData\":" + wide + "}");
    assertEquals(
        List.of("1|Oslo|null|insert", "2|Rome|null|insert"),
        lines(
            table
                .changes()
                .from(0)
                .where(col("_commit_version").eq(1L))
                .select("id", "city", "more", "_change_type")
                .rows()));
    files.editCommit(
        0, text -> text.replace("\\\"type\\\":\\\"integer\\\"", "\\\"type\\\":\\\"double\\\""));
    SchemaMismatchException e =
        assertThrows(SchemaMismatchException.class, () -> table.changes().from(0).count());
    assertTrue(e.getMessage().contains("version 0 has the column 'id' as double"), e.getMessage());
    assertEquals(4, table.changes().from(3).count());
  }

  @Test
  void aColumnThatWentIsNamed() throws IOException {
    Table table = recorded();
    JsonNode metadata = files.actions(0, "metaData").get(0);
    files.appendLine(
        3, "{\"metaData\":" + metadata.toString().replace("\\\"city\\\"", "\\\"town\\\"") + "}");
    SchemaMismatchException e =
        assertThrows(SchemaMismatchException.class, () -> table.changes().from(0).count());
    assertTrue(e.getMessage().contains("'city'"), e.getMessage());
    assertTrue(e.getMessage().contains("version 0"), e.getMessage());
    assertEquals(3, table.changes().from(0).to(2).count());
  }
}
