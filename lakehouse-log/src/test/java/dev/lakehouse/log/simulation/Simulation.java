package dev.lakehouse.log.simulation;

import dev.lakehouse.error.CommitStateUnknownException;
import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.io.testing.SimulatedTime;
import dev.lakehouse.log.CommitResult;
import dev.lakehouse.log.DeltaLog;
import dev.lakehouse.log.Operation;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.Transaction;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * Writers and readers of one table, run one at a time in an order, and with faults, that come from
 * a seed. What each was told goes into a {@link Chronicle}, which judges the table at the end.
 */
final class Simulation {
  static final Location TABLE = Location.parse("memory://t/table");
  private static final StructType SCHEMA = StructType.of(StructField.optional("id", DataType.LONG));
  private static final Operation WRITE = Operation.of("WRITE", Map.of("mode", "Append"));

  private static final double[] FAULTS = {0, 0.03, 0.06};

  private final long seed;
  private final SimulatedTime time;
  private final MemoryFileIO store;
  private final MemoryBudget memory = new MemoryBudget(64 << 20);
  private final Late late;
  private final Chronicle chronicle = new Chronicle();
  private final int writers;
  private final int actors;
  private final int operations;
  private final double faults;
  private final Baton baton;
  private final Random seeds;

  Simulation(long seed) {
    this.seed = seed;
    this.seeds = new Random(seed);
    this.time = new SimulatedTime(Instant.parse("2026-06-01T12:00:00Z"), seeds.nextLong());
    this.store = new MemoryFileIO(time.clock());
    this.late = new Late(store, new Random(seeds.nextLong()));
    this.writers = 2 + seeds.nextInt(3);
    this.actors = writers + 1 + seeds.nextInt(2);
    this.operations = 2 + seeds.nextInt(3);
    this.faults = FAULTS[seeds.nextInt(FAULTS.length)];
    this.baton = new Baton(actors, new Random(seeds.nextLong()));
  }

  /** Runs it on threads of {@code pool}; throws an {@link AssertionError} if the table is wrong. */
  void run(ExecutorService pool) {
    try {
      create();
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < actors; i++) {
        int me = i;
        Random random = new Random(seeds.nextLong());
        running.add(pool.submit(() -> live(me, random)));
      }
      for (Future<?> actor : running) {
        actor.get();
      }
      late.landAll();
      chronicle.judge(store, environment(store));
    } catch (ExecutionException e) {
      throw new AssertionError("seed " + seed + ": " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }

  private void create() {
    int interval = 2 + seeds.nextInt(4);
    Metadata metadata =
        Metadata.of(
            "table-id",
            null,
            null,
            SCHEMA,
            List.of(),
            Map.of("delta.checkpointInterval", String.valueOf(interval)),
            0L);
    DeltaLog.open(TABLE, environment(store))
        .create(new Protocol(1, 2), metadata)
        .commit(Operation.of("CREATE TABLE", Map.of()));
  }

  private Environment environment(dev.lakehouse.io.FileIO files) {
    return new Environment(files, time.clock(), time.ids(), time.sleeper(), Runnable::run, memory);
  }

  private void live(int me, Random random) {
    baton.join(me);
    try {
      ActorFileIO files = new ActorFileIO(store, baton, me, random, faults, late);
      Environment environment =
          new Environment(
              files,
              time.clock(),
              time.ids(),
              duration -> {
                time.advance(duration);
                baton.step(me);
              },
              Runnable::run,
              memory);
      DeltaLog log = DeltaLog.open(TABLE, environment);
      for (int i = 0; i < operations; i++) {
        try {
          if (me < writers) {
            write(log, "w" + me + "-" + i, random);
          } else {
            read(log, random);
          }
        } catch (ActorFileIO.Death e) {
          files.reborn();
          log = DeltaLog.open(TABLE, environment);
        }
      }
    } finally {
      baton.end(me);
    }
  }

  /**
   * One of: a blind append, a replacement of a file, a count of all, an append that counts once.
   */
  private void write(DeltaLog log, String op, Random random) {
    chronicle.intends(op);
    try {
      Transaction transaction = log.begin();
      Snapshot base = transaction.base().orElseThrow();
      transaction.add(file(op));
      switch (random.nextInt(4)) {
        case 0 -> replaceOne(transaction, base, random);
        case 1 -> {
          transaction.readWholeTable();
          chronicle.readAll(op, base.version());
        }
        case 2 -> {
          long batch = random.nextInt(2);
          if (transaction.isDone("app", batch)) {
            chronicle.failed(op);
            return;
          }
          chronicle.once(op, batch);
        }
        default -> {}
      }
      CommitResult result = transaction.commit(WRITE);
      if (result.skipped()) {
        chronicle.failed(op);
      } else {
        chronicle.acknowledged(op, result.version());
      }
    } catch (CommitStateUnknownException e) {
      chronicle.unknown(op);
    } catch (ConflictException | StorageException e) {
      chronicle.failed(op);
    }
  }

  private static void replaceOne(Transaction transaction, Snapshot base, Random random) {
    List<AddFile> live = new ArrayList<>();
    base.forEachAdd(live::add);
    if (!live.isEmpty()) {
      AddFile old = live.get(random.nextInt(live.size()));
      transaction.readWholeTable();
      transaction.remove(old.toRemove(1L, true));
    }
  }

  private static AddFile file(String path) {
    return AddFile.of(path, Map.of(), 1000, 1, "{\"numRecords\":1}");
  }

  private void read(DeltaLog log, Random random) {
    long before = log.seen().map(Snapshot::version).orElse(-1L);
    try {
      Snapshot snapshot = log.snapshot();
      if (random.nextInt(4) == 0 && snapshot.version() > 0) {
        snapshot = log.snapshot(random.nextInt((int) snapshot.version()));
      } else if (snapshot.version() < before) {
        throw new AssertionError("went back from " + before + " to " + snapshot.version());
      }
      Set<String> paths = new TreeSet<>();
      snapshot.forEachAdd(add -> paths.add(add.path()));
      chronicle.saw(snapshot.version(), paths);
    } catch (StorageException e) {
      // A fault; nothing was seen.
    }
  }

  /** Steps taken, for the test of the simulation itself. */
  int steps() {
    return baton.steps();
  }

  Chronicle chronicle() {
    return chronicle;
  }

  /** How many answers to a commit were lost. */
  int doubts() {
    return late.doubts();
  }
}
