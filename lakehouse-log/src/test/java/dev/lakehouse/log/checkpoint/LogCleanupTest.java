package dev.lakehouse.log.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.io.testing.SimulatedTime;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.segment.LastCheckpoint;
import dev.lakehouse.log.segment.LogPath;
import dev.lakehouse.types.StructType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LogCleanupTest {
  private static final Instant START = Instant.parse("2024-01-01T12:00:00Z");
  private static final Location TABLE = Location.parse("memory://t/x");
  private static final Protocol PROTOCOL = new Protocol(1, 2);

  private final SimulatedTime time = new SimulatedTime(START, 1);
  private final MemoryFileIO files = new MemoryFileIO(time.clock());

  private static Metadata metadata(Map<String, String> properties) {
    return Metadata.of("id", null, null, StructType.of(), List.of(), properties, 0L);
  }

  /** A commit and sums a day, a checkpoint every fifth. */
  private void write(int versions) {
    for (int version = 0; version < versions; version++) {
      time.set(START.plus(Duration.ofDays(version)));
      files.put(LogPath.commit(TABLE, version), new byte[] {'{', '}'});
      files.put(LogPath.checksum(TABLE, version), new byte[] {'{', '}'});
      if (version > 0 && version % 5 == 0) {
        checkpoint(version);
        files.put(
            LogPath.lastCheckpoint(TABLE),
            new LastCheckpoint(version, 1, null, null, null, null).write());
      }
    }
  }

  private void checkpoint(int version) {
    try (CheckpointWriter writer =
        CheckpointWriter.create(files, TABLE, version, PROTOCOL, metadata(Map.of()), time.now())) {
      writer.finish();
    }
  }

  private int clean(Map<String, String> properties, Instant at) {
    return new LogCleanup(time.environment(files), TABLE).run(PROTOCOL, metadata(properties), at);
  }

  private Set<String> names() {
    Set<String> names = new TreeSet<>();
    try (CloseableIterator<FileEntry> entries = files.list(LogPath.log(TABLE), null)) {
      entries.forEachRemaining(entry -> names.add(entry.name().replaceFirst("^0+(?=\\d)", "")));
    }
    return names;
  }

  @Test
  void whatIsBeforeTheLastCheckpointBeforeTheCutoffGoes() {
    write(20);
    // 30 days before the 13th of February is noon of the 14th of January: version 12 is older than
    // that day, and version 10 is the checkpoint at or before it.
    int removed = clean(Map.of(), Instant.parse("2024-02-13T12:00:00Z"));
    assertEquals(10 + 10 + 1, removed);
    Set<String> left = names();
    assertEquals("10.checkpoint.parquet", left.iterator().next());
    assertEquals(10 + 10 + 2 + 1, left.size());
  }

  @Test
  void aVersionOfTheCutoffsOwnDayStays() {
    write(11);
    // The cutoff, the 11th of January, is the day of version 10; a day later it is before.
    assertEquals(10, clean(Map.of(), Instant.parse("2024-02-10T23:59:59Z")));
    assertTrue(names().contains("5.checkpoint.parquet"));
    assertEquals(10 + 1, clean(Map.of(), Instant.parse("2024-02-11T00:00:00Z")));
    assertTrue(names().contains("10.checkpoint.parquet"));
  }

  @Test
  void withoutACheckpointBeforeTheCutoffNothingGoes() {
    write(10);
    assertEquals(0, clean(Map.of(), Instant.parse("2024-02-04T12:00:00Z")));
  }

  @Test
  void theTablesRetentionIsHonoured() {
    write(20);
    assertEquals(
        21,
        clean(
            Map.of("delta.logRetentionDuration", "interval 7 days"),
            Instant.parse("2024-01-21T12:00:00Z")));
  }

  @Test
  void cleaningCanBeOff() {
    write(20);
    assertEquals(
        0,
        clean(
            Map.of("delta.enableExpiredLogCleanup", "false"),
            Instant.parse("2025-01-01T00:00:00Z")));
  }

  @Test
  void protectedCheckpointsStay() {
    write(20);
    Protocol isProtected = new Protocol(1, 7, null, Set.of("checkpointProtection"));
    assertEquals(
        0,
        new LogCleanup(time.environment(files), TABLE)
            .run(isProtected, metadata(Map.of()), Instant.parse("2025-01-01T00:00:00Z")));
  }

  /** kernel-rs fails when the checkpoint that the hint names is gone. */
  @Test
  void whatTheHintNamesStays() {
    write(20);
    files.put(
        LogPath.lastCheckpoint(TABLE), new LastCheckpoint(5, 1, null, null, null, null).write());
    clean(Map.of(), Instant.parse("2025-01-01T00:00:00Z"));
    assertTrue(names().contains("5.checkpoint.parquet"));
    assertFalse(names().contains("4.json"));
  }

  /** A later file with an earlier time does not make a hole. */
  @Test
  void clocksThatRanBackwardsMakeNoHole() {
    write(20);
    time.set(Instant.parse("2024-06-01T00:00:00Z"));
    files.put(LogPath.commit(TABLE, 3), new byte[] {'{', '}'});
    assertEquals(0, clean(Map.of(), Instant.parse("2024-06-20T00:00:00Z")));
  }

  @Test
  void timesInCommitsDecideWhereTheTableKeepsThem() {
    write(20);
    for (int version = 0; version < 20; version++) {
      long day = START.plus(Duration.ofDays(version)).toEpochMilli();
      CommitInfo info =
          new CommitInfo(
              day, null, null, null, null, Map.of(), null, null, null, Map.of(), null, Map.of(),
              null, null);
      time.set(Instant.parse("2024-06-01T00:00:00Z"));
      files.put(LogPath.commit(TABLE, version), ActionJson.write(List.of(info)));
    }
    assertEquals(
        21,
        clean(
            Map.of("delta.enableInCommitTimestamps", "true"),
            Instant.parse("2024-02-13T12:00:00Z")));
  }

  @Test
  void compactionsThatStartBeforeTheCheckpointGo() {
    write(20);
    Location log = LogPath.log(TABLE);
    files.put(
        log.child("00000000000000000008.00000000000000000012.compacted.json"),
        new byte[] {'{', '}'});
    files.put(
        log.child("00000000000000000011.00000000000000000012.compacted.json"),
        new byte[] {'{', '}'});
    assertEquals(22, clean(Map.of(), Instant.parse("2024-02-13T12:00:00Z")));
  }

  @Test
  void behindADamagedCheckpointNothingIsRemoved() {
    write(20);
    files.put(
        LogPath.checkpoint(TABLE, 10), new byte[] {'P', 'A', 'R', '1', 0, 'P', 'A', 'R', '1'});
    clean(Map.of(), Instant.parse("2024-02-13T12:00:00Z"));
    assertTrue(names().contains("5.checkpoint.parquet"));
    assertTrue(names().contains("6.json"));
    assertFalse(names().contains("4.json"));
  }
}
