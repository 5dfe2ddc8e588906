package dev.lakehouse.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.ConflictException;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.TableAlreadyExistsException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.io.testing.Fault;
import dev.lakehouse.io.testing.FaultyFileIO;
import dev.lakehouse.io.testing.ForwardingFileIO;
import dev.lakehouse.io.testing.RecordingFileIO;
import dev.lakehouse.io.testing.SimulatedTime;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.CommitInfo;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.action.Metadata;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.segment.LastCheckpoint;
import dev.lakehouse.log.segment.LogPath;
import dev.lakehouse.log.segment.VersionChecksum;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionTest {
  private static final Location TABLE = Location.parse("memory://t/x");
  private static final StructType SCHEMA = StructType.of(StructField.optional("id", DataType.LONG));
  private static final Operation WRITE =
      Operation.of("WRITE", Map.of("mode", "Append", "partitionBy", "[]"));
  private static final String STATS =
      "{\"numRecords\":1,\"minValues\":{\"id\":1},\"maxValues\":{\"id\":1},\"nullCount\":{\"id\":0}}";

  private final SimulatedTime time = new SimulatedTime();
  private final MemoryFileIO disk = new MemoryFileIO(time.clock());
  private final RecordingFileIO files = new RecordingFileIO(disk);
  private final DeltaLog log = open(files);

  private DeltaLog open(FileIO store) {
    return DeltaLog.open(TABLE, time.environment(store));
  }

  private static Metadata metadata(Map<String, String> properties) {
    return Metadata.of("table-id", null, null, SCHEMA, List.of(), properties, 0L);
  }

  private static AddFile file(String path) {
    return AddFile.of(path, Map.of(), 1000, 1, STATS);
  }

  private void create() {
    create(new Protocol(1, 2), Map.of());
  }

  private void create(Protocol protocol, Map<String, String> properties) {
    log.create(protocol, metadata(properties))
        .commit(Operation.of("CREATE TABLE", Map.of("isManaged", "false")));
  }

  private CommitResult append(DeltaLog handle, String path) {
    Transaction transaction = handle.begin();
    transaction.add(file(path));
    return transaction.commit(WRITE);
  }

  private static Set<String> live(Snapshot snapshot) {
    Set<String> paths = new TreeSet<>();
    snapshot.forEachAdd(add -> paths.add(add.path()));
    return paths;
  }

  private Snapshot fresh() {
    return open(disk).snapshot();
  }

  @Test
  void aTableIsCreatedAndAppendedTo() {
    create();
    CommitResult result = append(log, "a");
    assertEquals(1, result.version());
    assertEquals(List.of(), result.hookFailures());
    assertFalse(result.skipped());
    assertEquals(Set.of("a"), live(fresh()));
    assertEquals(Set.of("a"), live(log.seen().orElseThrow()));
    CommitInfo info = fresh().commitInfo().orElseThrow();
    assertEquals("WRITE", info.operation());
    assertEquals(Map.of("mode", "Append", "partitionBy", "[]"), info.operationParameters());
    assertEquals(0L, info.readVersion());
    assertEquals(true, info.isBlindAppend());
    assertEquals("Serializable", info.isolationLevel());
    assertTrue(info.engineInfo().startsWith("Lakehouse/"), info.engineInfo());
  }

  @Test
  void aTableThatIsThereIsNotCreatedAgain() {
    create();
    TableAlreadyExistsException e = assertThrows(TableAlreadyExistsException.class, this::create);
    assertTrue(e.getMessage().contains(TABLE.toString()), e.getMessage());
    assertEquals(0, fresh().version());
  }

  @Test
  void anAppendOnAnOpenHandleLooksOnceAndPutsTwice() {
    create();
    append(log, "a");
    files.take(TABLE);
    append(log, "b");
    assertEquals(
        List.of(
            "READ_SMALL _delta_log/00000000000000000002.json",
            "CREATE_IF_ABSENT _delta_log/00000000000000000002.json",
            "CREATE_IF_ABSENT _delta_log/00000000000000000002.crc"),
        files.take(TABLE));
    Transaction held = log.begin(log.seen().orElseThrow());
    held.add(file("c"));
    held.commit(WRITE);
    assertEquals(
        List.of(
            "CREATE_IF_ABSENT _delta_log/00000000000000000003.json",
            "CREATE_IF_ABSENT _delta_log/00000000000000000003.crc"),
        files.take(TABLE));
  }

  @Test
  void aCheckpointIsWrittenEveryTenVersions() {
    create();
    for (int i = 1; i <= 9; i++) {
      append(log, "f" + i);
    }
    files.take(TABLE);
    assertEquals(List.of(), append(log, "f10").hookFailures());
    assertEquals(
        List.of(
            "READ_SMALL _delta_log/00000000000000000010.json",
            "CREATE_IF_ABSENT _delta_log/00000000000000000010.json",
            "CREATE_IF_ABSENT _delta_log/00000000000000000010.crc",
            "CREATE _delta_log/00000000000000000010.checkpoint.parquet",
            "READ_SMALL _delta_log/_last_checkpoint",
            "PUT _delta_log/_last_checkpoint",
            "LIST _delta_log 00000000000000000000."),
        files.take(TABLE));
    assertEquals(10, LastCheckpoint.read(disk, TABLE).orElseThrow().version());
    for (int version = 0; version < 10; version++) {
      disk.delete(List.of(LogPath.commit(TABLE, version)));
    }
    Set<String> expected = new TreeSet<>();
    for (int i = 1; i <= 10; i++) {
      expected.add("f" + i);
    }
    assertEquals(expected, live(fresh()), "from the checkpoint alone");
    append(log, "f11");
    assertEquals(11, fresh().version());
  }

  @Test
  void theTableSaysHowOftenCheckpointsAreWritten() {
    create(new Protocol(1, 2), Map.of("delta.checkpointInterval", "3"));
    for (int i = 1; i <= 7; i++) {
      append(log, "f" + i);
    }
    assertEquals(6, LastCheckpoint.read(disk, TABLE).orElseThrow().version());
    disk.stat(LogPath.checkpoint(TABLE, 3));
  }

  @Test
  void oldVersionsAreRemovedAfterACheckpointOnceADay() {
    create(new Protocol(1, 2), Map.of("delta.checkpointInterval", "2"));
    for (int i = 1; i <= 4; i++) {
      append(log, "f" + i);
    }
    time.advance(Duration.ofDays(40));
    append(log, "f5");
    append(log, "f6");
    assertEquals(Set.of(4L, 5L, 6L), commits());
    files.take(TABLE);
    append(log, "f7");
    append(log, "f8");
    assertFalse(files.take(TABLE).toString().contains("LIST"));
    assertEquals(6, live(open(disk).snapshot(6)).size());
    assertEquals(8, live(fresh()).size());
  }

  private Set<Long> commits() {
    return new TreeSet<>(
        dev.lakehouse.log.segment.LogListing.list(disk, TABLE, 0).commits().keySet());
  }

  @Test
  void sumsEqualTheReplayAtEveryVersion() {
    create(new Protocol(3, 7, Set.of("deletionVectors"), Set.of("deletionVectors")), Map.of());
    append(log, "a");
    append(log, "b");
    Transaction overwrite = log.begin();
    overwrite.readWholeTable();
    log.seen()
        .orElseThrow()
        .forEachAdd(add -> overwrite.remove(add.toRemove(time.now().toEpochMilli(), true)));
    overwrite.add(file("c"));
    overwrite.commit(WRITE);
    append(open(disk), "d");
    append(log, "e");
    for (int version = 0; version <= 5; version++) {
      VersionChecksum sums =
          VersionChecksum.parse(disk.readSmall(LogPath.checksum(TABLE, version), Integer.MAX_VALUE))
              .orElseThrow();
      Snapshot snapshot = open(disk).snapshot(version);
      assertEquals(snapshot.files().count(), sums.numFiles());
      assertEquals(snapshot.files().bytes(), sums.tableSizeBytes());
      assertEquals(
          snapshot.files().count(),
          sums.histogram().fileCounts().stream().mapToLong(Long::longValue).sum());
      assertEquals(0L, sums.numDeletedRecords());
      assertEquals(snapshot.metadata(), sums.metadata());
      assertEquals(snapshot.protocol(), sums.protocol());
      assertEquals(snapshot.commitInfo().orElseThrow().txnId(), sums.txnId());
    }
  }

  @Test
  void totalsComeFromTheChecksumFileAndNoCheckpointIsReadForThem() {
    create(new Protocol(1, 2), Map.of("delta.checkpointInterval", "2"));
    for (String path : List.of("a", "b", "c", "d", "e")) {
      append(log, path);
    }
    FileTotals five = new FileTotals(5, 5000);
    Snapshot snapshot = open(files).snapshot();
    assertEquals(4, snapshot.segment().checkpointVersion());
    files.take(TABLE);
    assertEquals(five, snapshot.totals());
    assertEquals(List.of("READ_SMALL _delta_log/" + checksum(5).name()), files.take(TABLE));
    byte[] sums = disk.readSmall(checksum(5), 1 << 20);
    for (String wrong :
        List.of(
            "{",
            text(sums).replace("\"numFiles\":5", "\"numFiles\":-5"),
            text(sums).replace("\"numFiles\":5", "\"numFiles\":6").replace("table-id", "other"),
            text(sums)
                .replace("\"numFiles\":5", "\"numFiles\":6")
                .replaceFirst("\"txnId\":\"[^\"]*\"", "\"txnId\":\"of-another-commit\""))) {
      assertFalse(wrong.equals(text(sums)));
      disk.put(checksum(5), wrong.getBytes(StandardCharsets.UTF_8));
      assertEquals(five, fresh().totals(), wrong);
    }
    disk.put(
        checksum(5),
        text(sums).replace("\"numFiles\":5", "\"numFiles\":6").getBytes(StandardCharsets.UTF_8));
    assertEquals(6, fresh().totals().files(), "it is what was read");
    disk.delete(List.of(checksum(5)));
    assertEquals(five, fresh().totals());
  }

  private static Location checksum(long version) {
    return LogPath.checksum(TABLE, version);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void overwriteRemovesWhatWasReadWithItsVectors() {
    Protocol protocol = new Protocol(3, 7, Set.of("deletionVectors"), Set.of("deletionVectors"));
    create(protocol, Map.of());
    DeletionVectorDescriptor vector = new DeletionVectorDescriptor("u", "x", 1, 36, 1);
    Transaction first = log.begin();
    first.add(file("a").withDeletionVector(vector, STATS));
    first.commit(WRITE);
    Transaction overwrite = log.begin();
    overwrite.readWholeTable();
    log.seen().orElseThrow().forEachAdd(add -> overwrite.remove(add.toRemove(5, true)));
    overwrite.add(file("b"));
    overwrite.commit(WRITE);
    assertEquals(Set.of("b"), live(fresh()));
    assertEquals(false, fresh().commitInfo().orElseThrow().isBlindAppend());
  }

  @Test
  void twoOverwritesOfOneVersionDoNotBothStand() {
    create();
    append(log, "a");
    DeltaLog other = open(disk);
    Transaction mine = overwrite(log, "mine");
    Transaction theirs = overwrite(other, "theirs");
    theirs.commit(WRITE);
    ConflictException e = assertThrows(ConflictException.class, () -> mine.commit(WRITE));
    assertEquals(ConflictException.Kind.CONCURRENT_APPEND, e.kind());
    assertEquals(2, e.winner());
    assertEquals(Set.of("theirs"), live(log.snapshot()));
  }

  private static Transaction overwrite(DeltaLog handle, String path) {
    Transaction transaction = handle.begin();
    transaction.readWholeTable();
    handle.seen().orElseThrow().forEachAdd(add -> transaction.remove(add.toRemove(5, true)));
    transaction.add(file(path));
    return transaction;
  }

  @Test
  void appendsOfTwoHandlesBothStand() {
    create();
    DeltaLog other = open(disk);
    Transaction mine = log.begin();
    mine.add(file("mine"));
    append(other, "theirs");
    CommitResult result = mine.commit(WRITE);
    assertEquals(2, result.version());
    assertEquals(2, result.attempts());
    assertEquals(List.of(), result.hookFailures());
    assertEquals(Set.of("mine", "theirs"), live(log.seen().orElseThrow()));
    assertEquals(Set.of("mine", "theirs"), live(fresh()));
  }

  @Test
  void aBatchIsWrittenOnce() {
    create();
    Transaction first = log.begin();
    assertFalse(first.isDone("app", 7));
    first.add(file("a"));
    first.commit(WRITE);
    assertTrue(log.begin().isDone("app", 7));
    assertTrue(log.begin().isDone("app", 6));
    assertFalse(log.begin().isDone("app", 8));
    assertFalse(log.begin().isDone("other", 1));
    assertEquals(7, fresh().txn("app").orElseThrow().version());
  }

  @Test
  void aBatchSentTwiceAtOnceIsSkippedOnce() {
    create();
    Transaction mine = log.begin();
    mine.isDone("app", 7);
    mine.add(file("mine"));
    Transaction theirs = open(disk).begin();
    theirs.isDone("app", 7);
    theirs.add(file("theirs"));
    assertFalse(theirs.commit(WRITE).skipped());
    CommitResult result = mine.commit(WRITE);
    assertTrue(result.skipped());
    assertEquals(1, result.version());
    assertEquals(Set.of("theirs"), live(fresh()));
  }

  @Test
  void appendOnlyTablesKeepTheirData() {
    create(new Protocol(1, 2), Map.of("delta.appendOnly", "true"));
    append(log, "a");
    Transaction transaction = log.begin();
    assertThrows(
        ConstraintViolationException.class, () -> transaction.remove(file("a").toRemove(1, true)));
    transaction.remove(file("a").toRemove(1, false));
    transaction.add(file("b").withDataChange(false));
    transaction.commit(WRITE);
    assertEquals(Set.of("b"), live(fresh()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"collations", "redirectWriterOnly-preview", "timeMachine"})
  void tablesThatCannotBeKeptRightAreRefusedBeforeAnythingIsWritten(String feature) {
    create(new Protocol(1, 2), Map.of());
    CommitInfo info =
        new CommitInfo(
            null,
            null,
            null,
            null,
            "SET TBLPROPERTIES",
            Map.of(),
            null,
            null,
            null,
            Map.of(),
            null,
            Map.of(),
            null,
            null);
    disk.put(
        LogPath.commit(TABLE, 1),
        dev.lakehouse.log.action.ActionJson.write(
            List.of(info, new Protocol(1, 7, null, Set.of(feature, "domainMetadata")))));
    assertEquals(feature, assertThrows(UnsupportedFeatureException.class, log::begin).feature());
  }

  @Test
  void timesInCommitsNeverGoBack() {
    create(
        new Protocol(1, 7, null, Set.of("inCommitTimestamp")),
        Map.of("delta.enableInCommitTimestamps", "true"));
    Instant start = time.now();
    List<Long> times = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      time.set(start.minus(Duration.ofHours(i)));
      append(i % 2 == 0 ? log : open(disk), "f" + i);
      times.add(fresh().commitInfo().orElseThrow().inCommitTimestamp());
    }
    for (int i = 0; i < 5; i++) {
      assertEquals(start.toEpochMilli() + 1 + i, times.get(i));
    }
    assertEquals(3, log.history().versionAt(Instant.ofEpochMilli(times.get(2))));
    VersionChecksum sums =
        VersionChecksum.parse(disk.readSmall(LogPath.checksum(TABLE, 5), 1 << 20)).orElseThrow();
    assertEquals(times.get(4), sums.inCommitTimestamp());
  }

  @Test
  void historyIsNewestFirst() {
    create();
    time.advance(Duration.ofSeconds(1));
    append(log, "a");
    List<HistoryEntry> entries = log.history().newest(10);
    assertEquals(List.of(1L, 0L), entries.stream().map(HistoryEntry::version).toList());
    assertEquals("WRITE", entries.get(0).info().orElseThrow().operation());
    assertEquals("CREATE TABLE", entries.get(1).info().orElseThrow().operation());
    assertEquals(time.now(), entries.get(0).time());
    assertEquals(1, log.history().newest(1).size());
  }

  @Test
  void aTransactionIsUsedOnce() {
    create();
    Transaction transaction = log.begin();
    transaction.commit(WRITE);
    assertThrows(IllegalStateException.class, () -> transaction.commit(WRITE));
  }

  @Test
  void filesAreNamedOnce() {
    create();
    Transaction twice = log.begin();
    twice.add(file("a"));
    twice.add(file("a"));
    assertThrows(IllegalArgumentException.class, () -> twice.commit(WRITE));
    Transaction both = log.begin();
    both.add(file("a"));
    both.remove(file("a").toRemove(1, true));
    assertThrows(IllegalArgumentException.class, () -> both.commit(WRITE));
    Transaction strange = log.begin();
    assertThrows(
        IllegalArgumentException.class,
        () -> strange.add(AddFile.of("a", Map.of("p", "1"), 1, 1, null)));
    assertEquals(0, fresh().version());
  }

  /** PITFALLS 80: what follows a commit does not undo it. */
  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"BEFORE", "AFTER", "NO_SPACE", "DENIED"})
  void whatFailsAfterTheCommitIsToldAndTheVersionStands(Fault fault) {
    int told = 0;
    for (int at = 1; at < 12; at++) {
      MemoryFileIO store = new MemoryFileIO(time.clock());
      FileIO afterCommits = new FaultsAfterCommit(store, fault, at);
      DeltaLog handle = DeltaLog.open(TABLE, time.environment(afterCommits));
      handle
          .create(new Protocol(1, 2), metadata(Map.of("delta.checkpointInterval", "2")))
          .commit(WRITE);
      int expected = 0;
      for (int i = 1; i <= 4; i++) {
        Transaction transaction = handle.begin();
        transaction.add(file("f" + i));
        CommitResult result = transaction.commit(WRITE);
        assertEquals(i, result.version());
        told += result.hookFailures().size();
        expected++;
      }
      Snapshot snapshot = DeltaLog.open(TABLE, time.environment(store)).snapshot();
      assertEquals(4, snapshot.version());
      assertEquals(expected, live(snapshot).size());
    }
    assertTrue(told >= 4, "faults told: " + told);
  }

  /** Faults in the operations on everything but commits. */
  private static final class FaultsAfterCommit extends ForwardingFileIO {
    private final FaultyFileIO faulty;

    FaultsAfterCommit(FileIO target, Fault fault, int at) {
      super(target);
      this.faulty = new FaultyFileIO(target, fault, at);
    }

    @Override
    public dev.lakehouse.io.PutOutcome createIfAbsent(Location file, byte[] body) {
      return file.name().endsWith(".json")
          ? super.createIfAbsent(file, body)
          : faulty.createIfAbsent(file, body);
    }

    @Override
    public dev.lakehouse.io.OutputFile create(Location file) {
      return faulty.create(file);
    }

    @Override
    public void put(Location file, byte[] body) {
      faulty.put(file, body);
    }

    @Override
    public dev.lakehouse.io.CloseableIterator<dev.lakehouse.io.FileEntry> list(
        Location directory, @org.jspecify.annotations.Nullable String startFrom) {
      return faulty.list(directory, startFrom);
    }
  }

  @Test
  void eightThreadsOnOneHandleLoseNothing() throws Exception {
    create();
    ExecutorService pool = Executors.newFixedThreadPool(8);
    List<Future<Set<Long>>> futures = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      String name = "t" + thread + "-";
      DeltaLog handle = thread < 4 ? log : open(disk);
      futures.add(
          pool.submit(
              () -> {
                Set<Long> versions = new HashSet<>();
                for (int i = 0; i < 25; i++) {
                  CommitResult result = append(handle, name + i);
                  versions.add(result.version());
                  assertEquals(List.of(), result.hookFailures());
                }
                return versions;
              }));
    }
    Set<Long> versions = new TreeSet<>();
    for (Future<Set<Long>> future : futures) {
      versions.addAll(future.get());
    }
    pool.shutdown();
    assertEquals(200, versions.size());
    assertEquals(200, fresh().version());
    assertEquals(200, live(fresh()).size());
    assertEquals(200, live(log.snapshot()).size());
    assertEquals(200, LastCheckpoint.read(disk, TABLE).orElseThrow().version());
  }

  @Test
  void anOverwriteOfAPartitionYieldsOnlyToWhatMayBeInIt() {
    Metadata byDay =
        Metadata.of(
            "table-id",
            null,
            null,
            StructType.of(
                StructField.optional("id", DataType.LONG),
                StructField.optional("day", DataType.DATE)),
            List.of("day"),
            Map.of(),
            0L);
    log.create(new Protocol(1, 2), byDay).commit(WRITE);
    commitDay(log, "old", "2024-01-01");
    Transaction first = overwriteDay("first");
    commitDay(open(disk), "elsewhere", "2024-01-02");
    assertEquals(3, first.commit(WRITE).version());
    assertEquals(Set.of("first", "elsewhere"), live(fresh()));
    Transaction second = overwriteDay("second");
    commitDay(open(disk), "same", "2024-01-01");
    ConflictException e = assertThrows(ConflictException.class, () -> second.commit(WRITE));
    assertEquals(ConflictException.Kind.CONCURRENT_APPEND, e.kind());
    assertTrue(e.getMessage().contains("same"), e.getMessage());
  }

  private void commitDay(DeltaLog handle, String path, String day) {
    Transaction transaction = handle.begin();
    transaction.add(AddFile.of(path, Map.of("day", day), 1000, 1, STATS));
    transaction.commit(WRITE);
  }

  private Transaction overwriteDay(String path) {
    Expression predicate = Expressions.col("day").eq(LocalDate.parse("2024-01-01"));
    ExpressionContext context = new ExpressionContext(ZoneOffset.UTC, time.now());
    Transaction transaction = log.begin();
    Snapshot snapshot = log.seen().orElseThrow();
    List<AddFile> old = new ArrayList<>();
    snapshot.files(predicate, context).forEachRemaining(batch -> batch.forEachAdd(old::add));
    transaction.read(predicate, context, old);
    old.forEach(add -> transaction.remove(add.toRemove(5, true)));
    transaction.add(AddFile.of(path, Map.of("day", "2024-01-01"), 1000, 1, STATS));
    return transaction;
  }

  /** An added file whose statistics exclude what was read cannot have changed the outcome. */
  @Test
  void whatStatisticsExcludeIsNoConflict() {
    create();
    append(log, "one");
    for (boolean excluded : List.of(true, false)) {
      Expression predicate = Expressions.col("id").lt(10L);
      ExpressionContext context = new ExpressionContext(ZoneOffset.UTC, time.now());
      Transaction mine = log.begin();
      mine.read(predicate, context, List.of());
      mine.add(file("mine" + excluded));
      Transaction theirs = open(disk).begin();
      theirs.add(
          AddFile.of(
              "theirs" + excluded,
              Map.of(),
              1,
              1,
              excluded
                  ? "{\"numRecords\":1,\"minValues\":{\"id\":50},\"maxValues\":{\"id\":60}}"
                  : null));
      theirs.commit(WRITE);
      if (excluded) {
        assertFalse(mine.commit(WRITE).skipped());
      } else {
        assertThrows(ConflictException.class, () -> mine.commit(WRITE));
      }
    }
  }

  @Test
  void tablesWithVectorsEnabledAreAppendedToAndOverwritten() {
    create(
        new Protocol(3, 7, Set.of("deletionVectors"), Set.of("deletionVectors")),
        Map.of("delta.enableDeletionVectors", "true"));
    append(log, "a");
    overwrite(log, "b").commit(WRITE);
    assertEquals(Set.of("b"), live(fresh()));
  }

  /** A commit of another that is too large to read at once is read in pieces. */
  @Test
  void aLargeCommitOfAnotherIsFollowed() {
    create();
    Transaction mine = log.begin();
    mine.add(file("mine"));
    Transaction theirs = open(disk).begin();
    for (int i = 0; i < 30_000; i++) {
      theirs.add(file("part-" + i));
    }
    theirs.commit(WRITE);
    assertTrue(disk.stat(LogPath.commit(TABLE, 1)).length() > 4 << 20);
    assertEquals(List.of(), mine.commit(WRITE).hookFailures());
    assertEquals(30_001, live(fresh()).size());
    Transaction overwrite = overwrite(open(disk), "last");
    Transaction another = log.begin();
    for (int i = 0; i < 30_000; i++) {
      another.add(file("more-" + i));
    }
    another.commit(WRITE);
    assertThrows(ConflictException.class, () -> overwrite.commit(WRITE));
  }

  /** PITFALLS 91 turned round: a handle that slept longer than the log's retention. */
  @Test
  void aHandleThatSleptPastTheLogsRetentionDoesNotMakeAnOldVersionAgain() {
    create(new Protocol(1, 2), Map.of("delta.checkpointInterval", "2"));
    Transaction sleeper = log.begin();
    sleeper.add(file("late"));
    DeltaLog busy = open(disk);
    for (int i = 1; i <= 4; i++) {
      append(busy, "f" + i);
    }
    time.advance(Duration.ofDays(40));
    append(busy, "f5");
    append(busy, "f6");
    assertEquals(Set.of(4L, 5L, 6L), commits());
    ConflictException e = assertThrows(ConflictException.class, () -> sleeper.commit(WRITE));
    assertEquals(ConflictException.Kind.CONCURRENT_WRITE, e.kind());
    assertEquals(Set.of(4L, 5L, 6L), commits());
    assertEquals(7, append(log, "late").version());
  }
}
