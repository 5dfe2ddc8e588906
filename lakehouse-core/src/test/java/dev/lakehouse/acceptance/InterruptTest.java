package dev.lakehouse.acceptance;

import static dev.lakehouse.acceptance.LocalTable.SCHEMA;
import static dev.lakehouse.acceptance.LocalTable.lines;
import static dev.lakehouse.acceptance.LocalTable.rows;
import static dev.lakehouse.expr.Expressions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Table;
import dev.lakehouse.data.VerifyReport;
import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.FileIOFactory;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIO;
import dev.lakehouse.io.testing.Fault;
import dev.lakehouse.io.testing.FaultyFileIO;
import dev.lakehouse.io.testing.ForwardingFileIO;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A verb is interrupted at each storage operation that it makes, one after the other: it is
 * cancelled and leaves nothing, or it had done its work; and the flag stays.
 */
@Timeout(120)
class InterruptTest {
  private static final StorageOptions FAST =
      StorageOptions.DEFAULT.withDurability(StorageOptions.Durability.NONE);
  private static final List<String> BEFORE = List.of("1|Oslo", "2|Rome");
  @TempDir Path folder;

  /** Interrupts the thread before the operation of that number. */
  private static final class InterruptingFileIO extends ForwardingFileIO {
    private int left;

    InterruptingFileIO(FileIO target, int at) {
      super(target);
      left = at;
    }

    boolean fired() {
      return left <= 0;
    }

    private void step() {
      if (--left == 0) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public FileEntry stat(Location file) {
      step();
      return super.stat(file);
    }

    @Override
    public InputFile open(FileEntry file) {
      step();
      return super.open(file);
    }

    @Override
    public byte[] readSmall(Location file, long maxBytes) {
      step();
      return super.readSmall(file, maxBytes);
    }

    @Override
    public PutOutcome createIfAbsent(Location file, byte[] body) {
      step();
      return super.createIfAbsent(file, body);
    }

    @Override
    public void put(Location file, byte[] body) {
      step();
      super.put(file, body);
    }

    @Override
    public OutputFile create(Location file) {
      step();
      return super.create(file);
    }

    @Override
    public CloseableIterator<FileEntry> list(Location directory, @Nullable String startFrom) {
      step();
      return super.list(directory, startFrom);
    }

    @Override
    public CloseableIterator<FileEntry> listRecursive(Location directory) {
      step();
      return super.listRecursive(directory);
    }

    @Override
    public void delete(Collection<Location> files) {
      step();
      super.delete(files);
    }
  }

  private static Lakehouse lake(FileIO disk) {
    FileIOFactory factory =
        new FileIOFactory() {
          @Override
          public Set<String> schemes() {
            return Set.of("file");
          }

          @Override
          public FileIO create(StorageOptions given) {
            return disk;
          }
        };
    return Lakehouse.builder().executor(Runnable::run).storage(factory).build();
  }

  /** Two files in two partitions, a checkpoint at version 2, a commit after it. */
  private LocalTable table(String name) {
    LocalTable files = new LocalTable(folder.resolve(name));
    try (Lakehouse lake = lake(new LocalFileIO(FAST))) {
      Table table =
          lake.createTable(files.root().toString(), SCHEMA)
              .partitionedBy("city")
              .property("delta.checkpointInterval", "2")
              .execute();
      table.append(rows(1L, "Oslo")).execute();
      table.append(rows(9L, "Bonn")).execute();
      table.overwrite(rows()).where(col("city").eq("Bonn")).execute();
      table.append(rows(2L, "Rome")).execute();
    }
    return files;
  }

