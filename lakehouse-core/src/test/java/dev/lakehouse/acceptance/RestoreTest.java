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
import dev.lakehouse.Snapshot;
import dev.lakehouse.Table;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.RestoreResult;
import dev.lakehouse.data.WriteResult.Outcome;
import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.RoutingFileIO;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.maintain.RestorePlan;
import dev.lakehouse.testing.CanonicalRows;
import dev.lakehouse.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table as it was: what a restore does and writes into the log, as Delta Spark does it. */
class RestoreTest {
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

  /** Version 0 is empty, 1 has Oslo, 2 Rome too, 3 Bonn only. */
  private Table fourVersions(String... partitionColumns) {
    Table table =
        lake.createTable(files.root().toString(), SCHEMA).partitionedBy(partitionColumns).execute();
    table.append(rows(1L, "Oslo")).execute();
    table.append(rows(2L, "Rome")).execute();
    table.overwrite(rows(3L, "Bonn")).execute();
    return table;
  }

  @Test
  void theTableIsWhatItWasAndTheLogSaysSoAsSparkDoes() {
    Table table = fourVersions();
    Snapshot old = table.snapshot(2);
    long bonn = table.snapshot().bytes();
    RestoreResult result = table.restore().toVersion(2).execute();
    assertEquals(List.of("1|Oslo", "2|Rome"), lines(table));
    assertEquals(4, result.version());
    assertEquals(2, result.restoredVersion());
    assertTrue(result.committed());
    assertEquals(2, result.filesRestored());
    assertEquals(1, result.filesRemoved());
    assertEquals(2, result.files());
    assertEquals(old.bytes(), result.bytes());
    assertEquals(old.bytes(), result.bytesRestored());
    assertEquals(bonn, result.bytesRemoved());
    JsonNode info = files.commitInfo(4);
    assertEquals("RESTORE", info.get("operation").asText());
    assertEquals(
        LocalTable.parse("{\"version\":\"2\",\"timestamp\":null}"),
        info.get("operationParameters"));
    assertEquals(
        LocalTable.parse(
            "{\"tableSizeAfterRestore\":\""
                + old.bytes()
                + "\",\"numOfFilesAfterRestore\":\"2\",\"numRemovedFiles\":\"1\","
                + "\"numRestoredFiles\":\"2\",\"removedFilesSize\":\""
                + bonn
                + "\",\"restoredFilesSize\":\""
                + old.bytes()
                + "\"}"),
        info.get("operationMetrics"));
    assertFalse(info.get("isBlindAppend").asBoolean());
    for (JsonNode add : files.actions(4, "add")) {
      assertTrue(add.get("dataChange").asBoolean());
      assertTrue(add.get("stats").asText().contains("numRecords"));
    }
    assertEquals(1, files.actions(4, "metaData").size());
    assertEquals(1, files.actions(4, "protocol").size());
    assertTrue(table.verify().isSound());
  }

  @Test
  void thePartitionOfAFileComesBackWithIt() {
    Table table = fourVersions("city");
    table.restore().toVersion(1).execute();
    assertEquals(List.of("1|Oslo"), lines(table.scan().where(col("city").eq("Oslo")).rows()));
    assertTrue(table.verify().isSound());
  }

  @Test
  void toTheNewestVersionIsToDoNothing() {
    Table table = fourVersions();
    RestoreResult result = table.restore().toVersion(3).execute();
    assertEquals(Outcome.UNCHANGED, result.outcome());
    assertEquals(3, table.version());
  }

  @Test
  void aTimeMeansTheVersionThatWasTheNewest() throws IOException {
    Table table = fourVersions();
    for (int version = 0; version < 4; version++) {
      Files.setLastModifiedTime(
          files.commitFile(version),
          java.nio.file.attribute.FileTime.fromMillis(1_000_000L + 1000L * version));
    }
    assertThrows(
        VersionNotFoundException.class,
        () -> table.restore().toTimestamp(Instant.ofEpochMilli(999_999)).execute());
    assertThrows(
        VersionNotFoundException.class,
        () -> table.restore().toTimestamp(Instant.ofEpochMilli(1_003_001)).execute());
    RestoreResult result = table.restore().toTimestamp(Instant.ofEpochMilli(1_001_500)).execute();
    assertEquals(1, result.restoredVersion());
    assertEquals(List.of("1|Oslo"), lines(table));
    assertEquals(
        LocalTable.parse("{\"version\":null,\"timestamp\":\"1970-01-01T00:16:41.500Z\"}"),
        files.commitInfo(4).get("operationParameters"));
  }

