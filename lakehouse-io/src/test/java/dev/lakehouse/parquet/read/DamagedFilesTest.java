package dev.lakehouse.parquet.read;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.testing.CanonicalRows;
import dev.lakehouse.testing.Shared;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damaged files: an answer or a typed error that names the file, never anything else. */
class DamagedFilesTest {
  private static final ReadOptions OPTIONS = ReadOptions.of(new MemoryBudget(32L << 20));
  private static final int MAX_BYTES = 200_000;

  @Test
  void aFewFlippedBytesGiveRowsOrATypedErrorThatNamesTheFile() throws IOException {
    damageAll(Long.getLong("lakehouse.seed", 1), Integer.getInteger("lakehouse.rounds", 2));
  }

  @Tag("slow")
  @Test
  void manyFlippedBytesGiveRowsOrATypedErrorThatNamesTheFile() throws IOException {
    damageAll(2, 100);
  }

  @Test
  void aFileCutAnywhereIsATypedErrorThatNamesTheFile() throws IOException {
    byte[] whole =
        Files.readAllBytes(Shared.folder("parquet").resolve("files/gen-007-pyarrow.parquet"));
    for (int length = 0; length < whole.length; length += 1 + length / 50) {
      String message = readOrMessage("cut.parquet", java.util.Arrays.copyOf(whole, length));
      assertTrue(message.contains("cut.parquet"), message);
    }
  }

  private static void damageAll(long seed, int rounds) throws IOException {
    List<Path> files;
    try (Stream<Path> listing = Files.list(Shared.folder("parquet").resolve("files"))) {
      files = listing.sorted().toList();
    }
    for (Path file : files) {
      byte[] whole = Files.readAllBytes(file);
      if (whole.length > MAX_BYTES) {
        continue;
      }
      for (int round = 0; round < rounds; round++) {
        long fileSeed = seed * 1_000_003 + round * 31L + file.getFileName().hashCode();
        damage(file.getFileName().toString(), whole.clone(), new Random(fileSeed), fileSeed);
      }
    }
  }

  private static void damage(String name, byte[] bytes, Random random, long seed) {
    int flips = 1 + random.nextInt(4);
    boolean inFooter = random.nextBoolean();
    int from = inFooter ? Math.max(4, bytes.length - 2000) : 4;
    for (int i = 0; i < flips; i++) {
      bytes[from + random.nextInt(bytes.length - from)] = (byte) random.nextInt(256);
    }
    try {
      String message = readOrMessage(name, bytes);
      assertTrue(message.isEmpty() || message.contains(name), message);
    } catch (RuntimeException | Error e) {
      fail(name + " with seed " + seed, e);
    }
  }

  /** Reads each column on its own; the message of the last error, empty if there is none. */
  private static String readOrMessage(String name, byte[] bytes) {
    Location location = new Location("memory", "", "/" + name);
    String message = "";
    try (FileIO files = new MemoryFileIO()) {
      files.put(location, bytes);
      try (ParquetFile file = ParquetFile.open(files.open(location), OPTIONS)) {
        for (StructField column : file.schema()) {
          String error = readColumn(file, column);
          message = error.isEmpty() ? message : error;
        }
      } catch (LakehouseException e) {
        message = e.getMessage();
      }
    }
    return message;
  }

  private static String readColumn(ParquetFile file, StructField column) {
    CanonicalRows rows = new CanonicalRows();
    try (CloseableIterator<Batch> batches = file.read(ReadRequest.of(StructType.of(column)))) {
      while (batches.hasNext() && rows.size() < 100_000) {
        rows.add(batches.next());
      }
      return "";
    } catch (LakehouseException | IllegalStateException e) {
      return e.getMessage();
    }
  }
}
