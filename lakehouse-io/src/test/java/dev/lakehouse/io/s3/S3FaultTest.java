package dev.lakehouse.io.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.ByteRange;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;
import dev.lakehouse.io.S3Options;
import dev.lakehouse.io.S3Options.ConditionalWrites;
import dev.lakehouse.io.testing.FaultProxy;
import dev.lakehouse.io.testing.FaultProxy.Fate;
import dev.lakehouse.io.testing.FaultProxy.Request;
import dev.lakehouse.io.testing.S3Server;
import dev.lakehouse.io.testing.SimulatedTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The backend behind a network and a server that go wrong. No test waits: time is simulated. */
@Timeout(300)
class S3FaultTest {
  private static final byte[] OURS = "ours".getBytes(UTF_8);
  private static final byte[] OTHERS = "theirs".getBytes(UTF_8);
  private static final Fate LOST = new Fate.LoseAnswer();
  private static final Fate RESET = new Fate.Reset();

  private static S3Server server;
  private static FaultProxy proxy;

  private final SimulatedTime time = new SimulatedTime();
  private final Location directory = server.bucket().child("t-" + UUID.randomUUID());
  private final S3FileIO files = through(options -> options);

  @BeforeAll
  static void start() {
    server = S3Server.start();
    proxy = FaultProxy.before(server.port());
  }

  @AfterAll
  static void stop() {
    proxy.close();
    server.close();
  }

  @AfterEach
  void close() {
    files.close();
  }

  private S3FileIO through(Function<S3Options.Builder, S3Options.Builder> change) {
    S3Options.Builder options =
        S3Server.options(proxy.endpoint()).conditionalWrites(ConditionalWrites.TRUST);
    proxy.plan(request -> FaultProxy.PASS);
    return new S3FileIO(time.storageOptions().withS3(change.apply(options).build()));
  }

  private Location at(String name) {
    return directory.child(name);
  }

  /** The first requests meet these fates, all later ones pass. */
  private static void plan(Fate... fates) {
    proxy.plan(
        request ->
            request.number() <= fates.length ? fates[request.number() - 1] : FaultProxy.PASS);
  }

  private static Kind failure(Runnable operation) {
    return assertThrows(StorageException.class, operation::run).kind();
  }

  private static List<String> methods() {
    return proxy.requests().stream().map(Request::method).toList();
  }

  // ---- creating if absent ----

  @Test
  void aCreateIsOneRequest() {
    assertInstanceOf(PutOutcome.Created.class, files.createIfAbsent(at("0"), OURS));
    assertEquals(List.of("PUT"), methods());
    assertTrue(proxy.requests().get(0).isConditionalPut());
  }

  /**
   * PITFALLS E 71: the answer is lost, the retry is told that the object is there, and it is ours.
   */
  @Test
  void aLostAnswerIsRecovered() {
    plan(LOST);
    assertInstanceOf(PutOutcome.Recovered.class, files.createIfAbsent(at("0"), OURS));
    assertEquals(List.of("PUT", "PUT", "GET"), methods());
  }

  @ParameterizedTest
  @CsvSource({"500,InternalError", "503,SlowDown", "409,ConditionalRequestConflict", "502,''"})
  void aFailureThatLandedIsRecovered(int status, String code) {
    plan(new Fate.AnswerAfter(status, code));
    assertInstanceOf(PutOutcome.Recovered.class, files.createIfAbsent(at("0"), OURS));
  }

  @ParameterizedTest
  @CsvSource({"500,InternalError", "503,SlowDown", "409,ConditionalRequestConflict", "429,Slow"})
  void aFailureThatDidNotLandIsTriedAgain(int status, String code) {
    plan(new Fate.AnswerInstead(status, code), new Fate.AnswerInstead(status, code));
    assertInstanceOf(PutOutcome.Created.class, files.createIfAbsent(at("0"), OURS));
    assertEquals(List.of("PUT", "PUT", "PUT"), methods());
    assertEquals(2, time.slept().size());
  }

  @Test
  void aTakenNameIsSaidOnlyAfterReadingItBack() {
    files.createIfAbsent(at("0"), OTHERS);
    plan();
    assertInstanceOf(PutOutcome.Exists.class, files.createIfAbsent(at("0"), OURS));
    assertEquals(List.of("PUT", "GET"), methods());
  }

