package dev.lakehouse.parquet.read;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIOFactory;
import dev.lakehouse.testing.CanonicalRows;
import dev.lakehouse.testing.Shared;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The Parquet files of a dozen other writers, each read, refused or found damaged as it must be.
 */
class CorpusTest {
  private static final ReadOptions OPTIONS = ReadOptions.of(new MemoryBudget(128L << 20));
  private static final FileIO FILES = new LocalFileIOFactory().create(StorageOptions.DEFAULT);

  @TestFactory
  Stream<DynamicTest> everyFileGivesWhatARightReaderGives() throws IOException {
    Path folder = Shared.folder("parquet");
    JsonNode expected = new ObjectMapper().readTree(folder.resolve("EXPECT.json").toFile());
    List<DynamicTest> tests = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : expected.properties()) {
      Path file = folder.resolve("files").resolve(entry.getKey());
      tests.add(DynamicTest.dynamicTest(entry.getKey(), () -> check(file, entry.getValue())));
    }
    return tests.stream();
  }

  private static void check(Path file, JsonNode expect) {
    switch (expect.get("compare").textValue()) {
      case "rows" -> assertRows(file, expect, OPTIONS);
      case "rows-or-refuse" -> assertRowsOrRefusal(file, expect);
      case "rows-or-error" -> assertRowsOrError(file, expect);
      case "error" -> assertError(file, OPTIONS);
      case "refuse" -> assertRefusal(file);
      default -> fail("Unknown comparison in " + expect);
    }
  }

  private static void assertRows(Path file, JsonNode expect, ReadOptions options) {
    CanonicalRows rows = read(file, options);
    assertEquals(expect.path("rowCount").asInt(2), rows.size());
    if (expect.has("contentHash")) {
      assertEquals(
          expect.get("contentHash").textValue(),
          rows.hash(),
          () -> "First: " + rows.sorted().get(0));
    }
  }

  private static void assertRowsOrRefusal(Path file, JsonNode expect) {
    try {
      assertRows(file, expect, OPTIONS);
    } catch (UnsupportedFeatureException | SchemaMismatchException | IllegalStateException e) {
      assertTrue(e.getMessage().contains(file.getFileName().toString()), e.getMessage());
    }
  }

  private static void assertRowsOrError(Path file, JsonNode expect) {
    if (expect.get("note").textValue().contains("CRC")) {
      assertAll(
          () -> assertRows(file, expect, OPTIONS),
          () -> {
            String message = assertError(file, OPTIONS.withVerifyChecksums(true));
            assertTrue(message.contains("checksum"), message);
          });
    } else {
      assertRows(file, expect, OPTIONS);
    }
  }

  private static String assertError(Path file, ReadOptions options) {
    try {
      CanonicalRows rows = read(file, options);
      return fail("It was read: " + rows.size() + " rows");
    } catch (CorruptTableException | UnsupportedFeatureException e) {
      assertTrue(e.getMessage().contains(file.getFileName().toString()), e.getMessage());
      return e.getMessage();
    }
  }

  private static void assertRefusal(Path file) {
    try {
      read(file, OPTIONS);
      fail("It was read");
    } catch (UnsupportedFeatureException e) {
      assertTrue(e.getMessage().contains(file.getFileName().toString()), e.getMessage());
      assertEquals("encryption", e.feature());
    }
  }

  private static CanonicalRows read(Path path, ReadOptions options) throws LakehouseException {
    CanonicalRows rows = new CanonicalRows();
    try (ParquetFile file = ParquetFile.open(FILES.open(Location.of(path)), options);
        CloseableIterator<Batch> batches = file.read(ReadRequest.of(file.schema()))) {
      batches.forEachRemaining(rows::add);
    }
    return rows;
  }
}
