package dev.lakehouse.acceptance;

import static dev.lakehouse.acceptance.LocalTable.SCHEMA;
import static dev.lakehouse.acceptance.LocalTable.rows;
import static dev.lakehouse.types.DataType.INT;
import static dev.lakehouse.types.DataType.LONG;
import static dev.lakehouse.types.StructField.optional;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.VerifyReport;
import dev.lakehouse.data.VerifyReport.Rule;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each rule of a sound table, broken by hand, is found; nothing else is, and nothing changes. */
class VerifyFindsTest {
  @TempDir Path folder;
  private LocalTable files;

  /** Versions 0 to 3, with a checkpoint at 2. */
  @BeforeEach
  void threeAppends() {
    files = new LocalTable(folder.resolve("t"));
    try (Lakehouse lake = Lakehouse.create()) {
      Table table =
          lake.createTable(files.root().toString(), SCHEMA)
              .property("delta.checkpointInterval", "2")
              .execute();
      table.append(rows(1L, "Oslo", 2L, "Rome")).execute();
      table.append(rows(3L, "Bonn")).execute();
      table.append(rows(4L, "Kyiv")).execute();
    }
  }

  private VerifyReport verify() {
    Map<String, Integer> before = files.contents();
    try (Lakehouse lake = Lakehouse.create()) {
      return lake.table(files.root().toString()).verify();
    } finally {
      assertEquals(before, files.contents(), "verify changes nothing");
    }
  }

  private static List<Rule> rules(VerifyReport report) {
    return report.findings().stream().map(VerifyReport.Finding::rule).distinct().toList();
  }

  private void assertOnly(Rule rule, String file) {
    VerifyReport report = verify();
    assertEquals(List.of(rule), rules(report), () -> report.findings().toString());
    assertTrue(report.findings().get(0).file().contains(file), () -> report.findings().toString());
  }

  private Path checkpoint() {
    return files.root().resolve("_delta_log/00000000000000000002.checkpoint.parquet");
  }

  private String name(long version) {
    return files.dataFile(version).getFileName().toString();
  }

  @Test
  void aSoundTableHasNoFindings() {
    VerifyReport report = verify();
    assertEquals(List.of(), report.findings());
    assertEquals(List.of(), report.orphans());
    assertEquals(3, report.version());
    assertEquals(3, report.filesChecked());
    assertTrue(report.isSound());
    assertTrue(Files.exists(checkpoint()));
  }

  @Test
  void aMissingCommitIsAGapThoughTheCheckpointReadsOn() {
    LocalTable.delete(files.commitFile(1));
    assertTrue(rules(verify()).contains(Rule.VERSIONS_DENSE));
  }

  @Test
  void aLineThatIsNoActionIsFoundEvenBeforeTheCheckpoint() {
    files.edit(files.commitFile(0), text -> text + "{\"add\":\n");
    VerifyReport report = verify();
    assertTrue(rules(report).contains(Rule.ACTIONS_PARSE), () -> report.findings().toString());
  }

  @Test
  void aTornLastCommitMakesTheStateUnreadable() {
    files.edit(files.commitFile(3), text -> text.substring(0, text.length() - 20));
    LocalTable.delete(files.checksumFile(3));
    List<Rule> rules = rules(verify());
    assertTrue(rules.contains(Rule.STATE_READABLE), rules::toString);
    assertTrue(rules.contains(Rule.ACTIONS_PARSE), rules::toString);
  }

  @Test
  void aCheckpointThatTellsAnotherStoryThanTheCommitsIsFound() {
    String size = files.actions(1, "add").get(0).get("size").asText();
    String line = "{\"txn\":{\"appId\":\"lost\",\"version\":" + size + "}}\n";
    files.edit(files.commitFile(1), text -> text + line);
    files.deleteChecksums();
    assertOnly(Rule.CHECKPOINT_EQUALS_REPLAY, "00000000000000000002.checkpoint");
  }

  @Test
  void aCheckpointThatIsNoParquetIsFound() throws IOException {
    Files.write(checkpoint(), new byte[1000]);
    assertTrue(rules(verify()).contains(Rule.CHECKPOINT_EQUALS_REPLAY));
  }

  @Test
  void aCompactionFileThatLacksAFileIsFound() {
    Path compaction =
        files.root().resolve("_delta_log/00000000000000000000.00000000000000000001.compacted.json");
    String lines =
        files.actions(0, "metaData").stream().map(m -> "{\"metaData\":" + m + "}\n").toList().get(0)
            + "{\"protocol\":"
            + files.actions(0, "protocol").get(0)
            + "}\n";
    LocalTable.write(compaction, lines + "{\"add\":" + files.actions(1, "add").get(0) + "}\n");
    assertEquals(List.of(), verify().findings());
    LocalTable.write(compaction, lines);
    assertOnly(Rule.COMPACTION_EQUALS_REPLAY, "compacted.json");
  }

  @Test
  void aChecksumWithAWrongSumIsFound() {
    files.edit(files.checksumFile(3), text -> text.replace("\"numFiles\":3", "\"numFiles\":4"));
    assertOnly(Rule.CHECKSUM_EQUALS_REPLAY, "00000000000000000003.crc");
  }

  @Test
  void aChecksumThatIsNoJsonIsFound() {
    LocalTable.write(files.checksumFile(3), "{");
    assertOnly(Rule.CHECKSUM_EQUALS_REPLAY, "00000000000000000003.crc");
  }

  @Test
  void aMissingDataFileIsFound() {
    String name = name(3);
    LocalTable.delete(files.dataFile(3));
    assertOnly(Rule.DATA_FILE_THERE, name);
  }