  /** A gateway may have sent our request twice, so the very first answer can be a false 412. */
  @Test
  void aFirstAnswerThatSaysTakenIsCheckedToo() {
    plan(new Fate.AnswerAfter(412, "PreconditionFailed"));
    assertInstanceOf(PutOutcome.Recovered.class, files.createIfAbsent(at("0"), OURS));
  }

  @Test
  void theOldAnswerOfMinioIsUnderstood() {
    files.createIfAbsent(at("0"), OTHERS);
    plan(new Fate.AnswerInstead(304, ""));
    assertInstanceOf(PutOutcome.Exists.class, files.createIfAbsent(at("0"), OURS));
  }

  @Test
  void aTakenNameThatIsGoneWhenReadIsTriedAgain() {
    plan(new Fate.AnswerInstead(412, "PreconditionFailed"));
    assertInstanceOf(PutOutcome.Created.class, files.createIfAbsent(at("0"), OURS));
    assertEquals(List.of("PUT", "GET", "PUT"), methods());
  }

  @Test
  void aLostAnswerOfALoserIsAConflict() {
    files.createIfAbsent(at("0"), OTHERS);
    plan(LOST, RESET);
    assertInstanceOf(PutOutcome.Exists.class, files.createIfAbsent(at("0"), OURS));
  }

  @Test
  void whatCannotBeFoundOutIsUnknown() {
    proxy.plan(request -> RESET);
    assertInstanceOf(PutOutcome.Unknown.class, files.createIfAbsent(at("0"), OURS));
    proxy.plan(request -> request.method().equals("PUT") ? LOST : RESET);
    PutOutcome.Unknown unknown =
        assertInstanceOf(PutOutcome.Unknown.class, files.createIfAbsent(at("1"), OURS));
    assertEquals(Kind.TRANSIENT, unknown.cause().kind());
    assertTrue(unknown.cause().getMessage().contains("could not be read back"));
    plan();
    assertArrayEquals(OURS, files.readSmall(at("1"), 10));
  }

  @Test
  void aPutThatMayStillAppearIsUnknown() {
    proxy.plan(request -> request.method().equals("PUT") ? RESET : FaultProxy.PASS);
    PutOutcome.Unknown unknown =
        assertInstanceOf(PutOutcome.Unknown.class, files.createIfAbsent(at("0"), OURS));
    assertTrue(unknown.cause().getMessage().contains("may still appear"));
  }

  @Test
  void triesThatAllFailButOnceLandedAreRecovered() {
    proxy.plan(
        request ->
            !request.method().equals("PUT")
                ? FaultProxy.PASS
                : request.number() == 3 ? LOST : RESET);
    assertInstanceOf(PutOutcome.Recovered.class, files.createIfAbsent(at("0"), OURS));
    assertEquals(9, proxy.requests().size());
  }

  @Test
  void aRefusalIsAFailureWhichChangedNothing() {
    plan(new Fate.AnswerInstead(403, "AccessDenied"));
    assertEquals(Kind.DENIED, failure(() -> files.createIfAbsent(at("0"), OURS)));
    assertEquals(List.of("PUT"), methods());
  }

  @Test
  void aRefusalAfterADoubtfulTryIsResolvedByReading() {
    plan(LOST, new Fate.AnswerInstead(403, "AccessDenied"));
    assertInstanceOf(PutOutcome.Recovered.class, files.createIfAbsent(at("0"), OURS));
    plan(RESET, new Fate.AnswerInstead(403, "AccessDenied"));
    assertInstanceOf(PutOutcome.Unknown.class, files.createIfAbsent(at("1"), OURS));
  }

  @Test
  void aServerThatIsNotThereLeavesNoDoubt() {
    S3FileIO unreachable =
        new S3FileIO(
            time.storageOptions()
                .withS3(
                    S3Server.options("http://127.0.0.1:1")
                        .conditionalWrites(ConditionalWrites.TRUST)
                        .build()));
    assertEquals(Kind.TRANSIENT, failure(() -> unreachable.createIfAbsent(at("0"), OURS)));
    unreachable.close();
  }

