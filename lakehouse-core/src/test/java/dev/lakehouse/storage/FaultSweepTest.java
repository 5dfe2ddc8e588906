package dev.lakehouse.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.Lakehouse;
import dev.lakehouse.Source;
import dev.lakehouse.Table;
import dev.lakehouse.data.Row;
import dev.lakehouse.data.RowReader;
import dev.lakehouse.error.CommitStateUnknownException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.FileIOFactory;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIO;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.io.s3.S3FileIO;
import dev.lakehouse.io.testing.Fault;
import dev.lakehouse.io.testing.FaultyFileIO;
import dev.lakehouse.io.testing.ForwardingFileIO;
import dev.lakehouse.io.testing.S3Server;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each verb with its N-th storage operation going wrong, for N = 1, 2, 3 and so on until it ends
 * without meeting the fault, and for each way to go wrong. After each the table opens as it was or
 * as it is to be, is sound, and the verb run again ends well.
 */
class FaultSweepTest {
  private static final StructType SCHEMA = StructType.of(StructField.optional("id", DataType.LONG));
  private static final StorageOptions FAST =
      StorageOptions.DEFAULT.withDurability(StorageOptions.Durability.NONE);
  private static final List<Fault> FAULTS =
      List.of(
          Fault.BEFORE,
          Fault.AFTER,
          Fault.TORN,
          Fault.NO_SPACE,
          Fault.DENIED,
          Fault.CRASH_BEFORE,
          Fault.CRASH_AFTER);

  /** Long after what is in the log is not to be kept any more. */
  private static final Clock LATER = Clock.offset(Clock.systemUTC(), Duration.ofDays(60));

  /** What is swept: a verb, the table it finds, and the rows before and after. */
  private enum Verb {
    CREATE(List.of(), List.of(7L)) {
      @Override
      void setUp(Lakehouse lake, String location) {}

      @Override
      void run(Lakehouse lake, String location) {
        lake.createTable(location, SCHEMA).ifNotExists().as(row(7)).execute();
      }
    },
    APPEND(List.of(1L, 2L), List.of(1L, 2L, 7L)) {
      @Override
      void run(Lakehouse lake, String location) {
        lake.table(location).append(row(7)).idempotent("sweep", 1).execute();
      }
    },
    OVERWRITE(List.of(1L, 2L), List.of(7L)) {
      @Override
      void run(Lakehouse lake, String location) {
        lake.table(location).overwrite(row(7)).execute();
      }
    },
    /** The append that it is part of makes version 4, of which a checkpoint is written. */
    CHECKPOINT(List.of(1L, 2L, 3L), List.of(1L, 2L, 3L, 7L)) {
      @Override
      void run(Lakehouse lake, String location) {
        lake.table(location).append(row(7)).idempotent("sweep", 1).execute();
      }
    },
    /** Besides the checkpoint, what is old goes. */
    CLEANUP(List.of(1L, 2L, 3L), List.of(1L, 2L, 3L, 7L)) {
      @Override
      void run(Lakehouse lake, String location) {
        lake.table(location).append(row(7)).idempotent("sweep", 1).execute();
      }
    };

    private final List<Long> before;
    private final List<Long> after;

    Verb(List<Long> before, List<Long> after) {
      this.before = before;
      this.after = after;
    }

    void setUp(Lakehouse lake, String location) {
      Table table =
          lake.createTable(location, SCHEMA).property("delta.checkpointInterval", "4").execute();
      before.forEach(id -> table.append(row(id)).execute());
    }

    abstract void run(Lakehouse lake, String location);

    Clock clock() {
      return this == CLEANUP ? LATER : Clock.systemUTC();
    }
  }

  private static Source row(long id) {
    return Source.rows(SCHEMA, List.of(Row.of(SCHEMA, id)));
  }

  @Test
  void inMemory() {
    sweep(new MemoryFileIO(), Location.parse("memory://store/sweep"));
  }

  @Test
  @Tag("slow")
  void onLocalDisk(@TempDir Path folder) {
    sweep(new LocalFileIO(FAST), Location.of(folder.resolve("sweep")));
  }

