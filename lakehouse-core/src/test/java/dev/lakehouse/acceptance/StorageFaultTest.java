package dev.lakehouse.acceptance;

import static dev.lakehouse.acceptance.LocalTable.SCHEMA;
import static dev.lakehouse.acceptance.LocalTable.lines;
import static dev.lakehouse.acceptance.LocalTable.rows;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.data.VerifyReport;
import dev.lakehouse.data.WriteResult;
import dev.lakehouse.error.CommitStateUnknownException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.io.Capabilities;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.FileIOFactory;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIO;
import dev.lakehouse.io.testing.Fault;
import dev.lakehouse.io.testing.FaultyFileIO;
import dev.lakehouse.io.testing.ForwardingFileIO;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A disk that is full, and a store that does not permit what a verb needs. */
class StorageFaultTest {
  private static final StorageOptions FAST =
      StorageOptions.DEFAULT.withDurability(StorageOptions.Durability.NONE);
  private static final List<String> BEFORE = List.of("1|Oslo");
  private static final List<String> AFTER = List.of("1|Oslo", "2|Rome");
  @TempDir Path folder;

  private LocalTable table(String name) {
    LocalTable files = new LocalTable(folder.resolve(name));
    try (Lakehouse lake = lake(FAST, LocalFileIO::new)) {
      lake.createTable(files.root().toString(), SCHEMA).as(rows(1L, "Oslo")).execute();
    }
    return files;
  }

  private static Lakehouse lake(StorageOptions options, Function<StorageOptions, FileIO> backend) {
    FileIOFactory factory =
        new FileIOFactory() {
          @Override
          public Set<String> schemes() {
            return Set.of("file");
          }

          @Override
          public FileIO create(StorageOptions given) {
            return backend.apply(given);
          }
        };
    return Lakehouse.builder().storage(options).storage(factory).build();
  }

  @Test
  void aFullDiskIsReportedAndTheTableStaysAsItWas() {
    LocalTable files = table("full");
    Map<String, Integer> before = files.contents();
    FaultyFileIO disk = new FaultyFileIO(new LocalFileIO(FAST), Fault.NO_SPACE, 1);
    try (Lakehouse lake = lake(FAST, options -> disk)) {
      StorageException failure =
          assertThrows(
              StorageException.class,
              () -> lake.table(files.root().toString()).append(rows(2L, "Rome")).execute());
      assertTrue(failure.getMessage().contains("No space left on device"), failure.getMessage());
      assertTrue(failure.getMessage().contains(files.root().toString()), failure.getMessage());
      assertEquals(before, files.contents());
      disk.heal();
      assertEquals(
          1, lake.table(files.root().toString()).append(rows(2L, "Rome")).execute().version());
      assertEquals(AFTER, lines(lake.table(files.root().toString())));
    }
  }

  @Test
  void aStoreThatCannotCommitIsRefusedBeforeAnythingIsWritten() {
    LocalTable files = table("refused");
    Map<String, Integer> before = files.contents();
    FileIO unsafe =
        new ForwardingFileIO(new LocalFileIO(FAST)) {
          @Override
          public Capabilities capabilities(Location directory) {
            return new Capabilities(Capabilities.CreateIfAbsent.NONE, "shelf", "it has no lock");
          }

          @Override
          public OutputFile create(Location file) {
            throw new AssertionError("a file was written: " + file);
          }
        };
    try (Lakehouse lake = lake(FAST, options -> unsafe)) {
      assertEquals("shelf", lake.probe(files.root().toString()).store());
      UnsupportedFeatureException refusal =
          assertThrows(
              UnsupportedFeatureException.class,
              () -> lake.table(files.root().toString()).append(rows(2L, "Rome")).execute());
      assertTrue(refusal.getMessage().contains("it has no lock"), refusal.getMessage());
      assertThrows(
          UnsupportedFeatureException.class,
          () -> lake.createTable(folder.resolve("new").toString(), SCHEMA).execute());
      assertEquals(BEFORE, lines(lake.table(files.root().toString())));
    }
    assertEquals(before, files.contents());
  }

  /**
   * Every storage operation of an append fails once: the rows are there as a whole or not at all.
   */
  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"NO_SPACE", "DENIED", "BEFORE", "AFTER"})
  void anAppendIsAllOrNothingWhicheverOperationFails(Fault fault) {
    boolean fired = true;
    for (int at = 1; fired; at++) {
      LocalTable files = table(fault + "-" + at);
      FaultyFileIO disk = new FaultyFileIO(new LocalFileIO(FAST), fault, at);
      boolean committed;
      try (Lakehouse lake = lake(FAST, options -> disk)) {
        @Nullable WriteResult result = null;
        @Nullable LakehouseException failure = null;
        try {
          result = lake.table(files.root().toString()).append(rows(2L, "Rome")).execute();
        } catch (LakehouseException e) {
          failure = e;
        }
        fired = disk.fired();
        disk.heal();
        committed = result != null;
        if (failure instanceof CommitStateUnknownException) {
          committed = lines(lake.table(files.root().toString())).equals(AFTER);
        }
      }
      String where = fault + " at " + at;
      try (Lakehouse lake = lake(FAST, LocalFileIO::new)) {
        VerifyReport report = lake.table(files.root().toString()).verify();
        assertEquals(List.of(), report.findings(), where);
        assertEquals(committed ? AFTER : BEFORE, lines(lake.table(files.root().toString())), where);
        if (fault == Fault.NO_SPACE) {
          assertEquals(List.of(), report.orphans(), where);
        }
      }
      assertTrue(at < 100, "the sweep ends");
    }
  }
}
