package dev.lakehouse.acceptance;

import static dev.lakehouse.acceptance.LocalTable.SCHEMA;
import static dev.lakehouse.acceptance.LocalTable.lines;
import static dev.lakehouse.acceptance.LocalTable.rows;
import static dev.lakehouse.expr.Expressions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.BatchReader;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.WriteResult;
import dev.lakehouse.error.OperationCancelledException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Every verb with the least of threads, and what is left of a verb that was cancelled. */
@Timeout(120)
class ExecutorAndCancelTest {
  @TempDir Path folder;

  @Test
  void everyVerbRunsInTheCaller() {
    everyVerb(Runnable::run);
  }

  @Test
  void everyVerbRunsWithOneThread() {
    ExecutorService one = Executors.newSingleThreadExecutor();
    try {
      everyVerb(one);
    } finally {
      one.shutdownNow();
    }
  }

  /** Called by reflection: this test is compiled for JDK 17, which has no virtual threads. */
  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void everyVerbRunsOnVirtualThreads() throws Exception {
    ExecutorService virtual =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    try {
      everyVerb(virtual);
      virtual.submit(() -> everyVerb(virtual, "called-from-one")).get();
    } finally {
      virtual.shutdownNow();
    }
  }

  /** A verb is called from the only thread of the executor that it is to use. */
  @Test
  void everyVerbRunsOnTheOnlyThreadOfItsOwnExecutor() throws Exception {
    ExecutorService one = Executors.newSingleThreadExecutor();
    try {
      one.submit(() -> everyVerb(one)).get();
    } finally {
      one.shutdownNow();
    }
  }

  private void everyVerb(Executor executor) {
    everyVerb(executor, "verbs");
  }

  private void everyVerb(Executor executor, String name) {
    LocalTable files = new LocalTable(folder.resolve(name));
    try (Lakehouse lake = Lakehouse.builder().executor(executor).build()) {
      Table table =
          lake.createTable(files.root().toString(), SCHEMA)
              .partitionedBy("city")
              .property("delta.checkpointInterval", "2")
              .as(rows(1L, "Oslo", 2L, "Rome"))
              .execute();
      table.append(rows(3L, "Bonn", 4L, null)).idempotent("app", 1).execute();
      WriteResult second = table.append(table.scan().where(col("id").eq(1L))).execute();
      assertEquals(List.of(), second.hookFailures());
      table.overwrite(rows(5L, "Rome")).partitions().execute();
      table.overwrite(rows(6L, "Bonn")).where(col("city").eq("Bonn")).execute();
      assertEquals(List.of("1|Oslo", "1|Oslo", "4|null", "5|Rome", "6|Bonn"), lines(table));
      assertEquals(5, table.scan().count());
      assertEquals(2, table.scan().where(col("id").gt(4L)).count());
      assertEquals(1, lines(table.scan().limit(1).rows()).size());
      long byTasks = table.scan().tasks().stream().mapToLong(task -> count(lake.read(task))).sum();
      assertEquals(5, byTasks);
      assertEquals(List.of("1|Oslo", "2|Rome"), lines(table.snapshot(0).scan().rows()));
      table.overwrite(rows(7L, "Kyiv")).execute();
      assertEquals(List.of("7|Kyiv"), lines(table));
      assertEquals(6, table.history().size());
      assertEquals(1, table.detail().fileCount());
      assertEquals(List.of(), table.verify().findings());
    }
  }

  private static long count(BatchReader batches) {
    long rows = 0;
    try (batches) {
      while (batches.hasNext()) {
        rows += batches.next().rowCount();
      }
    }
    return rows;
  }

  private static Iterator<Row> interruptingAt(long row, long rows) {
    return LongStream.range(0, rows)
        .mapToObj(
            i -> {
              if (i == row) {
                Thread.currentThread().interrupt();
              }
              return Row.of(SCHEMA, i, "city-" + i % 300);
            })
        .iterator();
  }

  @Test
  void anInterruptCancelsAWriteKeepsTheFlagAndLeavesNoFiles() {
    LocalTable files = new LocalTable(folder.resolve("t"));
    Path spill = folder.resolve("spill");
    try (Lakehouse lake = Lakehouse.builder().spillFolder(spill).memoryBudget(16L << 20).build()) {
      Table table =
          lake.createTable(files.root().toString(), SCHEMA)
              .partitionedBy("city")
              .as(rows(1L, "Oslo"))
              .execute();
      Map<String, Integer> before = files.contents();
      for (Source source :
          List.of(
              Source.rows(SCHEMA, interruptingAt(20_000, 60_000)),
              Source.rows(SCHEMA, interruptingAt(0, 10)))) {
        assertThrows(OperationCancelledException.class, () -> table.append(source).execute());
        assertTrue(Thread.interrupted(), "the flag is kept");
        assertEquals(before, files.contents());
        assertEquals(Map.of(), LocalTable.contents(spill));
      }
      assertEquals(List.of("1|Oslo"), lines(table));
      assertEquals(1, table.append(rows(2L, "Rome")).execute().version());
    }
  }

  @Test
  void anInterruptCancelsAScanAndKeepsTheFlag() {
    LocalTable files = new LocalTable(folder.resolve("t"));
    try (Lakehouse lake = Lakehouse.create()) {
      Table table =
          lake.createTable(files.root().toString(), SCHEMA).as(rows(1L, "Oslo")).execute();
      Thread.currentThread().interrupt();
      assertThrows(OperationCancelledException.class, () -> lines(table));
      assertTrue(Thread.interrupted(), "the flag is kept");
      assertEquals(List.of("1|Oslo"), lines(table));
    }
  }

  @Test
  void closingTheLakehouseEndsItsReaders() {
    LocalTable files = new LocalTable(folder.resolve("t"));
    Lakehouse lake = Lakehouse.create();
    Table table = lake.createTable(files.root().toString(), SCHEMA).as(rows(1L, "Oslo")).execute();
    BatchReader reader = table.scan().batches();
    lake.close();
    lake.close();
    assertThrows(OperationCancelledException.class, reader::hasNext);
    assertThrows(IllegalStateException.class, table::version);
    reader.close();
  }
}