  private void sweep(String name, List<String> after, Consumer<Table> verb) {
    int cancelled = 0;
    for (int at = 1; ; at++) {
      LocalTable files = table(name + at);
      InterruptingFileIO disk = new InterruptingFileIO(new LocalFileIO(FAST), at);
      boolean done = true;
      try (Lakehouse lake = lake(disk)) {
        verb.accept(lake.table(files.root().toString()));
      } catch (OperationCancelledException e) {
        done = false;
        cancelled++;
      }
      String where = name + ", interrupted at operation " + at;
      boolean flag = Thread.interrupted();
      if (!disk.fired()) {
        assertTrue(done, where);
        break;
      }
      assertTrue(flag, where + ": the flag is kept");
      try (Lakehouse lake = lake(new LocalFileIO(FAST))) {
        Table table = lake.table(files.root().toString());
        VerifyReport report = table.verify();
        assertEquals(List.of(), report.findings(), where);
        assertEquals(List.of(), report.orphans(), where);
        assertEquals(done ? after : BEFORE, lines(table), where);
      }
      assertTrue(at < 200, "the sweep ends");
    }
    assertTrue(cancelled > 2, name + " was cancelled " + cancelled + " times");
  }

  @Test
  void anAppendIsCancelledOrDone() {
    sweep(
        "append",
        List.of("1|Oslo", "2|Rome", "3|Kyiv", "4|Oslo"),
        table -> table.append(rows(3L, "Kyiv", 4L, "Oslo")).execute());
  }

  @Test
  void anOverwriteIsCancelledOrDone() {
    sweep("overwrite", List.of("5|Kyiv"), table -> table.overwrite(rows(5L, "Kyiv")).execute());
  }

  @Test
  void aScanIsCancelledOrDone() {
    sweep("scan", BEFORE, table -> assertEquals(BEFORE, lines(table)));
  }

  @Test
  void historyAndDetailAreCancelledOrDone() {
    sweep("history", BEFORE, table -> assertEquals(5, table.history().size()));
    sweep("detail", BEFORE, table -> assertEquals(2, table.detail().fileCount()));
  }

  /** That it was interrupted says nothing of the table. */
  @Test
  void aCheckIsCancelledAndReportsNothing() {
    sweep("verify", BEFORE, table -> assertEquals(List.of(), table.verify().findings()));
  }

  @Test
  void aTableIsCreatedWithItsRowsOrNotAtAll() {
    boolean fired = true;
    for (int at = 1; fired; at++) {
      LocalTable files = new LocalTable(folder.resolve("create" + at));
      InterruptingFileIO disk = new InterruptingFileIO(new LocalFileIO(FAST), at);
      boolean done = true;
      try (Lakehouse lake = lake(disk)) {
        lake.createTable(files.root().toString(), SCHEMA)
            .partitionedBy("city")
            .as(rows(1L, "Oslo", 2L, "Rome"))
            .execute();
      } catch (OperationCancelledException e) {
        done = false;
      }
      fired = disk.fired();
      assertEquals(fired, Thread.interrupted(), "at operation " + at);
      try (Lakehouse lake = lake(new LocalFileIO(FAST))) {
        assertEquals(done, lake.exists(files.root().toString()), "at operation " + at);
        if (done) {
          assertEquals(BEFORE, lines(lake.table(files.root().toString())));
        } else {
          assertEquals(Set.of(), files.contents().keySet(), "at operation " + at);
        }
      }
      assertTrue(at < 100, "the sweep ends");
    }
  }

  /** A store that cannot be asked now is no broken table. */
  @Test
  void anOutageEndsACheckAndIsNoFinding() {
    boolean fired = true;
    for (int at = 1; fired; at += 1 + at / 8) {
      LocalTable files = table("outage" + at);
      FaultyFileIO disk = new FaultyFileIO(new LocalFileIO(FAST), Fault.BEFORE, at);
      try (Lakehouse lake = lake(disk)) {
        VerifyReport report = lake.table(files.root().toString()).verify();
        assertEquals(List.of(), report.findings(), "at operation " + at);
        assertTrue(!disk.fired(), "a report in spite of the outage at operation " + at);
      } catch (StorageException e) {
        assertEquals(StorageException.Kind.TRANSIENT, e.kind());
      }
      fired = disk.fired();
      assertTrue(at < 5000, "the sweep ends");
    }
  }
}
