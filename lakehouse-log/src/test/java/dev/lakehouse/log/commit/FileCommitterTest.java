package dev.lakehouse.log.commit;

import static dev.lakehouse.log.commit.Requests.add;
import static dev.lakehouse.log.commit.Requests.info;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.CommitStateUnknownException;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.io.Capabilities;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.local.LocalFileIO;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.io.testing.Fault;
import dev.lakehouse.io.testing.FaultyFileIO;
import dev.lakehouse.io.testing.ForwardingFileIO;
import dev.lakehouse.io.testing.SimulatedTime;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.segment.LogListing;
import dev.lakehouse.log.segment.LogPath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FileCommitterTest {
  private static final Location TABLE = Location.parse("memory://t/x");

  private static Committer committer(FileIO files, Location table) {
    return new FileCommitter(files, version -> LogPath.commit(table, version));
  }

  private static CommitRequest append(long readVersion, String name) {
    return new CommitRequest(
        "/t",
        readVersion,
        Requests.PROTOCOL,
        Requests.metadata(Map.of()),
        ReadSet.NOTHING,
        List.of(add(name)),
        info(name, null),
        null);
  }

  private static List<String> paths(Committer committer, long version) {
    List<String> paths = new ArrayList<>();
    try (var actions = committer.read(version, "add"::equals).orElseThrow()) {
      actions.forEachRemaining(action -> paths.add(((AddFile) action).path()));
    }
    return paths;
  }

  @Test
  void aStoreThatCannotCreateIfAbsentIsNotWritten() {
    FileIO unsafe =
        new ForwardingFileIO(new MemoryFileIO()) {
          @Override
          public Capabilities capabilities(Location directory) {
            return new Capabilities(
                Capabilities.CreateIfAbsent.NONE, "a store", "a store replaced an object");
          }
        };
    UnsupportedFeatureException e =
        assertThrows(
            UnsupportedFeatureException.class,
            () -> committer(unsafe, TABLE).commit(0, new byte[] {'{', '}'}));
    assertTrue(e.getMessage().contains(": a store replaced an object. The"), e.getMessage());
  }

  @Test
  void anEmptyCommitOfACrashedWriterIsNamed() {
    MemoryFileIO files = new MemoryFileIO();
    files.put(LogPath.commit(TABLE, 5), new byte[0]);
    CorruptTableException e =
        assertThrows(
            CorruptTableException.class, () -> committer(files, TABLE).read(5, kind -> true));
    assertTrue(e.getMessage().contains("00000000000000000005.json"), e.getMessage());
  }

  @Test
  void eightWritersInMemoryLoseAndDoubleNothing() throws Exception {
    race(new MemoryFileIO(), TABLE);
  }

  @Test
  void eightWritersOnDiskLoseAndDoubleNothing(@TempDir Path folder) throws Exception {
    SimulatedTime time = new SimulatedTime();
    race(new LocalFileIO(time.storageOptions()), Location.of(folder.resolve("t")));
  }

  private static void race(FileIO files, Location table) throws Exception {
    Committer committer = committer(files, table);
    Environment environment = Environment.of(files);
    ExecutorService pool = Executors.newFixedThreadPool(8);
    List<Future<List<Long>>> futures = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      String name = "t" + thread + "-";
      Callable<List<Long>> work =
          () -> {
            List<Long> versions = new ArrayList<>();
            long read = -1;
            for (int i = 0; i < 30; i++) {
              Settlement end =
                  new CommitLoop(committer, environment, append(read, name + i), -1).run();
              read = ((Settlement.Committed) end).version();
              versions.add(read);
            }
            return versions;
          };
      futures.add(pool.submit(work));
    }
    Set<Long> told = new TreeSet<>();
    int count = 0;
    for (Future<List<Long>> future : futures) {
      told.addAll(future.get());
      count += future.get().size();
    }
    pool.shutdown();
    assertEquals(240, count);
    assertEquals(240, told.size(), "two writers were told the same version");
    LogListing listing = LogListing.list(files, table, 0);
    assertEquals(told, new TreeSet<>(listing.commits().keySet()));
    assertEquals(239, listing.latest().orElseThrow());
    Set<String> paths = new HashSet<>();
    told.forEach(version -> paths.addAll(paths(committer, version)));
    assertEquals(240, paths.size());
  }

  /** Whatever goes wrong at whichever operation: told is there, once; refused is not there. */
  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"BEFORE", "AFTER", "TORN", "NO_SPACE", "DENIED", "CRASH_BEFORE", "CRASH_AFTER"})
  void faultsAtEveryOperation(Fault fault) {
    boolean fired = true;
    for (int at = 1; fired; at++) {
      MemoryFileIO disk = new MemoryFileIO();
      FaultyFileIO faulty = new FaultyFileIO(disk, fault, at);
      SimulatedTime time = new SimulatedTime();
      Committer others = committer(disk, TABLE);
      Committer ours = committer(faulty, TABLE);
      Set<String> must = new TreeSet<>();
      Set<String> may = new TreeSet<>();
      long read = -1;
      for (int i = 0; i < 4; i++) {
        new CommitLoop(others, time.environment(disk), append(read, "other" + i), -1).run();
        must.add("other" + i);
        String name = "mine" + i;
        try {
          Settlement end =
              new CommitLoop(ours, time.environment(faulty), append(read, name), -1).run();
          read = ((Settlement.Committed) end).version();
          must.add(name);
        } catch (StorageException e) {
          assertFalse(e.getMessage().isEmpty());
        } catch (CommitStateUnknownException | Fault.Crash e) {
          may.add(name);
        }
      }
      fired = faulty.fired();
      verify(disk, must, may);
    }
  }

  private static void verify(FileIO disk, Set<String> must, Set<String> may) {
    LogListing listing = LogListing.list(disk, TABLE, 0);
    List<String> found = new ArrayList<>();
    for (long version = 0; version < listing.commits().size(); version++) {
      found.addAll(paths(committer(disk, TABLE), version));
    }
    Set<String> distinct = new TreeSet<>(found);
    assertEquals(found.size(), distinct.size(), "twice: " + found);
    assertTrue(distinct.containsAll(must), () -> must + " in " + distinct);
    distinct.removeAll(must);
    assertTrue(may.containsAll(distinct), () -> distinct + " only in " + may);
  }

  @Test
  void actionsAreReadByKind() {
    MemoryFileIO files = new MemoryFileIO();
    Committer committer = committer(files, TABLE);
    new CommitLoop(committer, Environment.of(files), append(-1, "a"), -1).run();
    List<Action> infos = new ArrayList<>();
    committer.read(0, "commitInfo"::equals).orElseThrow().forEachRemaining(infos::add);
    assertEquals(1, infos.size());
    assertTrue(committer.read(1, kind -> true).isEmpty());
  }
}
