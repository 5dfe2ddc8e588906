package dev.lakehouse.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.io.testing.SimulatedTime;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.segment.LogPath;
import dev.lakehouse.parquet.read.ParquetFile;
import dev.lakehouse.parquet.read.ReadOptions;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkpoints that take over parts of those before say what the table is, no more and no less. */
class CheckpointSeriesTest {
  private static final Location TABLE = Location.parse("memory://t/x");
  private static final StructType SCHEMA = StructType.of(StructField.optional("id", DataType.LONG));
  private static final Operation WRITE = Operation.of("WRITE", Map.of("mode", "Append"));

  private final SimulatedTime time = new SimulatedTime();
  private final MemoryFileIO disk = new MemoryFileIO(time.clock());
  private final DeltaLog log = DeltaLog.open(TABLE, time.environment(disk));

  /** What must be live, by path: the statistics. */
  private final Map<String, String> model = new TreeMap<>();

  private void create() {
    Metadata metadata =
        Metadata.of(
            "id", null, null, SCHEMA, List.of(), Map.of("delta.checkpointInterval", "1"), 0L);
    log.create(new Protocol(1, 2), metadata).commit(WRITE);
  }

  private AddFile file(String path, int value) {
    String stats =
        "{\"numRecords\":1,\"minValues\":{\"id\":"
            + value
            + "},\"maxValues\":{\"id\":"
            + value
            + "}}";
    model.put(path, stats);
    return AddFile.of(path, Map.of(), 100, 1, stats);
  }

  private static void commit(Transaction transaction) {
    assertEquals(List.of(), transaction.commit(WRITE).hookFailures());
  }

  private void check() {
    long version = log.seen().orElseThrow().version();
    MemoryFileIO alone = new MemoryFileIO(time.clock());
    Location checkpoint = LogPath.checkpoint(TABLE, version);
    alone.put(checkpoint, disk.readSmall(checkpoint, Integer.MAX_VALUE));
    Map<String, String> found = new TreeMap<>();
    Snapshot snapshot = DeltaLog.open(TABLE, time.environment(alone)).snapshot();
    snapshot.forEachAdd(
        add -> assertEquals(null, found.put(add.path(), String.valueOf(add.stats()))));
    assertEquals(model, found);
  }

  private int rowGroups(long version) {
    InputFile file = disk.open(LogPath.checkpoint(TABLE, version));
    try (ParquetFile parquet =
        ParquetFile.open(file, ReadOptions.of(time.environment(disk).memory()))) {
      return parquet.rowGroupCount();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void afterAnyChangesTheCheckpointAloneIsTheTable(long seed) {
    Random random = new Random(seed);
    create();
    for (int i = 0; i < 40; i++) {
      Transaction transaction = log.begin();
      int kind = random.nextInt(10);
      List<String> live = new ArrayList<>(model.keySet());
      if (kind < 6 || live.isEmpty()) {
        for (int file = random.nextInt(5); file >= 0; file--) {
          transaction.add(file("f" + i + "-" + file, i));
        }
      } else if (kind < 8) {
        String gone = live.get(random.nextInt(live.size()));
        transaction.remove(file(gone, 0).toRemove(time.now().toEpochMilli(), true));
        model.remove(gone);
      } else if (kind == 8) {
        transaction.add(file(live.get(random.nextInt(live.size())), 1000 + i));
      } else {
        transaction.add(file(live.get(live.size() - 1), 2000 + i));
      }
      commit(transaction);
      check();
    }
  }

  @Test
  void rowGroupsStayFewAndMostAreTakenOver() {
    create();
    for (int i = 1; i <= 120; i++) {
      Transaction transaction = log.begin();
      transaction.add(file("f" + i, i));
      commit(transaction);
      assertTrue(rowGroups(i) <= 7, i + ": " + rowGroups(i));
    }
    assertTrue(rowGroups(120) > 2);
    check();
  }

  @Test
  void aCheckpointThatIsGoneIsDoneWithout() {
    create();
    for (int i = 1; i <= 40; i++) {
      Transaction transaction = log.begin();
      transaction.add(file("f" + i, i));
      commit(transaction);
    }
    disk.delete(List.of(LogPath.checkpoint(TABLE, 40)));
    Transaction transaction = log.begin();
    transaction.add(file("next", 1));
    assertEquals(1, transaction.commit(WRITE).hookFailures().size());
    Transaction after = log.begin();
    after.add(file("after", 1));
    commit(after);
    check();
  }

  @Test
  void anotherSchemaTakesOverNothing() {
    create();
    for (int i = 1; i <= 20; i++) {
      Transaction transaction = log.begin();
      transaction.add(file("f" + i, i));
      commit(transaction);
    }
    Transaction wider = log.begin();
    wider.change(
        log.seen()
            .orElseThrow()
            .metadata()
            .withSchema(
                StructType.of(
                    StructField.optional("id", DataType.LONG),
                    StructField.optional("more", DataType.LONG))));
    wider.add(file("wider", 1));
    commit(wider);
    assertEquals(2, rowGroups(21));
    check();
  }
}