  @Test
  void aDataFileOfAnotherLengthIsFound() throws IOException {
    Files.write(files.dataFile(3), new byte[] {0}, java.nio.file.StandardOpenOption.APPEND);
    assertOnly(Rule.DATA_FILE_LENGTH, name(3));
  }

  @Test
  void aDataFileThatIsNoParquetIsFound() throws IOException {
    Files.write(files.dataFile(3), new byte[(int) Files.size(files.dataFile(3))]);
    assertOnly(Rule.DATA_FILE_READABLE, name(3));
  }

  private void editLast(String from, String to) {
    files.edit(files.commitFile(3), text -> text.replace(from, to));
    LocalTable.delete(files.checksumFile(3));
  }

  @Test
  void aWrongNumberOfRowsIsFound() {
    editLast("\\\"numRecords\\\":1", "\\\"numRecords\\\":2");
    assertTrue(rules(verify()).contains(Rule.ROW_COUNT));
  }

  @Test
  void aMinimumAboveAValueIsFound() {
    editLast("\\\"minValues\\\":{\\\"id\\\":4", "\\\"minValues\\\":{\\\"id\\\":5");
    assertOnly(Rule.STATISTICS_BOUND, name(3));
  }

  @Test
  void aMaximumBelowAValueIsFound() {
    editLast("\\\"city\\\":\\\"Kyiv\\\"}", "\\\"city\\\":\\\"Aaaa\\\"}");
    assertOnly(Rule.STATISTICS_BOUND, name(3));
  }

  @Test
  void aWrongNullCountIsFound() {
    editLast(
        "\\\"nullCount\\\":{\\\"id\\\":0,\\\"city\\\":0",
        "\\\"nullCount\\\":{\\\"id\\\":0,\\\"city\\\":1");
    assertOnly(Rule.STATISTICS_BOUND, name(3));
  }

  @Test
  void aNullInARequiredColumnIsFound() {
    String loose = "\\\"name\\\":\\\"city\\\",\\\"type\\\":\\\"string\\\",\\\"nullable\\\":true";
    try (Lakehouse lake = Lakehouse.create()) {
      lake.table(files.root().toString()).append(rows(5L, null)).execute();
    }
    LocalTable.delete(checkpoint());
    LocalTable.delete(files.root().resolve("_delta_log/00000000000000000004.checkpoint.parquet"));
    LocalTable.delete(files.root().resolve("_delta_log/_last_checkpoint"));
    files.editCommit(0, text -> text.replace(loose, loose.replace("true", "false")));
    assertOnly(Rule.NOT_NULL, files.dataFile(4).getFileName().toString());
  }

  @Test
  void aPartitionValueThatIsNoneOfItsTypeIsFound() {
    StructType schema = StructType.of(optional("id", LONG), optional("n", INT));
    files = new LocalTable(folder.resolve("p"));
    try (Lakehouse lake = Lakehouse.create()) {
      Source source = Source.rows(schema, List.of(Row.of(schema, 1L, 7)));
      lake.createTable(files.root().toString(), schema)
          .partitionedBy("n")
          .execute()
          .append(source)
          .execute();
    }
    files.editCommit(1, text -> text.replace("{\"n\":\"7\"}", "{\"n\":\"seven\"}"));
    assertTrue(rules(verify()).contains(Rule.PARTITION_VALUES_PARSE));
  }

  /** The vector is the protocol's example: rows 3, 4, 7, 11, 18 and 29. */
  private void withVector(int rows, int cardinality) {
    files = new LocalTable(folder.resolve("v" + rows + "-" + cardinality));
    Object[] values = new Object[2 * rows];
    for (int i = 0; i < rows; i++) {
      values[2 * i] = (long) i;
    }
    try (Lakehouse lake = Lakehouse.create()) {
      lake.createTable(files.root().toString(), SCHEMA).execute().append(rows(values)).execute();
    }
    String features = "[\"deletionVectors\"]";
    files.editCommit(
        0,
        text ->
            text.replace(
                "\"minReaderVersion\":1,\"minWriterVersion\":2",
                "\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":"
                    + features
                    + ",\"writerFeatures\":"
                    + features));
    String vector =
        "\"deletionVector\":{\"storageType\":\"i\",\"pathOrInlineDv\":"
            + "\"^Bg9^0rr910000000000iXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L\","
            + "\"sizeInBytes\":44,\"cardinality\":"
            + cardinality
            + "},";
    files.editCommit(1, text -> text.replace("{\"add\":{", "{\"add\":{" + vector));
  }

  @Test
  void aVectorThatDeletesAnotherNumberOfRowsOrRowsThatAreNotThereIsFound() {
    withVector(30, 6);
    assertEquals(List.of(), verify().findings());
    withVector(30, 5);
    assertOnly(Rule.DELETION_VECTORS, name(1));
    withVector(29, 6);
    assertOnly(Rule.DELETION_VECTORS, name(1));
  }

  @Test
  void orphansAreListedApartAndHiddenFilesAreNone() {
    LocalTable.write(files.root().resolve("left.parquet"), "x");
    LocalTable.write(files.root().resolve("city=Oslo/left.parquet"), "x");
    LocalTable.write(files.root().resolve("_hidden/other.parquet"), "x");
    LocalTable.write(files.root().resolve(".hidden"), "x");
    VerifyReport report = verify();
    assertEquals(List.of(), report.findings());
    assertEquals(List.of("city=Oslo/left.parquet", "left.parquet"), report.orphans());
    assertTrue(report.isSound());
  }
}
