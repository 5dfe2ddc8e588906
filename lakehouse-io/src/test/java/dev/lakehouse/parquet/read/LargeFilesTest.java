package dev.lakehouse.parquet.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIOFactory;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row groups, pages and values that are large for the heap they are read with. */
class LargeFilesTest {
  private static final int MEBI = 1 << 20;

  @TempDir private Path folder;

  @Tag("slow")
  @Test
  void aRowGroupOfOneAndAHalfGigabytesIsReadWithAHeapOf256Megabytes() throws Exception {
    Path file = folder.resolve("group.parquet");
    byte[] large = "x".repeat(MEBI).getBytes(StandardCharsets.US_ASCII);
    try (PageFile pages = PageFile.ofTexts(file)) {
      for (int i = 0; i < 1500; i++) {
        pages.texts(new byte[0], new byte[] {'y'}, large);
      }
    }
    assertEquals(List.of("rows 4500 bytes " + 1500L * (MEBI + 1)), scanInJvm("-Xmx256m", file));
  }

  @Tag("slow")
  @Test
  void aTextOf200MebibytesIsReadWithAHeapOf2Gigabytes() throws Exception {
    Path file = folder.resolve("value.parquet");
    try (PageFile pages = PageFile.ofTexts(file)) {
      pages.texts("a".getBytes(StandardCharsets.US_ASCII), new byte[200 * MEBI]);
    }
    assertEquals(List.of("rows 2 bytes " + (200L * MEBI + 1)), scanInJvm("-Xmx2g", file));
  }

  @Test
  void aBatchEndsBeforeItsTextsExceedSixteenMebibytes() throws IOException {
    Path file = folder.resolve("batches.parquet");
    try (PageFile pages = PageFile.ofTexts(file)) {
      for (int i = 0; i < 10; i++) {
        pages.texts(new byte[5 * MEBI], new byte[1], new byte[20 * MEBI], new byte[0]);
      }
    }
    long[] rows = new long[1];
    forEachBatch(
        file,
        new MemoryBudget(128 << 20),
        batch -> {
          BytesColumn texts = (BytesColumn) batch.column(0);
          int bytes = texts.offsets()[texts.size()] - texts.offsets()[0];
          assertTrue(bytes <= 16 * MEBI || batch.rowCount() == 1, bytes + " bytes");
          rows[0] += batch.rowCount();
        });
    assertEquals(40, rows[0]);
  }

  @Test
  void aValueLargerThanTheBudgetIsAnErrorThatNamesFileColumnAndSize() throws IOException {
    Path file = folder.resolve("budget.parquet");
    try (PageFile pages = PageFile.ofTexts(file)) {
      pages.texts(new byte[40 * MEBI]);
    }
    MemoryBudget budget = new MemoryBudget(32 << 20);
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> forEachBatch(file, budget, batch -> {}));
    assertTrue(error.getMessage().contains("column 'c'"), error.getMessage());
    assertTrue(error.getMessage().contains("budget.parquet"), error.getMessage());
    assertTrue(error.getMessage().contains("41943"), error.getMessage());
    assertEquals(0, budget.used());
  }

  private static List<String> scanInJvm(String heap, Path file) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var output = process.inputReader(StandardCharsets.UTF_8)) {
      List<String> lines = output.lines().toList();
      assertEquals(0, process.waitFor(), () -> "It printed " + lines);
      return lines;
    }
  }

  private static void forEachBatch(
      Path path, MemoryBudget budget, java.util.function.Consumer<Batch> action) {
    StructType schema = StructType.of(StructField.optional("c", DataType.STRING));
    FileIO files = new LocalFileIOFactory().create(StorageOptions.DEFAULT);
    try (ParquetFile file =
            ParquetFile.open(files.open(Location.of(path)), ReadOptions.of(budget));
        CloseableIterator<Batch> batches = file.read(ReadRequest.of(schema))) {
      batches.forEachRemaining(action);
    }
  }

  /** Reads a file and prints how much it held. */
  static final class Main {
    private Main() {}

    public static void main(String[] arguments) {
      long[] totals = new long[2];
      forEachBatch(
          Path.of(arguments[0]),
          MemoryBudget.ofHeap(),
          batch -> {
            BytesColumn texts = (BytesColumn) batch.column(0);
            totals[0] += batch.rowCount();
            totals[1] += texts.offsets()[texts.size()] - texts.offsets()[0];
          });
      System.out.println("rows " + totals[0] + " bytes " + totals[1]);
    }
  }
}