  @Test
  void anInterruptBeforeTheRequestCancelsAndOneDuringItIsResolved() {
    Thread writer = Thread.currentThread();
    writer.interrupt();
    plan();
    assertThrows(OperationCancelledException.class, () -> files.createIfAbsent(at("0"), OURS));
    assertTrue(Thread.interrupted(), "the flag is kept");
    assertEquals(List.of(), methods());
    proxy.plan(
        request -> {
          boolean put = request.method().equals("PUT");
          if (put || request.number() < 5) {
            writer.interrupt();
          }
          return put ? LOST : FaultProxy.PASS;
        });
    assertInstanceOf(PutOutcome.Recovered.class, files.createIfAbsent(at("1"), OURS));
    assertTrue(Thread.interrupted(), "the flag is kept");
    proxy.plan(
        request -> {
          writer.interrupt();
          return request.method().equals("PUT") ? RESET : FaultProxy.PASS;
        });
    assertInstanceOf(PutOutcome.Unknown.class, files.createIfAbsent(at("2"), OURS));
    assertTrue(Thread.interrupted(), "the flag is kept");
  }

  /** Whatever goes wrong: one winner for each version, and each outcome says what is there. */
  @Test
  void commitsThroughABadNetworkAreNeitherLostNorDoubled() {
    commit(150);
  }

  @Test
  @Tag("slow")
  void tenThousandCommitsThroughABadNetworkAreNeitherLostNorDoubled() {
    commit(10_000);
  }

  private void commit(int commits) {
    Random random = new Random(commits);
    Map<Integer, String> acknowledged = new HashMap<>();
    Map<String, Integer> outcomes = new HashMap<>();
    proxy.plan(request -> fate(request, random));
    int version = 0;
    for (int commit = 0; commit < commits; commit++) {
      int writers = 1 + random.nextInt(2);
      for (int writer = 0; writer < writers; writer++) {
        String body = "commit " + commit + " of writer " + writer;
        PutOutcome outcome = files.createIfAbsent(at("log/" + version), body.getBytes(UTF_8));
        outcomes.merge(outcome.getClass().getSimpleName(), 1, Integer::sum);
        if (outcome instanceof PutOutcome.Created || outcome instanceof PutOutcome.Recovered) {
          assertFalse(acknowledged.containsKey(version), "two winners of " + version);
          acknowledged.put(version, body);
        } else if (outcome instanceof PutOutcome.Exists) {
          assertTrue(acknowledged.containsKey(version), "nobody won " + version);
        } else {
          throw new AssertionError(outcome.toString());
        }
      }
      version++;
    }
    plan();
    assertEquals(commits, acknowledged.size());
    acknowledged.forEach(
        (number, body) ->
            assertEquals(body, new String(files.readSmall(at("log/" + number), 100), UTF_8)));
    assertTrue(outcomes.get("Created") > commits / 2, outcomes::toString);
    assertTrue(outcomes.get("Recovered") > commits / 20, outcomes::toString);
    assertTrue(outcomes.get("Exists") > commits / 3, outcomes::toString);
  }

  private static synchronized Fate fate(Request request, Random random) {
    return switch (random.nextInt(20)) {
      case 0, 1 -> LOST;
      case 2 -> RESET;
      case 3 -> new Fate.AnswerAfter(500, "InternalError");
      case 4 -> new Fate.AnswerInstead(503, "SlowDown");
      case 5 ->
          request.isConditionalPut()
              ? new Fate.AnswerInstead(409, "ConditionalRequestConflict")
              : new Fate.CutBody(3);
      default -> FaultProxy.PASS;
    };
  }

  // ---- other operations ----

  @Test
  void readsGoOnWhereABodyBrokeOff() {
    byte[] content = noise(1_000_000);
    files.put(at("f"), content);
    try (InputFile in = files.open(FileEntry.of(at("f"), content.length))) {
      plan(new Fate.CutBody(300_000), new Fate.CutBody(100_000), LOST);
      byte[] read = new byte[900_000];
      in.read(50_000, read, 0, read.length);
      assertArrayEquals(Arrays.copyOfRange(content, 50_000, 950_000), read);
      assertEquals("bytes=50000-949999", proxy.requests().get(0).header("range").orElseThrow());
      long resumed =
          Long.parseLong(
              proxy
                  .requests()
                  .get(3)
                  .header("range")
                  .orElseThrow()
                  .replaceAll("\\D*(\\d+)-.*", "$1"));
      assertTrue(resumed > 50_000, "read again from byte " + resumed);
      assertEquals(4, methods().size());
    }
  }

