package dev.lakehouse.acceptance;

import static dev.lakehouse.acceptance.LocalTable.SCHEMA;
import static dev.lakehouse.acceptance.LocalTable.lines;
import static dev.lakehouse.acceptance.LocalTable.rows;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Table;
import dev.lakehouse.data.VerifyReport;
import dev.lakehouse.error.CommitStateUnknownException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.FileIOFactory;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIO;
import dev.lakehouse.io.testing.Fault;
import dev.lakehouse.io.testing.FaultyFileIO;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every storage operation of a change of rows fails once: all of it is there, or nothing. */
class RowChangeFaultTest {
  private static final StorageOptions FAST =
      StorageOptions.DEFAULT.withDurability(StorageOptions.Durability.NONE);
  private static final List<String> BEFORE = List.of("1|Oslo", "2|Rome", "3|Bern", "4|Lima");
  private static final List<String> AFTER = List.of("1|Oslo", "2|new", "4|Lima", "9|more");
  @TempDir Path folder;

  private static Lakehouse lake(Function<StorageOptions, FileIO> backend) {
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
    return Lakehouse.builder().storage(FAST).storage(factory).executor(Runnable::run).build();
  }

  private static void merge(Table table) {
    table
        .merge(rows(2L, "new", 3L, "gone", 9L, "more"))
        .on("target.id = source.id")
        .whenMatched("source.city = 'gone'")
        .delete()
        .whenMatched()
        .updateAll()
        .whenNotMatched()
        .insertAll()
        .execute();
  }

  @ParameterizedTest
  @CsvSource({
    "NO_SPACE,true",
    "BEFORE,true",
    "AFTER,true",
    "DENIED,true",
    "NO_SPACE,false",
    "BEFORE,false",
    "AFTER,false"
  })
  void aMergeIsAllOrNothingWhicheverOperationFails(Fault fault, boolean vectors) {
    boolean fired = true;
    for (int at = 1; fired; at++) {
      Path root = folder.resolve(fault + "-" + at);
      try (Lakehouse lake = lake(LocalFileIO::new)) {
        lake.createTable(root.toString(), SCHEMA)
            .property("delta.enableDeletionVectors", Boolean.toString(vectors))
            .property("delta.enableChangeDataFeed", "true")
            .as(rows(1L, "Oslo", 2L, "Rome", 3L, "Bern", 4L, "Lima"))
            .execute();
      }
      FaultyFileIO disk = new FaultyFileIO(new LocalFileIO(FAST), fault, at);
      boolean committed = false;
      boolean unknown = false;
      try (Lakehouse lake = lake(options -> disk)) {
        try {
          merge(lake.table(root.toString()));
          committed = true;
        } catch (CommitStateUnknownException e) {
          unknown = true;
        } catch (LakehouseException e) {
          assertTrue(e.getMessage() != null && !e.getMessage().isEmpty());
        }
        fired = disk.fired();
        disk.heal();
      }
      String where = fault + " at " + at + ", vectors " + vectors;
      try (Lakehouse lake = lake(LocalFileIO::new)) {
        Table table = lake.table(root.toString());
        committed |= unknown && lines(table).equals(AFTER);
        assertEquals(committed ? AFTER : BEFORE, lines(table), where);
        VerifyReport report = table.verify();
        assertEquals(List.of(), report.findings(), where);
        if (fault == Fault.NO_SPACE && !committed) {
          assertEquals(List.of(), report.orphans(), where);
        }
      }
    }
  }
}
