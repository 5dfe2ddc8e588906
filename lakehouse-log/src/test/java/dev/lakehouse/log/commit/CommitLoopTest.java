package dev.lakehouse.log.commit;

import static dev.lakehouse.log.commit.Requests.add;
import static dev.lakehouse.log.commit.Requests.info;
import static dev.lakehouse.log.commit.Requests.remove;
import static dev.lakehouse.log.commit.Requests.request;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.CommitStateUnknownException;
import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.MemoryBudget;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.action.Txn;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class CommitLoopTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final StorageException LOST =
      new StorageException(StorageException.Kind.TRANSIENT, "/t", "create", "reset", null);
  private static final Protocol ICT = new Protocol(1, 7, null, Set.of("inCommitTimestamp"));

  private final MemoryCommitter committer = new MemoryCommitter();
  private final List<Duration> sleeps = new ArrayList<>();
  private final Environment environment =
      new Environment(
          new MemoryFileIO(),
          Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC),
          UUID::randomUUID,
          sleeps::add,
          Runnable::run,
          MemoryBudget.ofHeap());

  private Settlement run(CommitRequest request) {
    return new CommitLoop(committer, environment, request, -1).run();
  }

  private CommitInfo written(long version) {
    return (CommitInfo) committer.actions(version).get(0);
  }

  @Test
  void theFirstAttemptIsTheNextVersion() {
    Settlement result = run(request(ReadSet.NOTHING, add("a")));
    assertEquals(5, ((Settlement.Committed) result).version());
    assertEquals(1, result.attempts());
    CommitInfo info = written(5);
    assertEquals(NOW, info.timestamp());
    assertEquals(4L, info.readVersion());
    assertEquals("Serializable", info.isolationLevel());
    assertEquals(true, info.isBlindAppend());
    assertEquals("mine", info.txnId());
    assertEquals(null, info.inCommitTimestamp());
    assertEquals(add("a"), committer.actions(5).get(1));
    assertEquals(committer.actions(5), ((Settlement.Committed) result).actions());
  }

  @Test
  void aBlindAppendFollowsAnyNumberOfOthersInTwoAttempts() {
    for (long version = 5; version < 25; version++) {
      committer.put(version, info("other" + version, false), add("f" + version), remove("g"));
    }
    Settlement result = run(request(ReadSet.NOTHING, add("a")));
    assertEquals(25, ((Settlement.Committed) result).version());
    assertEquals(List.of(5L, 25L), committer.attempts);
    assertEquals(4L, written(25).readVersion());
  }

  @Test
  void anOverwriteLosesAgainstAnAppend() {
    committer.put(5, info("other", true), add("new"));
    ConflictException e =
        assertThrows(
            ConflictException.class,
            () -> run(request(Requests.EVERYTHING, remove("old"), add("a"))));
    assertEquals(ConflictException.Kind.CONCURRENT_APPEND, e.kind());
    assertEquals(5, e.winner());
    assertTrue(e.getMessage().contains("version 5 (WRITE by test)"), e.getMessage());
    assertFalse(committer.commits.containsKey(6L));
  }

  @Test
  void aWinnerWithOurTransactionIdIsOurs() {
    committer.onCommit(
        (version, body) -> {
          committer.commits.put(version, body);
          return new CommitOutcome.Conflict(version);
        });
    Settlement result = run(request(ReadSet.NOTHING, add("a")));
    assertEquals(5, ((Settlement.Committed) result).version());
    assertEquals(List.of(5L), committer.attempts);
    assertEquals(1, committer.commits.size());
  }

  @Test
  void anUnknownOutcomeThatLandedIsCommitted() {
    committer.onCommit(
        (version, body) -> {
          committer.commits.put(version, body);
          return new CommitOutcome.Unknown(version, LOST);
        });
    assertInstanceOf(Settlement.Committed.class, run(request(ReadSet.NOTHING, add("a"))));
    assertEquals(1, committer.commits.size());
  }

  @Test
  void anUnknownOutcomeThatDidNotLandIsTriedAgainWithTheSameBytes() {
    List<byte[]> bodies = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      committer.onCommit(
          (version, body) -> {
            bodies.add(body);
            return bodies.size() < 3 ? new CommitOutcome.Unknown(version, LOST) : null;
          });
    }
    Settlement result = run(request(ReadSet.NOTHING, add("a")));
    assertEquals(5, ((Settlement.Committed) result).version());
    assertEquals(List.of(5L, 5L, 5L), committer.attempts);
    assertArrayEquals(bodies.get(0), bodies.get(2));
    assertEquals(2, sleeps.size());
  }

  /** The first PUT is late: it lands between the read back and the second PUT. */
  @Test
  void aLateLandingIsFoundByTheNextAttempt() {
    byte[][] late = new byte[1][];
    committer.onCommit(
        (version, body) -> {
          late[0] = body;
          return new CommitOutcome.Unknown(version, LOST);
        });
    committer.onCommit(
        (version, body) -> {
          committer.commits.put(version, late[0]);
          return null;
        });
    Settlement result = run(request(ReadSet.NOTHING, add("a")));
    assertEquals(5, ((Settlement.Committed) result).version());
    assertEquals(Set.of(5L), committer.commits.keySet());
  }

  @Test
  void anUnknownOutcomeAtAVersionOfAnotherIsAConflict() {
    committer.put(5, info("other", true), add("b"));
    committer.onCommit((version, body) -> new CommitOutcome.Unknown(version, LOST));
    Settlement result = run(request(ReadSet.NOTHING, add("a")));
    assertEquals(6, ((Settlement.Committed) result).version());
  }

  @Test
  void whatCannotBeReadBackIsUnknown() {
    committer.onCommit((version, body) -> new CommitOutcome.Unknown(version, LOST));
    committer.onRead(version -> LOST);
    CommitStateUnknownException e =
        assertThrows(
            CommitStateUnknownException.class, () -> run(request(ReadSet.NOTHING, add("a"))));
    assertEquals("mine", e.transactionId());
    assertEquals(5, e.version());
    assertTrue(e.getMessage().contains("mine"));
  }

  @Test
  void aStoreThatNeverSaysIsUnknownInTheEnd() {
    for (int i = 0; i < 10; i++) {
      committer.onCommit((version, body) -> new CommitOutcome.Unknown(version, LOST));
    }
    assertThrows(CommitStateUnknownException.class, () -> run(request(ReadSet.NOTHING, add("a"))));
    assertEquals(6, committer.attempts.size());
  }

  @Test
  void aFailureAfterAnUnknownOutcomeIsUnknown() {
    committer.onCommit((version, body) -> new CommitOutcome.Unknown(version, LOST));
    committer.onCommit(
        (version, body) -> {
          throw LOST;
        });
    assertThrows(CommitStateUnknownException.class, () -> run(request(ReadSet.NOTHING, add("a"))));
  }

  @Test
  void anInterruptAfterAnUnknownOutcomeIsUnknown() {
    committer.onCommit((version, body) -> new CommitOutcome.Unknown(version, LOST));
    committer.onRead(version -> new OperationCancelledException("interrupted"));
    assertThrows(CommitStateUnknownException.class, () -> run(request(ReadSet.NOTHING, add("a"))));
  }

  @Test
  void anUnreadableWinnerAfterAnUnknownOutcomeIsUnknown() {
    committer.onCommit((version, body) -> new CommitOutcome.Unknown(version, LOST));
    committer.onCommit((version, body) -> new CommitOutcome.Conflict(version));
    committer.onRead(version -> null);
    committer.onRead(version -> LOST);
    assertThrows(CommitStateUnknownException.class, () -> run(request(ReadSet.NOTHING, add("a"))));
  }

  @Test
  void aPlainFailureIsItself() {
    committer.onCommit(
        (version, body) -> {
          throw LOST;
        });
    assertThrows(StorageException.class, () -> run(request(ReadSet.NOTHING, add("a"))));
  }

  @Test
  void anInterruptAfterAConflictCancels() {
    committer.put(5, info("other", true), add("b"));
    committer.onRead(version -> new OperationCancelledException("interrupted"));
    assertThrows(OperationCancelledException.class, () -> run(request(ReadSet.NOTHING, add("a"))));
  }

  @Test
  void aBatchThatAWinnerCarriesIsSkipped() {
    committer.put(5, info("other", true), add("b"));
    committer.put(6, info("twin", true), new Txn("app", 7, NOW), add("c"));
    Settlement result = run(idempotent(7));
    assertEquals(6, ((Settlement.Skipped) result).version());
    assertEquals(Set.of(5L, 6L), committer.commits.keySet());
    assertInstanceOf(Settlement.Skipped.class, run(idempotent(6)));
  }

  @Test
  void aBatchAfterTheWinnersConflicts() {
    committer.put(5, info("twin", true), new Txn("app", 6, NOW), add("c"));
    ConflictException e = assertThrows(ConflictException.class, () -> run(idempotent(7)));
    assertEquals(ConflictException.Kind.CONCURRENT_TRANSACTION, e.kind());
  }

  @Test
  void aLaterWinnerThatDidTheWorkOutweighsAnEarlierConflict() {
    committer.put(5, info("other", false), Requests.metadata(Map.of("x", "y")));
    committer.put(6, info("twin", true), new Txn("app", 7, NOW), add("c"));
    assertEquals(6, ((Settlement.Skipped) run(idempotent(7))).version());
  }

  private static CommitRequest idempotent(long version) {
    ReadSet app = new ReadSet(List.of(), Set.of(), ReadSet.Scope.FILTERED, Set.of("app"));
    return request(app, new Txn("app", version, NOW), add("a"));
  }

  @Test
  void inCommitTimesGrowByOneAtLeast() {
    CommitRequest request =
        Requests.onProtocol(
            request(Map.of("delta.enableInCommitTimestamps", "true"), ReadSet.NOTHING, add("a")),
            ICT,
            NOW + 3_600_000);
    run(request);
    assertEquals(NOW + 3_600_001, written(5).inCommitTimestamp());
    assertEquals(NOW, written(5).timestamp());
  }

  @Test
  void inCommitTimesFollowTheWinners() {
    CommitInfo other = info("other", true).withInCommitTimestamp(NOW + 50);
    committer.put(5, other, add("b"));
    run(
        Requests.onProtocol(
            request(Map.of("delta.enableInCommitTimestamps", "true"), ReadSet.NOTHING, add("a")),
            ICT,
            NOW - 10));
    assertEquals(NOW + 51, written(6).inCommitTimestamp());
  }

  @Test
  void aClockThatRunsNormallyIsTheInCommitTime() {
    run(
        Requests.onProtocol(
            request(Map.of("delta.enableInCommitTimestamps", "true"), ReadSet.NOTHING, add("a")),
            ICT,
            NOW - 10));
    assertEquals(NOW, written(5).inCommitTimestamp());
  }

  @Test
  void aWinnerThatMakesTheTableUnwritableStopsUs() {
    committer.put(
        5,
        info("other", false),
        new Protocol(
            3,
            7,
            Set.of("catalogManaged"),
            Set.of("appendOnly", "invariants", "catalogManaged", "inCommitTimestamp")));
    UnsupportedFeatureException e =
        assertThrows(
            UnsupportedFeatureException.class, () -> run(request(ReadSet.NOTHING, add("a"))));
    assertEquals("catalogManaged", e.feature());
  }

  @Test
  void backOffGrowsToItsBoundAndIsNeverTheSame() {
    for (int i = 0; i < 12; i++) {
      int number = i;
      committer.onCommit(
          (version, body) -> {
            committer.put(version, info("other" + number, true), add("f" + number));
            return null;
          });
    }
    run(request(ReadSet.NOTHING, add("a")));
    assertEquals(11, sleeps.size());
    assertTrue(new HashSet<>(sleeps).size() > 5, sleeps.toString());
    assertTrue(sleeps.stream().allMatch(d -> d.compareTo(Duration.ofMillis(100)) <= 0));
  }

  @Test
  void aCommitTooLargeIsRefusedBeforeAnythingIsWritten() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> CommitBody.of("/t", List.of(add("a"), add("b")), 100));
    assertTrue(e.getMessage().contains("Split"), e.getMessage());
  }

  /** Eight threads, fifty appends each: dense versions, none lost, none twice. */
  @Test
  void racingAppendsAllStandOnce() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    List<Future<List<Long>>> futures = new ArrayList<>();
    Environment real = Environment.of(new MemoryFileIO());
    for (int thread = 0; thread < 8; thread++) {
      String name = "t" + thread;
      Callable<List<Long>> work =
          () -> {
            List<Long> versions = new ArrayList<>();
            long read = 4;
            for (int i = 0; i < 50; i++) {
              CommitRequest mine = racing(read, name + "-" + i);
              Settlement result = new CommitLoop(committer, real, mine, -1).run();
              read = ((Settlement.Committed) result).version();
              versions.add(read);
            }
            return versions;
          };
      futures.add(pool.submit(work));
    }
    Map<Long, Integer> made = new TreeMap<>();
    for (Future<List<Long>> future : futures) {
      future.get().forEach(version -> made.merge(version, 1, Integer::sum));
    }
    pool.shutdown();
    assertEquals(400, made.size());
    assertEquals(404L, new TreeMap<>(committer.commits).lastKey());
    Set<String> paths = new HashSet<>();
    for (long version = 5; version <= 404; version++) {
      committer.actions(version).stream()
          .filter(dev.lakehouse.log.action.AddFile.class::isInstance)
          .forEach(a -> paths.add(((dev.lakehouse.log.action.AddFile) a).path()));
    }
    assertEquals(400, paths.size());
  }

  private static CommitRequest racing(long readVersion, String name) {
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

  @Test
  void versionsKnownToBeThereAreFollowedBeforeAnythingIsTried() {
    for (long version = 5; version < 9; version++) {
      committer.put(version, info("other" + version, true), add("f" + version));
    }
    Settlement end =
        new CommitLoop(committer, environment, request(ReadSet.NOTHING, add("a")), 7).run();
    assertEquals(9, ((Settlement.Committed) end).version());
    assertEquals(List.of(9L), committer.attempts);
    assertEquals(List.of(), sleeps);
  }

  /** The commit of a version that was cleaned up must not be made again: nobody would read it. */
  @Test
  void aVersionThatWasCleanedUpIsNotMadeAgain() {
    committer.put(9, info("other", true), add("b"));
    ConflictException e =
        assertThrows(
            ConflictException.class,
            () ->
                new CommitLoop(committer, environment, request(ReadSet.NOTHING, add("a")), 9)
                    .run());
    assertEquals(ConflictException.Kind.CONCURRENT_WRITE, e.kind());
    assertEquals(List.of(), committer.attempts);
  }
}