  @Test
  void aSlowBodyIsReadWhole() {
    byte[] content = noise(100_000);
    files.put(at("f"), content);
    plan(new Fate.SlowBody(20));
    assertArrayEquals(content, files.readSmall(at("f"), content.length));
  }

  @Test
  void wholeReadsListsDeletesAndPutsAreTriedAgain() {
    plan(LOST, new Fate.AnswerInstead(500, "InternalError"), RESET);
    files.put(at("f"), OURS);
    plan(new Fate.CutBody(1), LOST, new Fate.AnswerInstead(503, "SlowDown"));
    assertArrayEquals(OURS, files.readSmall(at("f"), 10));
    plan(new Fate.CutBody(100), LOST);
    try (CloseableIterator<FileEntry> listing = files.list(directory, null)) {
      assertEquals("f", listing.next().name());
    }
    plan(LOST, RESET);
    assertEquals(4, files.stat(at("f")).length());
    plan(LOST, new Fate.AnswerInstead(500, "InternalError"));
    files.delete(List.of(at("f"), at("g")));
    plan();
    assertEquals(Kind.MISSING, failure(() -> files.stat(at("f"))));
  }

  @Test
  void pausesGrowAreRandomAndEnd() {
    proxy.plan(request -> new Fate.AnswerInstead(500, "InternalError"));
    StorageException failure =
        assertThrows(StorageException.class, () -> files.readSmall(at("f"), 10));
    assertEquals(Kind.TRANSIENT, failure.kind());
    assertTrue(failure.getMessage().contains("tried 8 times"), failure.getMessage());
    assertEquals(7, time.slept().size());
    long longest = 50;
    for (Duration pause : time.slept()) {
      assertTrue(pause.toMillis() <= longest + 1, pause + " of " + longest);
      longest *= 2;
    }
    assertTrue(time.slept().stream().distinct().count() > 4, "pauses are random");
  }

  @Test
  void theDeadlineEndsTheTries() {
    S3FileIO hasty = through(options -> options.deadline(Duration.ofMillis(400)));
    proxy.plan(request -> new Fate.AnswerInstead(503, "SlowDown"));
    assertEquals(Kind.THROTTLED, failure(() -> hasty.readSmall(at("f"), 10)));
    assertTrue(proxy.requests().size() < 8);
    Duration slept = time.slept().stream().reduce(Duration.ZERO, Duration::plus);
    assertTrue(slept.toMillis() <= 400, slept.toString());
    hasty.close();
  }

  @Test
  void aStoreThatFailsAllTheTimeIsNotAskedMoreAndMore() {
    proxy.plan(request -> new Fate.AnswerInstead(500, "InternalError"));
    for (int i = 0; i < 30; i++) {
      assertEquals(Kind.TRANSIENT, failure(() -> files.stat(at("f"))));
    }
    assertTrue(proxy.requests().size() <= 130, "sent " + proxy.requests().size());
    StorageException failure = assertThrows(StorageException.class, () -> files.stat(at("f")));
    assertTrue(failure.getMessage().contains("too many requests fail"), failure.getMessage());
    plan(LOST, FaultProxy.PASS, RESET, RESET);
    assertInstanceOf(PutOutcome.Recovered.class, files.createIfAbsent(at("0"), OURS));
    assertEquals(List.of("PUT", "PUT", "GET", "GET", "GET"), methods());
  }

  @ParameterizedTest
  @CsvSource({
    "403, AccessDenied, DENIED, access is denied",
    "403, InvalidAccessKeyId, DENIED, access is denied",
    "403, RequestTimeTooSkewed, MISCONFIGURED, clock",
    "404, NoSuchBucket, MISCONFIGURED, bucket does not exist",
    "404, NoSuchKey, MISSING, no such file",
    "400, ExpiredToken, DENIED, expired",
    "400, InvalidRequest, MISCONFIGURED, check endpoint",
    "301, PermanentRedirect, MISCONFIGURED, another region",
    "400, AuthorizationHeaderMalformed, MISCONFIGURED, another region",
    "405, MethodNotAllowed, MISCONFIGURED, check endpoint",
    "416, InvalidRange, CORRUPT, ends before",
    "501, NotImplemented, UNSUPPORTED, cannot do it"
  })
  void answersHaveTheirKindAndSayWhatToDo(int status, String code, Kind kind, String text) {
    proxy.plan(request -> new Fate.AnswerInstead(status, code));
    StorageException failure =
        assertThrows(StorageException.class, () -> files.readSmall(at("f"), 10));
    assertEquals(kind, failure.kind());
    assertTrue(failure.getMessage().contains(text), failure.getMessage());
    assertTrue(failure.getMessage().contains(status + " " + code), failure.getMessage());
  }

