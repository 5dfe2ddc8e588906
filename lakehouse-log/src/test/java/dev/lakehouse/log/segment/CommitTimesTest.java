package dev.lakehouse.log.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.io.testing.SimulatedTime;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.types.StructType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** PITFALLS 100: files of times 10, 30, 20, 40; then times within commits from version 2 on. */
class CommitTimesTest {
  private static final Location TABLE = Location.parse("memory://t/x");

  private final SimulatedTime time = new SimulatedTime();
  private final MemoryFileIO files = new MemoryFileIO(time.clock());

  private void commit(long version, long fileTime, @Nullable Long ownTime) {
    time.set(Instant.ofEpochMilli(fileTime));
    CommitInfo info =
        new CommitInfo(
            ownTime, null, null, null, null, Map.of(), null, null, null, Map.of(), null, Map.of(),
            null, null);
    files.put(LogPath.commit(TABLE, version), ActionJson.write(List.of(info)));
  }

  private CommitTimes times(Map<String, String> properties) {
    Metadata metadata = Metadata.of("id", null, null, StructType.of(), List.of(), properties, 0L);
    return CommitTimes.of(files, TABLE, LogListing.list(files, TABLE, 0), metadata);
  }

  private static long at(CommitTimes times, long millis) {
    return times.versionAt(Instant.ofEpochMilli(millis));
  }

  private void fourFiles() {
    commit(0, 10, null);
    commit(1, 30, null);
    commit(2, 20, null);
    commit(3, 40, null);
  }

  @Test
  void fileTimesRise() {
    fourFiles();
    CommitTimes times = times(Map.of());
    assertEquals(10, times.of(0));
    assertEquals(30, times.of(1));
    assertEquals(31, times.of(2));
    assertEquals(40, times.of(3));
  }

  @Test
  void theNewestVersionAtOrBeforeTheTimeIsRead() {
    fourFiles();
    CommitTimes times = times(Map.of());
    assertEquals(0, at(times, 10));
    assertEquals(0, at(times, 20));
    assertEquals(0, at(times, 25));
    assertEquals(1, at(times, 30));
    assertEquals(2, at(times, 31));
    assertEquals(2, at(times, 39));
    assertEquals(3, at(times, 40));
  }

  @Test
  void timesOutsideTheHistoryNameItsRange() {
    fourFiles();
    CommitTimes times = times(Map.of());
    VersionNotFoundException late =
        assertThrows(VersionNotFoundException.class, () -> at(times, 41));
    assertEquals(0, late.earliest());
    assertEquals(3, late.latest());
    assertTrue(late.getMessage().contains("1970-01-01T00:00:00.010Z"), late.getMessage());
    assertTrue(late.getMessage().contains("1970-01-01T00:00:00.040Z"), late.getMessage());
    assertThrows(VersionNotFoundException.class, () -> at(times, 9));
    assertThrows(
        VersionNotFoundException.class,
        () -> times.versionAt(Instant.ofEpochMilli(40).plusNanos(1000)));
  }

  @Test
  void fromTheEnablementOnTimesStandInCommits() {
    commit(0, 10, null);
    commit(1, 30, null);
    commit(2, 1000, 50L);
    commit(3, 1000, 60L);
    commit(4, 1000, 70L);
    CommitTimes times =
        times(
            Map.of(
                "delta.enableInCommitTimestamps", "true",
                "delta.inCommitTimestampEnablementVersion", "2",
                "delta.inCommitTimestampEnablementTimestamp", "50"));
    assertEquals(30, times.of(1));
    assertEquals(50, times.of(2));
    assertEquals(0, at(times, 29));
    assertEquals(1, at(times, 30));
    assertEquals(1, at(times, 49));
    assertEquals(2, at(times, 50));
    assertEquals(3, at(times, 69));
    assertEquals(4, at(times, 70));
    assertThrows(VersionNotFoundException.class, () -> at(times, 71));
  }

  @Test
  void aTableThatAlwaysHadThemNamesNoEnablement() {
    for (int version = 0; version < 20; version++) {
      commit(version, 5, 100L + 10 * version);
    }
    CommitTimes times = times(Map.of("delta.enableInCommitTimestamps", "true"));
    for (int version = 0; version < 20; version++) {
      assertEquals(version, at(times, 100 + 10 * version));
      if (version < 19) {
        assertEquals(version, at(times, 109 + 10 * version));
      }
    }
    assertThrows(VersionNotFoundException.class, () -> at(times, 99));
  }

  @Test
  void aCommitWithoutTheTimeItShouldCarryIsCorrupt() {
    commit(0, 5, null);
    CommitTimes times = times(Map.of("delta.enableInCommitTimestamps", "true"));
    assertThrows(CorruptTableException.class, () -> at(times, 5));
  }

  @Test
  void afterACleanUpTheOldestReadableVersionBounds() {
    commit(8, 100, null);
    commit(9, 110, null);
    commit(10, 120, null);
    commit(11, 130, null);
    files.put(LogPath.checkpoint(TABLE, 10), new byte[] {1});
    CommitTimes times = times(Map.of());
    assertEquals(10, at(times, 120));
    assertEquals(10, at(times, 129));
    VersionNotFoundException e = assertThrows(VersionNotFoundException.class, () -> at(times, 115));
    assertEquals(10, e.earliest());
  }

  @Test
  void onlyTheHeadOfALongCommitIsRead() {
    CommitInfo info =
        new CommitInfo(
            7L, null, null, null, "WRITE", Map.of(), null, null, null, Map.of(), null, Map.of(),
            null, null);
    List<dev.lakehouse.log.action.Action> actions = new ArrayList<>(List.of(info));
    for (int i = 0; i < 500; i++) {
      actions.add(AddFile.of("part-" + i, Map.of(), 1, 1, "x".repeat(100)));
    }
    files.put(LogPath.commit(TABLE, 0), ActionJson.write(actions));
    assertEquals("WRITE", read(0).operation());
    actions.remove(0);
    actions.add(info);
    files.put(LogPath.commit(TABLE, 1), ActionJson.write(actions));
    assertEquals("WRITE", read(1).operation());
  }

  private CommitInfo read(long version) {
    LogFile.Commit commit = LogListing.list(files, TABLE, 0).commits().get(version);
    return CommitInfos.read(files, commit).orElseThrow();
  }
}
