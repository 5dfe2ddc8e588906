package dev.lakehouse.log;

import static dev.lakehouse.log.testing.TableLog.PROTOCOL;
import static dev.lakehouse.log.testing.TableLog.VECTOR_PROTOCOL;
import static dev.lakehouse.log.testing.TableLog.add;
import static dev.lakehouse.log.testing.TableLog.checkpointName;
import static dev.lakehouse.log.testing.TableLog.commitName;
import static dev.lakehouse.log.testing.TableLog.metadata;
import static dev.lakehouse.log.testing.TableLog.paths;
import static dev.lakehouse.log.testing.TableLog.remove;
import static dev.lakehouse.log.testing.TableLog.withVector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.TableNotFoundException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.error.VersionNotFoundException;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.io.testing.RecordingFileIO;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.Txn;
import dev.lakehouse.log.testing.TableLog;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaLogTest {
  private static TableLog tenVersions() {
    TableLog log = TableLog.created();
    for (int version = 1; version <= 10; version++) {
      log.commit(version, add("f" + version));
    }
    return log;
  }

  // ---- opening

  @Test
  void aTableIsOpenedByHintListingAndCommits() {
    RecordingFileIO recorded = new RecordingFileIO(new MemoryFileIO());
    TableLog log = new TableLog(recorded);
    log.commit(0, PROTOCOL, metadata());
    for (int version = 1; version <= 10; version++) {
      log.commit(version, add("f" + version));
    }
    log.checkpoint(9);
    recorded.take(log.table());
    Snapshot snapshot = log.open().snapshot();
    List<String> lines = lines(recorded, log);
    assertEquals("READ_SMALL _delta_log/_last_checkpoint", lines.get(0));
    assertEquals("LIST _delta_log 00000000000000000009.", lines.get(1));
    assertTrue(
        lines.subList(2, lines.size()).stream()
            .allMatch(line -> line.contains(commitName(10)) || line.contains(checkpointName(9))),
        lines::toString);
    assertEquals(10, paths(snapshot).size());
  }

  private static List<String> lines(RecordingFileIO recorded, TableLog log) {
    return recorded.take(log.table());
  }

  @Test
  void whereThereIsNoLogThereIsNoTable() {
    TableLog log = new TableLog();
    assertTrue(
        assertThrows(TableNotFoundException.class, () -> log.open().snapshot())
            .getMessage()
            .contains(log.table().toString()));
    log.files().put(log.table().child("data.parquet"), new byte[1]);
    assertThrows(TableNotFoundException.class, () -> log.open().snapshot());
    assertThrows(TableNotFoundException.class, () -> log.open().snapshot(3));
    assertEquals(Optional.empty(), log.open().find());
    log.put("_last_checkpoint", "{\"version\":4,\"size\":1}");
    assertThrows(TableNotFoundException.class, () -> log.open().snapshot());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{\"version\":9",
        "{\"version\":3,\"size\":1}",
        "{\"version\":99,\"size\":1}",
        "{\"version\":9,\"size\":1,\"checksum\":\"0\"}",
        "{\"version\":9,\"size\":1,\"parts\":1}"
      })
  void aHintThatIsTornStaleAheadOrLyingDoesNotMatter(String hint) {
    TableLog log = tenVersions().checkpoint(5).put("_last_checkpoint", hint);
    Snapshot snapshot = log.open().snapshot();
    assertEquals(10, snapshot.version());
    assertEquals(10, paths(snapshot).size());
    assertEquals(5, snapshot.segment().checkpointVersion());
  }

  @Test
  void anEmptyCommitIsAnErrorThatNamesIt() {
    TableLog log = tenVersions().put(commitName(10), "");
    assertMessage(log, "00000000000000000010.json is empty");
    DeltaLog open = log.put(commitName(10), add("f10")).open();
    open.snapshot();
    log.put(commitName(11), "");
    assertThrows(CorruptTableException.class, open::snapshot);
  }

  @Test
  void aTornLastCommitIsAnErrorThatNamesFileAndLine() {
    TableLog log = tenVersions().put(commitName(10), add("a") + "\n" + add("b").substring(0, 40));
    assertMessage(log, "00000000000000000010.json, line 2");
  }

  @Test
  void aLogWithoutProtocolOrMetadataIsCorrupt() {
    assertMessage(new TableLog().commit(0, metadata()), "no protocol action");
    assertMessage(new TableLog().commit(0, PROTOCOL), "no metaData action");
  }

  private static void assertMessage(TableLog log, String part) {
    CorruptTableException e =
        assertThrows(CorruptTableException.class, () -> log.open().snapshot());
    assertTrue(e.getMessage().contains(part), e.getMessage());
  }

  @Test
  void aReaderFeatureWeLackIsRefusedAlsoWhenItComesLater() {
    String future =
        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
            + "\"readerFeatures\":[\"fromTheFuture\"],\"writerFeatures\":[\"fromTheFuture\"]}}";
    TableLog log = tenVersions();
    DeltaLog open = log.open();
    open.snapshot();
    log.commit(11, future);
    for (DeltaLog each : List.of(open, log.open())) {
      UnsupportedFeatureException e =
          assertThrows(UnsupportedFeatureException.class, each::snapshot);
      assertEquals("fromTheFuture", e.feature());
    }
    assertEquals(10, log.open().snapshot(10).version());
  }

  // ---- refreshing

  @Test
  void aSnapshotOfAnOpenHandleIsOneRequestWhenNothingChanged() {
    RecordingFileIO recorded = new RecordingFileIO(new MemoryFileIO());
    TableLog log = new TableLog(recorded).commit(0, PROTOCOL, metadata()).commit(1, add("a"));
    DeltaLog open = log.open();
    Snapshot first = open.snapshot();
    recorded.take(log.table());
    assertSame(first, open.snapshot());
    assertEquals(List.of("READ_SMALL _delta_log/" + commitName(2)), lines(recorded, log));
  }

  @Test
  void aRefreshReadsOnlyWhatIsNew() {
    RecordingFileIO recorded = new RecordingFileIO(new MemoryFileIO());
    TableLog log = new TableLog(recorded).commit(0, PROTOCOL, metadata()).commit(1, add("a"));
    DeltaLog open = log.open();
    Snapshot first = open.snapshot();
    log.commit(2, add("b"), remove("a"));
    recorded.take(log.table());
    Snapshot second = open.snapshot();
    assertEquals(
        List.of("READ_SMALL _delta_log/" + commitName(2), "READ_SMALL _delta_log/" + commitName(3)),
        lines(recorded, log));
    assertEquals(List.of("a"), paths(first));
    assertEquals(List.of("b"), paths(second));
    assertEquals(List.of("a"), TableLog.tombstones(second));
  }

  @Test
  void manyNewCommitsAreListedAndRead() {
    TableLog log = tenVersions();
    DeltaLog open = log.open();
    open.snapshot();
    for (int version = 11; version <= 60; version++) {
      log.commit(version, add("f" + version), remove("f" + (version - 10)));
    }
    Snapshot refreshed = open.snapshot();
    assertEquals(60, refreshed.version());
    assertEquals(TableLog.state(log.open().snapshot()), TableLog.state(refreshed));
    assertEquals(10, paths(refreshed).size());
  }

  @Test
  void aCommitOfManyMegabytesIsReadToo() {
    TableLog log = tenVersions();
    DeltaLog open = log.open();
    open.snapshot();
    String[] lines = new String[60_000];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = add("g" + i);
    }
    log.commit(11, lines);
    assertEquals(60_010, open.snapshot().files().count());
    assertEquals(60_010, log.open().snapshot().files().count());
  }

  @Test
  void aHandleNeverGoesBackwards() {
    TableLog log = tenVersions();
    DeltaLog open = log.open();
    Snapshot newest = open.snapshot();
    log.deleteCommits(9, 10);
    assertSame(newest, open.snapshot());
    Snapshot old = open.snapshot(5);
    log.commit(6, add("other"));
    assertSame(newest, open.committed(old, 10, List.of(new Txn("a", 1, null))));
  }

  @Test
  void commitsThatWereCleanedUpMeanwhileAreFoundMissing() {
    TableLog log = tenVersions();
    MovableClock clock = new MovableClock();
    DeltaLog open = DeltaLog.open(log.table(), Environment.of(log.files()).withClock(clock));
    open.snapshot();
    for (int version = 11; version <= 20; version++) {
      log.commit(version, add("f" + version));
    }
    log.checkpoint(15).deleteCommits(0, 14);
    assertEquals(10, open.snapshot().version(), "the next commit is gone, which tells nothing");
    clock.now = clock.now.plus(Duration.ofHours(2));
    assertEquals(20, open.snapshot().version());
    assertEquals(20, paths(open.snapshot()).size());
  }

  /** A clock that a test sets. */
  private static final class MovableClock extends Clock {
    private Instant now = Instant.ofEpochSecond(1_000_000);

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  @Test
  void afterACommitOfItsOwnTheHandleReadsNothing() {
    RecordingFileIO recorded = new RecordingFileIO(new MemoryFileIO());
    TableLog log = new TableLog(recorded).commit(0, PROTOCOL, metadata());
    DeltaLog open = log.open();
    Snapshot base = open.snapshot();
    AddFile file = AddFile.of("a", Map.of("p", "x"), 10, 1, "{\"numRecords\":3}");
    log.commit(1, dev.lakehouse.log.action.ActionJson.write(file));
    recorded.take(log.table());
    Snapshot after = open.committed(base, 100, List.of(file));
    assertEquals(List.of(), lines(recorded, log));
    assertEquals(TableLog.state(log.open().snapshot()), TableLog.state(after));
  }

  // ---- time travel

  @Test
  void aVersionIsReadAsItWas() {
    TableLog log = tenVersions().commit(11, remove("f1"), metadata(Map.of("k", "v")));
    log.checkpoint(5).checkpoint(9);
    DeltaLog open = log.open();
    for (int version = 0; version <= 10; version++) {
      Snapshot snapshot = open.snapshot(version);
      assertEquals(version, snapshot.version());
      assertEquals(version, snapshot.files().count());
      assertFalse(snapshot.metadata().configuration().containsKey("k"));
    }
    assertEquals(9, open.snapshot(11).files().count());
  }

  @Test
  void aVersionOutOfRangeNamesTheRange() {
    TableLog log = tenVersions().checkpoint(5).deleteCommits(0, 5);
    for (long version : new long[] {-1, 0, 4, 11, Long.MAX_VALUE}) {
      VersionNotFoundException e =
          assertThrows(VersionNotFoundException.class, () -> log.open().snapshot(version));
      assertEquals(5, e.earliest());
      assertEquals(10, e.latest());
    }
    assertEquals(6, log.open().snapshot(6).files().count());
  }

  @Test
  void theRangeIsThatOfTheWholeLogAlsoWhenTheHintIsNew() {
    TableLog log = tenVersions().checkpoint(5);
    VersionNotFoundException e =
        assertThrows(VersionNotFoundException.class, () -> log.open().snapshot(11));
    assertEquals(0, e.earliest());
    assertEquals(10, e.latest());
  }

  @Test
  void aHintToACheckpointThatIsGoneDoesNotHideTheCommitsBefore() {
    TableLog log = tenVersions().checkpoint(3).checkpoint(9).delete(checkpointName(3));
    log.put("_last_checkpoint", "{\"version\":3,\"size\":1}");
    assertEquals(7, log.open().snapshot(7).files().count());
    assertEquals(10, log.open().snapshot().files().count());
  }

  @Test
  void aCheckpointAndTheCommitAfterItAreEnough() {
    TableLog log = tenVersions().checkpoint(8).deleteCommits(0, 8);
    assertEquals(9, log.open().snapshot(9).files().count());
    assertEquals(10, log.open().snapshot().files().count());
  }

  @Test
  void theRulesOfAnOldVersionAreThoseOfItsOwnProtocol() {
    TableLog log =
        new TableLog()
            .commit(0, VECTOR_PROTOCOL, metadata())
            .commit(1, PROTOCOL)
            .commit(2, add("a"));
    assertEquals(3, log.open().snapshot(0).protocol().minReaderVersion());
    assertEquals(1, log.open().snapshot().protocol().minReaderVersion());
  }

  // ---- reconciliation

  @Test
  void anAddWithAnotherVectorIsAnotherFile() {
    TableLog log =
        new TableLog()
            .commit(0, VECTOR_PROTOCOL, metadata())
            .commit(1, add("a"))
            .commit(2, withVector(add("a"), "x", 4), remove("a"));
    assertEquals(List.of("a#ux@4"), paths(log.open().snapshot()));
    log.commit(3, withVector(remove("a"), "x", 4), withVector(add("a"), "y", 4));
    assertEquals(List.of("a#uy@4"), paths(log.open().snapshot()));
    // A remove without the vector of the add cancels nothing.
    log.commit(4, remove("a"));
    assertEquals(List.of("a#uy@4"), paths(log.open().snapshot()));
    // An offset that is said is part of the identity.
    log.commit(5, withVector(remove("a"), "y", null));
    assertEquals(List.of("a#uy@4"), paths(log.open().snapshot()));
    log.commit(6, withVector(remove("a"), "y", 4));
    assertEquals(List.of(), paths(log.open().snapshot()));
  }

  @Test
  void anAddWithAVectorAloneDoesNotRetireTheOneWithout() {
    TableLog log =
        new TableLog()
            .commit(0, VECTOR_PROTOCOL, metadata())
            .commit(1, add("a"))
            .commit(2, withVector(add("a"), "x", 1));
    assertEquals(List.of("a", "a#ux@1"), paths(log.open().snapshot()));
  }

  @Test
  void deletionVectorsWithoutTheirFeatureAreRefused() {
    TableLog log = TableLog.created().commit(1, withVector(add("a"), "x", 1));
    CorruptTableException e =
        assertThrows(CorruptTableException.class, () -> log.open().snapshot().files());
    assertTrue(e.getMessage().contains("deletionVectors"), e.getMessage());
  }

  @Test
  void aFileThatIsAddedAgainCountsOnceAsItWasAddedLast() {
    TableLog log =
        tenVersions()
            .commit(11, add("f3").replace("\"size\":10", "\"size\":33"))
            .commit(12, remove("f4"))
            .commit(13, add("f4"));
    Snapshot snapshot = log.open().snapshot();
    assertEquals(10, snapshot.files().count());
    assertEquals(123, snapshot.files().bytes());
    assertEquals(List.of(), TableLog.tombstones(snapshot));
  }

  @Test
  void pathsAreComparedAsTheyAreWritten() {
    TableLog log = TableLog.created().commit(1, add("a%20b")).commit(2, remove("a b"));
    assertEquals(List.of("a%20b"), paths(log.open().snapshot()));
  }

  @Test
  void aCommitThatAddsAndRemovesOneFileIsCorrupt() {
    TableLog log = tenVersions().commit(11, add("x"), remove("x"));
    assertMessage(log, "both adds and removes the file 'x'");
  }

  @Test
  void ofTwoActionsOfOneKindTheLastLineCounts() {
    TableLog log =
        TableLog.created()
            .commit(
                1,
                "{\"txn\":{\"appId\":\"a\",\"version\":7}}",
                add("f"),
                add("f").replace("\"size\":10", "\"size\":11"),
                "{\"txn\":{\"appId\":\"a\",\"version\":5}}");
    Snapshot snapshot = log.open().snapshot();
    assertEquals(11, snapshot.files().bytes());
    assertEquals(5, snapshot.txn("a").orElseThrow().version());
  }

  @Test
  void theLatestProgressOfAnApplicationCountsAlsoIfItIsLower() {
    TableLog log =
        TableLog.created()
            .commit(1, "{\"txn\":{\"appId\":\"a\",\"version\":7,\"lastUpdated\":1}}")
            .commit(2, "{\"txn\":{\"appId\":\"a\",\"version\":3,\"lastUpdated\":1}}");
    assertEquals(3, log.open().snapshot().txn("a").orElseThrow().version());
    assertEquals(Optional.empty(), log.open().snapshot().txn("b"));
    log.commit(3, metadata(Map.of("delta.setTransactionRetentionDuration", "interval 1 days")));
    assertEquals(Optional.empty(), log.open().snapshot().txn("a"), "it is too old to count");
  }

  @Test
  void aDomainAfterThousandsOfAddsIsNotLost() {
    String[] lines = new String[5001];
    for (int i = 0; i < 5000; i++) {
      lines[i] = add("f" + i);
    }
    lines[5000] =
        "{\"domainMetadata\":{\"domain\":\"d\",\"configuration\":\"c\",\"removed\":false}}";
    TableLog log = TableLog.created().commit(1, lines);
    assertEquals("c", log.open().snapshot().domains().get("d").configuration());
    log.checkpoint(1);
    assertEquals("c", log.open().snapshot().domains().get("d").configuration());
    log.commit(
        2, "{\"domainMetadata\":{\"domain\":\"d\",\"configuration\":\"c\",\"removed\":true}}");
    assertEquals(Map.of(), log.open().snapshot().domains());
  }

  // ---- checkpoints and compactions

  @Test
  void aTornCheckpointMakesWayForTheOneBeforeOrTheCommits() {
    TableLog log = tenVersions().checkpoint(5).checkpoint(9).put(checkpointName(9), "PAR1torn");
    assertEquals(5, log.open().snapshot().segment().checkpointVersion());
    assertEquals(10, log.open().snapshot().files().count());
    log.put(checkpointName(5), "PAR1torn");
    assertEquals(-1, log.open().snapshot().segment().checkpointVersion());
    assertEquals(10, log.open().snapshot().files().count());
  }

  @Test
  void aTornCheckpointThatNothingReplacesIsTheError() {
    TableLog log = tenVersions().checkpoint(9).deleteCommits(0, 8);
    log.put(checkpointName(9), "PAR1torn");
    LakehouseException e =
        assertThrows(LakehouseException.class, () -> log.open().snapshot().files());
    assertTrue(e.getMessage().contains(checkpointName(9)), e.getMessage());
  }

  @Test
  void aCheckpointThatDisappearsAfterOpeningIsReplacedByCommits() {
    TableLog log = tenVersions().checkpoint(9);
    Snapshot snapshot = log.open().snapshot();
    log.delete(checkpointName(9));
    assertEquals(10, snapshot.files().count());
    assertEquals(List.of(), TableLog.tombstones(snapshot));
  }

  @Test
  void aMissingSidecarMakesTheCheckpointUnusable() {
    String id = "3a0d65cd-4056-49b8-937b-95f9e3ee90e5";
    TableLog log =
        tenVersions()
            .put(
                String.format("%020d.checkpoint.%s.json", 9, id),
                "{\"checkpointMetadata\":{\"version\":9}}\n"
                    + PROTOCOL
                    + "\n"
                    + metadata()
                    + "\n{\"sidecar\":{\"path\":\"gone.parquet\",\"sizeInBytes\":100,"
                    + "\"modificationTime\":1}}");
    Snapshot snapshot = log.open().snapshot();
    assertEquals(9, snapshot.segment().checkpointVersion());
    assertEquals(10, snapshot.files().count());
  }

  @Test
  void aJsonCheckpointMayHoldTheFilesItself() {
    String id = "3a0d65cd-4056-49b8-937b-95f9e3ee90e5";
    TableLog log =
        new TableLog()
            .put(
                String.format("%020d.checkpoint.%s.json", 3, id),
                String.join(
                    "\n",
                    "{\"checkpointMetadata\":{\"version\":3}}",
                    PROTOCOL,
                    metadata(),
                    add("a"),
                    add("b"),
                    remove("c")))
            .commit(4, remove("a"), add("c"));
    Snapshot snapshot = log.open().snapshot();
    assertEquals(List.of("b", "c"), paths(snapshot));
    assertEquals(List.of("a"), TableLog.tombstones(snapshot));
    assertEquals(List.of("a", "b"), paths(log.open().snapshot(3)));
    assertEquals(List.of("c"), TableLog.tombstones(log.open().snapshot(3)));
  }

  @Test
  void aCompactionStandsForItsCommits() {
    RecordingFileIO recorded = new RecordingFileIO(new MemoryFileIO());
    TableLog log = new TableLog(recorded).commit(0, PROTOCOL, metadata());
    log.commit(1, add("a")).commit(2, remove("a"), add("b")).commit(3, add("c"));
    log.put(String.format("%020d.%020d.compacted.json", 1, 2), remove("a") + "\n" + add("b"));
    recorded.take(log.table());
    Snapshot snapshot = log.open().snapshot();
    assertEquals(List.of("b", "c"), paths(snapshot));
    assertTrue(lines(recorded, log).stream().noneMatch(line -> line.contains(commitName(1))));
  }

  @Test
  void aCompactionThatIsNotReconciledIsNotTrusted() {
    TableLog log = tenVersions();
    log.put(
        String.format("%020d.%020d.compacted.json", 1, 5),
        String.join("\n", add("x"), add("f1"), remove("x")));
    assertEquals(10, log.open().snapshot().files().count());
    log.put(String.format("%020d.%020d.compacted.json", 1, 5), "{\"commitInfo\":{}}");
    assertEquals(10, log.open().snapshot().files().count());
  }

  // ---- all ways lead to one state

  @Test
  void refreshedOpenedAndCheckpointedSnapshotsAgree() {
    Random random = new Random(11);
    TableLog log = new TableLog().commit(0, VECTOR_PROTOCOL, metadata());
    DeltaLog open = log.open();
    List<Snapshot> history = new ArrayList<>();
    List<List<String>> states = new ArrayList<>();
    for (int version = 1; version <= 36; version++) {
      log.commit(version, randomCommit(random, open.snapshot()));
      Snapshot refreshed = open.snapshot();
      history.add(refreshed);
      states.add(TableLog.state(refreshed));
      if (version % 12 == 0) {
        log.checkpoint(version);
      }
      if (version % 7 == 0) {
        open = log.open();
      }
      assertEquals(states.get(version - 1), TableLog.state(log.open().snapshot(version)));
    }
    for (int i = 0; i < history.size(); i++) {
      assertEquals(states.get(i), TableLog.state(history.get(i)), "old snapshots do not change");
      assertEquals(states.get(i), TableLog.state(log.open().snapshot(i + 1)));
    }
  }

  private static String[] randomCommit(Random random, Snapshot before) {
    List<String> lines = new ArrayList<>();
    List<AddFile> live = new ArrayList<>();
    before.forEachAdd(live::add);
    for (AddFile file : live) {
      String vector = file.deletionVector() == null ? null : file.deletionVector().pathOrInlineDv();
      String gone =
          vector == null ? remove(file.path()) : withVector(remove(file.path()), vector, 1);
      switch (random.nextInt(8)) {
        case 0 -> lines.add(gone);
        case 1 -> {
          lines.add(gone);
          lines.add(withVector(add(file.path()), "v" + random.nextInt(1_000_000), 1));
        }
        default -> {}
      }
    }
    for (int i = random.nextInt(6); i >= 0; i--) {
      String path = "f" + random.nextInt(1_000_000);
      lines.add(
          random.nextBoolean()
              ? add(path)
                  .replace("\"dataChange\"", "\"stats\":\"{\\\"numRecords\\\":3}\",\"dataChange\"")
              : add(path));
    }
    return lines.toArray(String[]::new);
  }

  // ---- executors

  @Test
  void anyExecutorWillDo() throws Exception {
    TableLog log = tenVersions().checkpoint(4);
    ExecutorService one = Executors.newSingleThreadExecutor();
    try {
      Environment single = Environment.of(log.files()).withExecutor(one);
      assertEquals(10, DeltaLog.open(log.table(), single).snapshot().files().count());
      // Also from the executor's only thread.
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () ->
              assertEquals(
                  10L,
                  one.submit(() -> DeltaLog.open(log.table(), single).snapshot().files().count())
                      .get()));
    } finally {
      one.shutdown();
    }
    Environment closed =
        Environment.of(log.files())
            .withExecutor(
                task -> {
                  throw new RejectedExecutionException("closed");
                });
    assertEquals(10, DeltaLog.open(log.table(), closed).snapshot().files().count());
  }

  @Test
  void statisticsAndTagsComeBackWithTheFile() {
    String line =
        "{\"add\":{\"path\":\"a\",\"partitionValues\":{\"p\":null},\"size\":1,\"modificationTime\":2,"
            + "\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":3}\",\"tags\":{\"t\":\"u\"},"
            + "\"baseRowId\":7,\"defaultRowCommitVersion\":1,\"clusteringProvider\":\"liquid\"}}";
    TableLog log = TableLog.created().commit(1, line);
    AddFile expected =
        ((AddFile)
                dev.lakehouse.log.action.ActionJson.read(
                        new java.io.ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)),
                        "test")
                    .next())
            .withDataChange(false);
    List<AddFile> fromCommit = new ArrayList<>();
    log.open().snapshot().forEachAdd(fromCommit::add);
    assertEquals(List.of(expected), fromCommit);
    log.checkpoint(1);
    List<AddFile> fromCheckpoint = new ArrayList<>();
    log.open().snapshot().forEachAdd(fromCheckpoint::add);
    assertEquals(List.of(expected), fromCheckpoint);
  }
}