  @Test
  void aFileReplacedWhileOpenIsRefused() {
    files.put(at("f"), noise(1_000));
    try (InputFile in = files.open(files.stat(at("f")))) {
      files.put(at("f"), noise(2_000));
      assertEquals(Kind.CHANGED, failure(() -> in.read(0, new byte[10], 0, 10)));
    }
    try (InputFile in = files.open(FileEntry.of(at("f"), 2_000))) {
      in.read(0, new byte[10], 0, 10);
      files.put(at("f"), noise(1_000));
      assertEquals(Kind.CHANGED, failure(() -> in.read(0, new byte[10], 0, 10)));
    }
  }

  @Test
  void rangesNearEachOtherAreOneRequestAndFailTogether() {
    byte[] content = noise(3_000_000);
    files.put(at("f"), content);
    List<ByteRange> ranges =
        List.of(
            new ByteRange(0, 1_000), new ByteRange(100_000, 5), new ByteRange(2_000_000, 500_000));
    try (InputFile in = files.open(FileEntry.of(at("f"), content.length))) {
      plan(new Fate.CutBody(50_000));
      List<CompletableFuture<ByteBuffer>> read = in.readRanges(ranges, ByteBuffer::allocate);
      for (int i = 0; i < 3; i++) {
        ByteRange range = ranges.get(i);
        byte[] expected = Arrays.copyOfRange(content, (int) range.position(), (int) range.end());
        assertArrayEquals(expected, read.get(i).join().array());
      }
      assertEquals(3, methods().size());
      proxy.plan(
          request ->
              request.header("range").orElse("").contains("=0-")
                  ? new Fate.AnswerInstead(403, "AccessDenied")
                  : FaultProxy.PASS);
      List<CompletableFuture<ByteBuffer>> half = in.readRanges(ranges, ByteBuffer::allocate);
      assertEquals(500_000, half.get(2).join().remaining());
      for (int i = 0; i < 2; i++) {
        CompletionException e = assertThrows(CompletionException.class, half.get(i)::join);
        assertEquals(Kind.DENIED, assertInstanceOf(StorageException.class, e.getCause()).kind());
      }
    }
  }

  // ---- data files ----

  private static byte[] noise(int length) {
    byte[] content = new byte[length];
    new Random(length).nextBytes(content);
    return content;
  }

  private OutputFile written(String name, byte[] content) {
    OutputFile out = files.create(at(name));
    for (int at = 0; at < content.length; at += 1_000_003) {
      out.write(content, at, Math.min(1_000_003, content.length - at));
    }
    return out;
  }

  @Test
  void aSmallDataFileIsOneRequest() {
    byte[] content = noise(1_000_000);
    OutputFile out = written("part-0", content);
    assertEquals(List.of(), methods());
    out.close();
    assertEquals(List.of("PUT"), methods());
    assertArrayEquals(content, files.readSmall(at("part-0"), content.length));
  }

  @Test
  void aLargeDataFileIsSentInParts() {
    byte[] content = noise(2 * S3OutputFile.PART_BYTES + 12_345);
    proxy.plan(
        request ->
            request.number() % 3 == 0 && request.method().equals("PUT") ? LOST : FaultProxy.PASS);
    OutputFile out = written("part-0", content);
    assertEquals(Kind.MISSING, failure(() -> files.stat(at("part-0"))));
    out.close();
    assertEquals(content.length, out.position());
    assertEquals(content.length, files.stat(at("part-0")).length());
    assertArrayEquals(content, files.readSmall(at("part-0"), content.length));
  }

  @Test
  void aDataFileOfExactlyOnePartIsWhole() {
    byte[] content = noise(S3OutputFile.PART_BYTES);
    written("part-0", content).close();
    assertArrayEquals(content, files.readSmall(at("part-0"), content.length));
  }

