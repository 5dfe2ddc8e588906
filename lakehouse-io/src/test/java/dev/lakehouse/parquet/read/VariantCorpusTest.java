package dev.lakehouse.parquet.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.columnar.Variant;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIOFactory;
import dev.lakehouse.testing.Shared;
import dev.lakehouse.testing.VariantText;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Shredded variants of the Parquet project: each put together, or refused, as its case says. */
class VariantCorpusTest {
  private static final FileIO FILES = new LocalFileIOFactory().create(StorageOptions.DEFAULT);

  @TestFactory
  Stream<DynamicTest> everyShreddedVariantBecomesWhatItWas() throws IOException {
    Path folder = Shared.folder("parquet").resolve("variant");
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode test : new ObjectMapper().readTree(folder.resolve("cases.json").toFile())) {
      String name = test.get("parquet_file").textValue() + " " + test.path("test").asText();
      tests.add(DynamicTest.dynamicTest(name, () -> check(folder, test)));
    }
    return tests.stream();
  }

  private static void check(Path folder, JsonNode test) throws IOException {
    Path file = folder.resolve(test.get("parquet_file").textValue());
    if (test.has("error_message")) {
      LakehouseException error = assertThrows(LakehouseException.class, () -> read(file));
      assertTrue(error.getMessage().contains(file.getFileName().toString()), error.getMessage());
      return;
    }
    List<Object> rows = read(file);
    List<String> expected = expected(test);
    assertEquals(expected.size(), rows.size());
    for (int i = 0; i < rows.size(); i++) {
      if (expected.get(i).isEmpty()) {
        assertNull(rows.get(i));
      } else {
        byte[] bytes = Files.readAllBytes(folder.resolve(expected.get(i)));
        assertEquals(
            VariantText.of(VariantText.split(bytes)), VariantText.of((Variant) rows.get(i)));
      }
    }
  }

  private static List<String> expected(JsonNode test) {
    List<String> files = new ArrayList<>();
    if (test.has("variant_files")) {
      test.get("variant_files").forEach(file -> files.add(file.isNull() ? "" : file.textValue()));
    } else {
      files.add(test.path("variant_file").asText(""));
    }
    return files;
  }

  private static List<Object> read(Path path) {
    StructType wanted = StructType.of(StructField.optional("var", DataType.VARIANT));
    ReadOptions options = ReadOptions.of(new MemoryBudget(16 << 20));
    List<Object> rows = new ArrayList<>();
    try (ParquetFile file = ParquetFile.open(FILES.open(Location.of(path)), options);
        CloseableIterator<Batch> batches = file.read(ReadRequest.of(wanted))) {
      while (batches.hasNext()) {
        Batch batch = batches.next();
        for (int i = 0; i < batch.rowCount(); i++) {
          rows.add(Values.get(batch.column(0), i));
        }
      }
    }
    return rows;
  }
}
