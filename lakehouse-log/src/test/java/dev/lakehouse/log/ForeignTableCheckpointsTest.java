package dev.lakehouse.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIO;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.io.testing.SimulatedTime;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.log.testing.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Our checkpoint of a table that others wrote says, alone, what their whole log says. */
class ForeignTableCheckpointsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final LocalFileIO LOCAL = new LocalFileIO(StorageOptions.DEFAULT);

  /** Late enough that some tombstones are expired, and some not. */
  private static final Instant NOW = Instant.parse("2023-06-01T00:00:00Z");

  @TestFactory
  DynamicNode theCheckpointAloneIsTheTable() throws IOException {
    AtomicInteger compared = new AtomicInteger();
    List<DynamicNode> tests = new ArrayList<>();
    try (Stream<Path> folders = Files.list(SharedFolder.tables()).sorted()) {
      for (Path folder : folders.filter(Files::isDirectory).toList()) {
        tests.add(dynamicTest(folder.getFileName().toString(), () -> check(folder, compared)));
      }
    }
    tests.add(
        dynamicTest(
            "enough tables were compared",
            () -> assertTrue(compared.get() > 90, compared.toString())));
    return DynamicContainer.dynamicContainer("tables", tests);
  }

  private static void check(Path folder, AtomicInteger compared) {
    SimulatedTime time = new SimulatedTime(NOW, 1);
    Location table = Location.of(folder);
    DeltaLog foreign = DeltaLog.open(table, time.environment(LOCAL));
    Optional<Snapshot> expected = readable(foreign);
    if (expected.isEmpty()) {
      return;
    }
    MemoryFileIO memory = new MemoryFileIO(time.clock());
    new CheckpointHook().write(expected.get(), memory, NOW);
    Snapshot actual = DeltaLog.open(table, time.environment(memory)).snapshot();
    compare(expected.get(), actual);
    compared.incrementAndGet();
  }

  private static Optional<Snapshot> readable(DeltaLog log) {
    try {
      Snapshot snapshot = log.snapshot();
      snapshot.files();
      return Optional.of(snapshot);
    } catch (LakehouseException e) {
      return Optional.empty();
    }
  }

  private static void compare(Snapshot expected, Snapshot actual) {
    assertEquals(expected.version(), actual.version());
    assertEquals(expected.protocol(), actual.protocol());
    assertEquals(expected.metadata(), actual.metadata());
    assertEquals(expected.domains(), actual.domains());
    assertEquals(List.copyOf(expected.txns()), List.copyOf(actual.txns()));
    assertEquals(adds(expected), adds(actual));
    assertEquals(tombstones(expected), tombstones(actual));
  }

  private static Map<Object, List<@Nullable Object>> adds(Snapshot snapshot) {
    Map<Object, List<@Nullable Object>> adds = new TreeMap<>();
    snapshot.forEachAdd(
        add -> adds.put(add.key().toString(), List.of(add.withStats(null), json(add))));
    return adds;
  }

  /** Statistics may have been put together again from values: compared as JSON. */
  private static Object json(AddFile add) {
    String stats = add.stats();
    try {
      JsonNode tree = stats == null ? null : JSON.readTree(stats);
      return tree == null ? "none" : tree;
    } catch (IOException e) {
      return stats;
    }
  }

  private static Map<Object, RemoveFile> tombstones(Snapshot snapshot) {
    long oldest = NOW.minus(snapshot.property(TableProperty.DELETED_FILE_RETENTION)).toEpochMilli();
    Map<Object, RemoveFile> removes = new TreeMap<>();
    snapshot.forEachTombstone(
        remove -> {
          Long time = remove.deletionTimestamp();
          if (time != null && time > oldest) {
            removes.put(remove.key().toString(), remove);
          }
        });
    return removes;
  }
}
