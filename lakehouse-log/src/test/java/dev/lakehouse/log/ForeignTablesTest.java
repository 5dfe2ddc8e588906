package dev.lakehouse.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIO;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.testing.SharedFolder;
import dev.lakehouse.types.SchemaJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The logs of tables that other programs wrote, at every version that is known. */
class ForeignTablesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Live files where no other reader counted them all: what the tables' notes say, and what their
   * few commits say when read by hand. Paths are compared as they are written.
   */
  private static final Map<String, Long> COUNTED_BY_HAND =
      Map.of(
          "deltars-table-with-domain-metadata", 109L,
          "kernelrs_golden-checkpoint", 1L,
          "kernelrs_golden-log-replay-special-characters-b", 1L,
          "kernelrs_golden-canonicalized-paths-normal-b", 1L,
          "kernelrs_golden-canonicalized-paths-special-a", 1L,
          "kernelrs_golden-delete-re-add-same-file-different-transactions", 2L,
          "kernelrs-timestamp-partitioned-table", 1L);

  private static final Environment ENVIRONMENT =
      Environment.of(new LocalFileIO(StorageOptions.DEFAULT));

  @TestFactory
  Stream<DynamicTest> everyTableIsReadOrRefusedAsItsExpectationSays() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> folders = Files.list(SharedFolder.tables()).sorted()) {
      for (Path folder : folders.filter(Files::isDirectory).toList()) {
        JsonNode expected = JSON.readTree(folder.resolve("EXPECT.json").toFile());
        tests.add(dynamicTest(folder.getFileName().toString(), () -> check(folder, expected)));
      }
    }
    assertEquals(111, tests.size());
    return tests.stream();
  }

  private static void check(Path folder, JsonNode expected) {
    DeltaLog log = DeltaLog.open(Location.of(folder), ENVIRONMENT);
    switch (expected.get("compare").asText()) {
      case "error" -> {
        LakehouseException e = assertThrows(LakehouseException.class, () -> live(log));
        assertTrue(e.getMessage().contains(folder.toString()), e.getMessage());
      }
      case "refuse" -> {
        UnsupportedFeatureException e =
            assertThrows(UnsupportedFeatureException.class, log::snapshot);
        assertTrue(e.feature().startsWith("catalog"), e.feature());
      }
      case "rows-or-refuse" ->
          // Geometry is a type that no reader but Kernel knows.
          assertEquals(
              "geospatial",
              assertThrows(UnsupportedFeatureException.class, log::snapshot)
                  .feature()
                  .replace("-dev", ""));
      default -> checkVersions(log, expected);
    }
  }

  private static long live(DeltaLog log) {
    return log.snapshot().files().count();
  }

  private static void checkVersions(DeltaLog log, JsonNode expected) {
    Snapshot latest = log.snapshot();
    assertEquals(expected.get("latestVersion").asLong(), latest.version());
    checkDefinition(latest, expected);
    checkFiles(latest, expected.get("computed"));
    Long counted = COUNTED_BY_HAND.get(log.table().name());
    if (counted != null) {
      assertEquals(counted, latest.files().count());
    }
    for (JsonNode version : expected.path("versions")) {
      checkVersion(log, version);
    }
    long beyond = latest.version() + 1;
    assertEquals(
        latest.version(),
        assertThrows(VersionNotFoundException.class, () -> log.snapshot(beyond)).latest());
  }

  private static void checkVersion(DeltaLog log, JsonNode version) {
    long number = version.get("version").asLong();
    if (version.path("error").path("message").asText().contains("log has been truncated")) {
      VersionNotFoundException e =
          assertThrows(VersionNotFoundException.class, () -> log.snapshot(number));
      assertTrue(number < e.earliest(), e.getMessage());
      return;
    }
    // Any other error stated there is about data files that are gone: the log itself reads.
    Snapshot snapshot = log.snapshot(number);
    assertEquals(number, snapshot.version());
    checkFiles(snapshot, version);
    if (version.has("schema")) {
      assertEquals(
          SchemaJson.read(version.get("schema").toString()).toString(),
          snapshot.schema().toString());
    }
  }

  private static void checkDefinition(Snapshot snapshot, JsonNode expected) {
    if (expected.hasNonNull("schema")) {
      assertEquals(
          SchemaJson.read(expected.get("schema").toString()).toString(),
          snapshot.schema().toString());
    }
    if (expected.hasNonNull("partitionColumns")) {
      List<String> names = new ArrayList<>();
      expected.get("partitionColumns").forEach(name -> names.add(name.asText()));
      assertEquals(names, snapshot.metadata().partitionColumns());
    }
    JsonNode protocol = expected.path("protocol");
    if (protocol.has("minReaderVersion")) {
      assertEquals(
          protocol.get("minReaderVersion").asInt(), snapshot.protocol().minReaderVersion());
      assertEquals(
          protocol.get("minWriterVersion").asInt(), snapshot.protocol().minWriterVersion());
    }
    expected
        .path("configuration")
        .fields()
        .forEachRemaining(
            entry ->
                assertEquals(
                    entry.getValue().asText(),
                    snapshot.metadata().configuration().get(entry.getKey())));
  }

  private static void checkFiles(Snapshot snapshot, JsonNode expected) {
    List<AddFile> adds = new ArrayList<>();
    snapshot.forEachAdd(adds::add);
    assertEquals(adds.size(), snapshot.files().count(), snapshot::toString);
    // Where the reader that counted failed on data, it stopped counting.
    boolean isWhole = !expected.hasNonNull("failed") && !expected.hasNonNull("error");
    if (isWhole && expected.has("numFiles")) {
      assertEquals(expected.get("numFiles").asLong(), adds.size(), snapshot::toString);
    }
    if (isWhole && expected.has("numFilesWithDV")) {
      assertEquals(
          expected.get("numFilesWithDV").asLong(),
          snapshot.files().countWithVectors(),
          snapshot::toString);
    }
    if (isWhole && expected.has("sizeInBytes")) {
      assertEquals(
          expected.get("sizeInBytes").asLong(), snapshot.files().bytes(), snapshot::toString);
    }
    assertFalse(
        adds.stream().map(AddFile::key).distinct().count() < adds.size(), snapshot::toString);
  }
}