  @Test
  void versionsThatAreNotThereAreRefused() {
    Table table = fourVersions();
    VersionNotFoundException e =
        assertThrows(VersionNotFoundException.class, () -> table.restore().toVersion(9).execute());
    assertEquals(0, e.earliest());
    assertEquals(3, e.latest());
    assertThrows(IllegalStateException.class, () -> table.restore().execute());
    assertThrows(IllegalStateException.class, () -> table.restore().toVersion(1).toVersion(2));
  }

  @Test
  void filesThatAreGoneAreNamedAndNothingIsChanged() throws IOException {
    Table table = fourVersions();
    Path oslo = files.dataFile(1);
    Files.delete(oslo);
    StorageException e =
        assertThrows(StorageException.class, () -> table.restore().toVersion(2).execute());
    assertEquals(StorageException.Kind.MISSING, e.kind());
    assertTrue(e.getMessage().contains(oslo.getFileName().toString()), e.getMessage());
    assertTrue(e.getMessage().contains("1 files of version 2"), e.getMessage());
    assertEquals(3, table.version());
  }

  @Test
  void anAppendOnlyTableIsNotRestored() {
    Table table =
        lake.createTable(files.root().toString(), SCHEMA)
            .property("delta.appendOnly", "true")
            .execute();
    table.append(rows(1L, "Oslo")).execute();
    ConstraintViolationException e =
        assertThrows(
            ConstraintViolationException.class, () -> table.restore().toVersion(0).execute());
    assertTrue(e.getMessage().contains("delta.appendOnly"), e.getMessage());
    assertEquals(1, table.version());
  }

  @Test
  void noOtherCommitMayComeFirst() {
    Table table = fourVersions();
    DeltaLog log = log();
    dev.lakehouse.log.Snapshot now = log.snapshot();
    Transaction transaction = log.begin(now);
    RestorePlan.of(now, log.snapshot(1)).apply(transaction, 0);
    table.append(rows(4L, "Lima")).execute();
    ConflictException e =
        assertThrows(
            ConflictException.class,
            () -> transaction.commit(Operation.of("RESTORE", Map.of("version", "1"))));
    assertEquals(ConflictException.Kind.CONCURRENT_WRITE, e.kind());
    assertEquals(4, e.winner());
    assertEquals(List.of("3|Bonn", "4|Lima"), lines(table));
  }

  private DeltaLog log() {
    Environment environment =
        new Environment(
            RoutingFileIO.discover(List.of(), StorageOptions.DEFAULT),
            StorageOptions.DEFAULT.clock(),
            StorageOptions.DEFAULT.ids(),
            StorageOptions.DEFAULT.sleeper(),
            Runnable::run,
            MemoryBudget.ofHeap());
    return DeltaLog.open(Location.parse(files.root().toString()), environment);
  }

  @Test
  void timesInCommitsGoAndComeBackWithTheVersionThatHadThem() {
    Table table = fourVersions();
    table.alter().setProperty("delta.enableInCommitTimestamps", "true").execute();
    table.append(rows(4L, "Lima")).execute();
    Instant before = table.snapshot().timestamp();
    table.restore().toVersion(2).execute();
    assertFalse(files.commitInfo(6).has("inCommitTimestamp"));
    table.restore().toVersion(5).execute();
    assertTrue(files.commitInfo(7).has("inCommitTimestamp"));
    assertEquals(
        "7", table.snapshot().properties().get("delta.inCommitTimestampEnablementVersion"));
    assertFalse(table.snapshot().timestamp().isBefore(before));
    assertEquals(List.of("3|Bonn", "4|Lima"), lines(table));
    assertTrue(table.verify().isSound());
  }