  /** The upload is gone when it is completed again, and the object is there. */
  @Test
  void aLostAnswerToTheLastRequestIsFoundOut() {
    byte[] content = noise(S3OutputFile.PART_BYTES + 5);
    proxy.plan(
        request ->
            request.method().equals("POST")
                    && request.target().contains("uploadId")
                    && request.number() < 6
                ? LOST
                : FaultProxy.PASS);
    written("part-0", content).close();
    assertArrayEquals(content, files.readSmall(at("part-0"), content.length));
  }

  @Test
  void aDataFileThatCannotBeSentIsDropped() {
    byte[] content = noise(S3OutputFile.PART_BYTES + 5);
    proxy.plan(
        request ->
            request.method().equals("POST") && request.target().contains("uploadId")
                ? new Fate.AnswerInstead(403, "AccessDenied")
                : FaultProxy.PASS);
    assertEquals(Kind.DENIED, failure(written("part-0", content)::close));
    assertEquals("DELETE", methods().get(methods().size() - 1));
    plan();
    assertEquals(Kind.MISSING, failure(() -> files.stat(at("part-0"))));
  }

  @Test
  void aFailedPartFailsTheFileAndAbortEndsTheUpload() {
    proxy.plan(
        request ->
            request.target().contains("partNumber")
                ? new Fate.AnswerInstead(403, "AccessDenied")
                : FaultProxy.PASS);
    OutputFile out = files.create(at("part-0"));
    assertEquals(
        Kind.DENIED,
        failure(
            () -> {
              byte[] content = noise(6 * S3OutputFile.PART_BYTES);
              out.write(content, 0, content.length);
              out.close();
            }));
    out.close();
    out.abort();
    assertEquals(1, methods().stream().filter("DELETE"::equals).count());
  }

  @Test
  void anInterruptedDataFileIsDropped() {
    OutputFile out = written("part-0", noise(S3OutputFile.PART_BYTES + 5));
    Thread.currentThread().interrupt();
    assertThrows(OperationCancelledException.class, out::close);
    assertTrue(Thread.interrupted(), "the flag is kept");
    assertEquals("DELETE", methods().get(methods().size() - 1));
    assertEquals(Kind.MISSING, failure(() -> files.stat(at("part-0"))));
  }

  // ---- listings ----

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00000000000000000010",
        "00000000000000000019.json",
        "a",
        "0",
        "_x",
        "Z",
        "-",
        "~"
      })
  void aListingStartsAtItsNameAndNotMuchBefore(String start) {
    List<String> names =
        List.of(
            "-",
            "0",
            "00000000000000000009.json",
            "00000000000000000010",
            "00000000000000000010.json",
            "00000000000000000019.json",
            "A",
            "Z",
            "_",
            "_x",
            "_y",
            "a",
            "b",
            "~");
    names.forEach(name -> server.put(at(name), OURS));
    List<String> expected =
        names.stream().filter(name -> name.compareTo(start) >= 0).sorted().toList();
    List<String> seen = new ArrayList<>();
    try (CloseableIterator<FileEntry> listing = files.list(directory, start)) {
      listing.forEachRemaining(entry -> seen.add(entry.name()));
    }
    assertEquals(expected, seen);
  }

  @Test
  void aListingAsksForKeysInsideThePrefixOnly() {
    plan();
    files.list(directory, "00000000000000000020").hasNext();
    String target = proxy.requests().get(0).target();
    assertTrue(target.contains("delimiter=%2F"), target);
    assertTrue(
        target.contains("start-after=" + directory.name() + "%2F0000000000000000002.~"), target);
    plan();
    files.list(directory, null).hasNext();
    assertFalse(proxy.requests().get(0).target().contains("start-after"));
  }

  @Test
  void aListingOfManyFilesTakesAPageAtATime() {
    List<String> names = IntStream.range(0, 1_050).mapToObj("%05d"::formatted).toList();
    names.forEach(name -> server.put(at(name), OURS));
    plan();
    try (CloseableIterator<FileEntry> listing = files.list(directory, null)) {
      listing.next();
      assertEquals(1, methods().size());
    }
    plan();
    files.delete(names.stream().map(this::at).toList());
    assertEquals(List.of("POST", "POST"), methods());
  }
}