  @Test
  @Tag("slow")
  void onS3() {
    try (S3Server server = S3Server.start();
        S3FileIO files = new S3FileIO(StorageOptions.DEFAULT.withS3(server.options().build()))) {
      sweep(files, server.bucket().child("sweep"));
    }
  }

  private static void sweep(FileIO store, Location root) {
    int runs = 0;
    for (Verb verb : Verb.values()) {
      for (Fault fault : FAULTS) {
        boolean fired = true;
        for (int at = 1; fired; at++) {
          assertTrue(at < 100, "the sweep ends");
          String where = verb + ", " + fault + " at " + at;
          try {
            fired = new Run(store, root.child(verb + "-" + fault + "-" + at), verb).go(fault, at);
          } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(where + ": " + e, e);
          }
          runs++;
        }
      }
    }
    assertTrue(runs > 200, "runs: " + runs);
  }

  /** One verb on one table, with one fault. */
  private record Run(FileIO store, Location table, Verb verb) {
    /** False if the verb ended before it met the fault. */
    boolean go(Fault fault, int at) {
      with(store, Clock.systemUTC(), lake -> verb.setUp(lake, table.toString()));
      FaultyFileIO faulty = new FaultyFileIO(store, fault, at);
      boolean[] outcome = new boolean[2];
      with(
          faulty,
          verb.clock(),
          lake -> {
            try {
              verb.run(lake, table.toString());
              outcome[0] = true;
            } catch (CommitStateUnknownException | Fault.Crash e) {
              outcome[1] = true;
            } catch (LakehouseException e) {
              // It says that nothing was changed.
            }
            faulty.heal();
          });
      boolean crashed = fault == Fault.CRASH_BEFORE || fault == Fault.CRASH_AFTER;
      check(outcome[0], outcome[1], crashed);
      with(store, verb.clock(), lake -> verb.run(lake, table.toString()));
      check(true, false, crashed);
      return faulty.fired();
    }

    private void check(boolean done, boolean unknown, boolean crashed) {
      with(
          store,
          Clock.systemUTC(),
          lake -> {
            List<Long> seen = lake.exists(table.toString()) ? rows(lake) : List.of();
            boolean expected =
                (seen.equals(verb.after) && (done || unknown))
                    || (seen.equals(verb.before) && (!done || unknown));
            assertTrue(expected, () -> "rows " + seen + ", done " + done + ", open " + unknown);
            if (lake.exists(table.toString())) {
              assertEquals(List.of(), lake.table(table.toString()).verify().findings());
            }
          });
      if (!crashed) {
        assertEquals(List.of(), temporaryFiles(), "temporary files");
      }
    }

    private List<Long> rows(Lakehouse lake) {
      List<Long> ids = new ArrayList<>();
      try (RowReader rows = lake.table(table.toString()).scan().rows()) {
        rows.forEach(row -> ids.add(row.getLong(0)));
      }
      ids.sort(null);
      return ids;
    }

    private List<String> temporaryFiles() {
      List<String> found = new ArrayList<>();
      try (CloseableIterator<FileEntry> files = store.listRecursive(table)) {
        files.forEachRemaining(
            file -> {
              if (file.name().startsWith(".")) {
                found.add(file.name());
              }
            });
      }
      return found;
    }

    /** Works with a lakehouse on {@code files}, which outlives it. */
    private void with(FileIO files, Clock clock, Consumer<Lakehouse> work) {
      FileIO open =
          new ForwardingFileIO(files) {
            @Override
            public void close() {}
          };
      FileIOFactory factory =
          new FileIOFactory() {
            @Override
            public Set<String> schemes() {
              return Set.of(table.scheme());
            }

            @Override
            public FileIO create(StorageOptions options) {
              return open;
            }
          };
      try (Lakehouse lake =
          Lakehouse.builder()
              .storage(FAST.withTime(clock, FAST.ids(), duration -> {}))
              .storage(factory)
              .executor(Runnable::run)
              .build()) {
        work.accept(lake);
      }
    }
  }
}