  @Test
  void rowsOfATrackedTableKeepTheirIdsAndGetThemWhereTheyHadNone() {
    Table table = fourVersions();
    table.alter().setProperty("delta.enableRowTracking", "true").execute();
    table.append(rows(4L, "Lima")).execute();
    long version = table.restore().toVersion(2).execute().version();
    assertEquals(List.of("1|Oslo", "2|Rome"), lines(table));
    for (JsonNode add : files.actions(version, "add")) {
      assertTrue(add.get("baseRowId").asLong() >= 2, () -> "a fresh id: " + add);
      assertEquals(version, add.get("defaultRowCommitVersion").asLong());
    }
    JsonNode bonn = files.actions(5, "add").get(0);
    table.restore().toVersion(version - 1).execute();
    JsonNode back =
        files.actions(version + 1, "add").stream()
            .filter(add -> add.get("path").equals(bonn.get("path")))
            .findFirst()
            .orElseThrow();
    assertEquals(bonn.get("baseRowId"), back.get("baseRowId"));
    assertEquals(bonn.get("defaultRowCommitVersion"), back.get("defaultRowCommitVersion"));
    assertTrue(table.verify().isSound());
  }

  @Test
  void whatCountsOnceIsRestoredOnce() {
    Table table = fourVersions();
    table.restore().toVersion(1).idempotent("job", 7).execute();
    table.append(rows(5L, "Kyiv")).execute();
    RestoreResult again = table.restore().toVersion(1).idempotent("job", 7).execute();
    assertTrue(again.skipped());
    assertEquals(List.of("1|Oslo", "5|Kyiv"), lines(table));
  }

  /** The tables of other writers, each to the oldest version of which the rows are known. */
  @Test
  void tablesOfOthersAreWhatTheyWere() throws IOException {
    List<String> wrong = new ArrayList<>();
    int restored = 0;
    try (Stream<Path> folders = Files.list(Shared.folder("tables"))) {
      for (Path table : folders.filter(Files::isDirectory).sorted().toList()) {
        JsonNode expected = LocalTable.parse(Files.readString(table.resolve("EXPECT.json")));
        JsonNode version = oldest(expected);
        if (version != null) {
          restored += restore(table, version, expected.path("zone").asText("UTC"), wrong);
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(restored >= 30, "restored only " + restored);
  }

  private static JsonNode oldest(JsonNode expected) {
    if (!expected.get("compare").asText().equals("rows")) {
      return null;
    }
    JsonNode oldest = null;
    for (JsonNode version : expected.path("versions")) {
      boolean isKnown = version.hasNonNull("contentHash") && !version.hasNonNull("error");
      if (isKnown && (oldest == null || older(version, oldest))) {
        oldest = version;
      }
    }
    return oldest;
  }

  private static boolean older(JsonNode left, JsonNode right) {
    return left.get("version").asLong() < right.get("version").asLong();
  }

  private int restore(Path original, JsonNode version, String zone, List<String> wrong)
      throws IOException {
    Path copy = folder.resolve(original.getFileName());
    copy(original, copy);
    try (Lakehouse zoned = Lakehouse.builder().zone(ZoneId.of(zone)).build()) {
      Table table = zoned.table(copy.toString());
      table.restore().toVersion(version.get("version").asLong()).execute();
      CanonicalRows rows = new CanonicalRows();
      try (BatchReader batches = table.scan().batches()) {
        for (Batch batch : batches) {
          rows.add(batch);
        }
      }
      if (!rows.hash().equals(version.get("contentHash").asText())) {
        wrong.add(original.getFileName() + " at " + version.get("version") + " has other rows");
      }
      return 1;
    } catch (UnsupportedFeatureException e) {
      return 0;
    } catch (LakehouseException e) {
      wrong.add(original.getFileName() + ": " + e);
      return 0;
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path file : tree.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        boolean isOfTable =
            !file.getFileName().toString().equals("EXPECT.json")
                && !file.toString().contains("_expected");
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (isOfTable) {
          Files.copy(file, target, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }
}
