package dev.lakehouse.io.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.ByteRange;
import dev.lakehouse.io.Capabilities.CreateIfAbsent;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every storage backend must do. A backend's test extends it; each test method gets a
 * directory of its own.
 */
@Timeout(120)
public abstract class FileIOContract {
  private static final int WRITERS = 16;

  /** Names that some store or some path coding gets wrong. */
  private static final List<String> ODD_NAMES =
      List.of(
          "a b", "a%20b", "100%", "a+b", "k=v", "a#b", "a?b", "a&b", "a;b", "a:b", "a@b", "a'b",
          "a,b", "(a)", "[a]", "{a}", "a~b", "a^b", "a|b", "a\"b", "a$b", "a!b", "a*b", "é", "数量",
          "😀", "\uFF5E", "..a", "a..b");

  /** The store under test; the same one during a test method. */
  protected abstract FileIO files();

  /** An absent directory of the store, another one for each test method. */
  protected abstract Location directory();

  /** How many rounds of 16 writers decide that put-if-absent holds. */
  protected int rounds() {
    return 40;
  }

  /** How many rounds the slow test has. */
  protected int slowRounds() {
    return 200;
  }

  /** How many files the long listing has. */
  protected int manyFiles() {
    return 2_345;
  }

  /** False for a store that cannot hold {@code name}. */
  protected boolean canName(String name) {
    return true;
  }

  private Location at(String name) {
    return directory().child(name);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  /** Reproducible content in which a shifted or torn read shows. */
  protected static byte[] noise(int length, long seed) {
    byte[] content = new byte[length];
    new Random(seed).nextBytes(content);
    return content;
  }

  private List<String> names(Location directory, String startFrom) {
    List<String> names = new ArrayList<>();
    try (CloseableIterator<FileEntry> entries = files().list(directory, startFrom)) {
      entries.forEachRemaining(entry -> names.add(entry.name()));
    }
    return names;
  }

  private List<String> below(Location directory) {
    List<String> names = new ArrayList<>();
    try (CloseableIterator<FileEntry> entries = files().listRecursive(directory)) {
      entries.forEachRemaining(entry -> names.add(directory.relativize(entry.location())));
    }
    names.sort(null);
    return names;
  }

  private Kind failure(Runnable operation) {
    return assertThrows(StorageException.class, operation::run).kind();
  }

  // ---- create if absent ----

  @Test
  void theStoreSaysThatItCanCreateIfAbsent() {
    assertEquals(CreateIfAbsent.NATIVE, files().capabilities(directory()).createIfAbsent());
  }

  @Test
  void theFirstCreateWinsAndTheSecondIsToldSo() {
    assertInstanceOf(PutOutcome.Created.class, files().createIfAbsent(at("a/0.json"), bytes("1")));
    assertInstanceOf(PutOutcome.Exists.class, files().createIfAbsent(at("a/0.json"), bytes("2")));
    assertArrayEquals(bytes("1"), files().readSmall(at("a/0.json"), 10));
  }

  @Test
  void aSecondCreateOfTheSameLengthIsNotTakenForOurs() {
    byte[] first = noise(600_000, 1);
    byte[] second = first.clone();
    second[second.length - 1]++;
    files().createIfAbsent(at("0.json"), first);
    assertInstanceOf(PutOutcome.Exists.class, files().createIfAbsent(at("0.json"), second));
  }

  @Test
  void creatingTheSameContentAgainIsRecovered() {
    byte[] body = noise(600_000, 1);
    files().createIfAbsent(at("0.json"), body);
    assertInstanceOf(PutOutcome.Recovered.class, files().createIfAbsent(at("0.json"), body));
  }

  @Test
  void anEmptyFileCanBeCreatedOnce() {
    assertInstanceOf(PutOutcome.Created.class, files().createIfAbsent(at("0"), new byte[0]));
    assertInstanceOf(PutOutcome.Exists.class, files().createIfAbsent(at("0"), bytes("x")));
    assertEquals(0, files().stat(at("0")).length());
    assertEquals(0, files().readSmall(at("0"), 10).length);
  }

  @Test
  void theCallerMayReuseItsArray() {
    byte[] body = bytes("before");
    files().createIfAbsent(at("created"), body);
    files().put(at("put"), body);
    Arrays.fill(body, (byte) 'x');
    assertArrayEquals(bytes("before"), files().readSmall(at("created"), 10));
    assertArrayEquals(bytes("before"), files().readSmall(at("put"), 10));
  }

  @Test
  void ofSixteenWritersExactlyOneWins() throws Exception {
    race(200);
  }

  @Test
  void ofSixteenWritersOfLargeFilesOneWinsAndNoReaderSeesAPart() throws Exception {
    race(300_000);
  }

  @Test
  @Tag("slow")
  @Timeout(1_200)
  void ofSixteenWritersExactlyOneWinsHoweverOftenItIsTried() throws Exception {
    race(2_000, slowRounds());
  }

  private void race(int length) throws Exception {
    race(length, rounds());
  }

  private void race(int length, int rounds) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(WRITERS + 1);
    try {
      for (int round = 0; round < rounds; round++) {
        Location file = at("log/" + length + "/" + round + ".json");
        AtomicBoolean over = new AtomicBoolean();
        Future<?> reader = pool.submit(() -> pollWholeFiles(file, length, over));
        CyclicBarrier start = new CyclicBarrier(WRITERS);
        List<Future<PutOutcome>> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
          byte[] body = noise(length, writer);
          writers.add(
              pool.submit(
                  () -> {
                    start.await();
                    return files().createIfAbsent(file, body);
                  }));
        }
        int winner = winner(writers, round);
        over.set(true);
        reader.get();
        assertArrayEquals(noise(length, winner), files().readSmall(file, length));
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static int winner(List<Future<PutOutcome>> writers, int round) throws Exception {
    List<Integer> winners = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      PutOutcome outcome = writers.get(writer).get();
      if (outcome instanceof PutOutcome.Exists) {
        continue;
      }
      assertFalse(outcome instanceof PutOutcome.Unknown, () -> outcome.toString());
      winners.add(writer);
    }
    assertEquals(1, winners.size(), "winners of round " + round + ": " + winners);
    return winners.get(0);
  }

  private void pollWholeFiles(Location file, int length, AtomicBoolean over) {
    do {
      try {
        assertEquals(length, files().readSmall(file, length).length);
      } catch (StorageException e) {
        assertEquals(Kind.MISSING, e.kind());
      }
    } while (!over.get());
  }

  // ---- put ----

  @Test
  void putReplacesTheWholeFile() {
    files().put(at("a/_last_checkpoint"), bytes("a longer one"));
    files().put(at("a/_last_checkpoint"), bytes("short"));
    assertArrayEquals(bytes("short"), files().readSmall(at("a/_last_checkpoint"), 100));
  }

  @Test
  void aReaderOfAFileBeingReplacedSeesTheOldOrTheNewOne() throws Exception {
    byte[] odd = noise(200_000, 1);
    byte[] even = noise(100_000, 2);
    files().put(at("hint"), odd);
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < rounds(); i++) {
                files().put(at("hint"), i % 2 == 0 ? even : odd);
              }
              over.set(true);
            });
    do {
      byte[] seen = files().readSmall(at("hint"), 1_000_000);
      assertTrue(Arrays.equals(seen, odd) || Arrays.equals(seen, even), "a torn read");
    } while (!over.get());
    writer.get();
  }

  // ---- streaming create ----

  @Test
  void aDataFileIsInvisibleUntilItIsClosed() {
    byte[] content = noise(1_000_000, 3);
    try (OutputFile out = files().create(at("d/part-0.parquet"))) {
      assertEquals(at("d/part-0.parquet"), out.location());
      out.write(content, 0, 600_001);
      out.write(content, 600_001, 7);
      assertEquals(600_008, out.position());
      assertEquals(List.of(), names(at("d"), null));
      assertEquals(Kind.MISSING, failure(() -> files().stat(at("d/part-0.parquet"))));
      out.write(content, 600_008, content.length - 600_008);
    }
    assertEquals(List.of("part-0.parquet"), names(at("d"), null));
    assertArrayEquals(content, files().readSmall(at("d/part-0.parquet"), 2_000_000));
  }

  @Test
  void anEmptyDataFileCanBeCreated() {
    files().create(at("empty")).close();
    assertEquals(0, files().stat(at("empty")).length());
  }

  @Test
  void anAbortedDataFileLeavesNothing() {
    OutputFile out = files().create(at("d/part-0.parquet"));
    out.write(noise(300_000, 3), 0, 300_000);
    out.abort();
    out.abort();
    out.close();
    assertEquals(List.of(), names(at("d"), null));
    assertEquals(List.of(), below(at("d")));
  }

  @Test
  void abortAfterCloseKeepsTheFile() {
    OutputFile out = files().create(at("kept"));
    out.write(bytes("kept"), 0, 4);
    out.close();
    out.abort();
    out.close();
    assertArrayEquals(bytes("kept"), files().readSmall(at("kept"), 10));
  }

  @Test
  void aClosedDataFileTakesNoMore() {
    OutputFile out = files().create(at("closed"));
    out.close();
    assertThrows(IllegalStateException.class, () -> out.write(bytes("x"), 0, 1));
  }

  // ---- reading ----

  @Test
  void anyRangeCanBeRead() {
    byte[] content = noise(700_001, 4);
    files().put(at("f"), content);
    try (InputFile in = files().open(at("f"))) {
      assertEquals(content.length, in.length());
      assertEquals(at("f"), in.location());
      assertRange(in, content, 0, content.length);
      assertRange(in, content, content.length - 8, 8);
      assertRange(in, content, 123_456, 300_000);
      assertRange(in, content, 5, 0);
      assertRange(in, content, content.length, 0);
    }
  }

  private static void assertRange(InputFile in, byte[] content, int position, int length) {
    byte[] target = new byte[length + 20];
    in.read(position, target, 10, length);
    assertArrayEquals(
        Arrays.copyOfRange(content, position, position + length),
        Arrays.copyOfRange(target, 10, 10 + length));
    assertArrayEquals(new byte[10], Arrays.copyOf(target, 10));
    assertArrayEquals(
        new byte[10], Arrays.copyOfRange(target, length + 10, length + 20), "behind the range");
  }

  @Test
  void manyRangesCanBeReadAtOnce() {
    byte[] content = noise(3_000_000, 5);
    files().put(at("f"), content);
    List<ByteRange> ranges =
        List.of(
            new ByteRange(2_000_000, 700_000),
            new ByteRange(0, 4),
            new ByteRange(100, 0),
            new ByteRange(50, 100),
            new ByteRange(100, 100),
            new ByteRange(2_999_999, 1),
            new ByteRange(900_000, 10));
    try (InputFile in = files().open(at("f"))) {
      List<CompletableFuture<ByteBuffer>> read = in.readRanges(ranges, ByteBuffer::allocate);
      for (int i = 0; i < ranges.size(); i++) {
        ByteBuffer buffer = read.get(i).join();
        byte[] got = new byte[buffer.remaining()];
        buffer.get(got);
        ByteRange range = ranges.get(i);
        assertArrayEquals(
            Arrays.copyOfRange(content, (int) range.position(), (int) range.end()), got);
      }
      assertEquals(List.of(), in.readRanges(List.of(), ByteBuffer::allocate));
    }
  }

  @Test
  void aHandleServesManyThreads() {
    byte[] content = noise(2_000_000, 6);
    files().put(at("f"), content);
    try (InputFile in = files().open(at("f"))) {
      IntStream.range(0, 64)
          .parallel()
          .forEach(i -> assertRange(in, content, i * 20_011, 100_000 + i));
    }
  }

  @Test
  void readingPastTheEndSaysThatTheFileIsCorrupt() {
    files().put(at("f"), bytes("12345"));
    try (InputFile in = files().open(FileEntry.of(at("f"), 1_000))) {
      assertEquals(Kind.CORRUPT, failure(() -> in.read(3, new byte[10], 0, 10)));
      assertEquals(Kind.CORRUPT, failure(() -> in.read(900, new byte[10], 0, 10)));
      assertEquals(Kind.CORRUPT, rangeFailure(in, new ByteRange(3, 10)));
    }
  }

  private Kind rangeFailure(InputFile in, ByteRange range) {
    try {
      in.readRanges(List.of(range), ByteBuffer::allocate).get(0).join();
    } catch (StorageException e) {
      return e.kind();
    } catch (java.util.concurrent.CompletionException e) {
      return assertInstanceOf(StorageException.class, e.getCause()).kind();
    }
    throw new AssertionError("read " + range);
  }

  @Test
  void openingLooksNothingUpUntilARead() {
    try (InputFile in = files().open(FileEntry.of(at("absent"), 10))) {
      assertEquals(10, in.length());
      assertEquals(Kind.MISSING, failure(() -> in.read(0, new byte[10], 0, 10)));
      assertEquals(Kind.MISSING, rangeFailure(in, new ByteRange(3, 7)));
    }
    assertEquals(Kind.MISSING, failure(() -> files().open(at("absent"))));
  }

  @Test
  void aClosedHandleReadsNothing() {
    files().put(at("f"), bytes("12345"));
    InputFile in = files().open(at("f"));
    in.close();
    in.close();
    assertThrows(IllegalStateException.class, () -> in.read(0, new byte[1], 0, 1));
  }

  @Test
  void aFileReplacedWhileOpenIsNeverMixed() {
    byte[] before = noise(400_000, 7);
    files().put(at("f"), before);
    try (InputFile in = files().open(at("f"))) {
      assertRange(in, before, 0, 1_000);
      files().put(at("f"), noise(400_000, 8));
      try {
        assertRange(in, before, 200_000, 100_000);
      } catch (StorageException e) {
        assertEquals(Kind.CHANGED, e.kind());
      }
    }
  }

  @Test
  void readSmallRefusesMoreThanAsked() {
    files().put(at("f"), bytes("12345"));
    assertArrayEquals(bytes("12345"), files().readSmall(at("f"), 5));
    assertEquals(Kind.CORRUPT, failure(() -> files().readSmall(at("f"), 4)));
    assertEquals(Kind.MISSING, failure(() -> files().readSmall(at("absent"), 5)));
  }

  @Test
  void statTellsLengthAndTime() {
    long before = System.currentTimeMillis();
    files().put(at("f"), bytes("12345"));
    FileEntry entry = files().stat(at("f"));
    assertEquals(5, entry.length());
    assertEquals(at("f"), entry.location());
    assertTrue(
        Math.abs(entry.modifiedMillis() - before) < 60_000, "written at " + entry.modifiedMillis());
  }

  @Test
  void aDirectoryIsNotAFile() {
    files().put(at("d/f"), bytes("12345"));
    assertEquals(Kind.MISSING, failure(() -> files().stat(at("d"))));
    assertEquals(Kind.MISSING, failure(() -> files().readSmall(at("d"), 100)));
    assertEquals(Kind.MISSING, failure(() -> files().stat(at("absent/f"))));
  }

  // ---- listing ----

  @Test
  void listingIsSortedFromTheStartNameAndSkipsWhatLiesDeeper() {
    for (String name : List.of("10", "09", "1", "2", "_x", "sub/3", "sub/4", "a-b", "a", "a.b")) {
      files().put(at("log/" + name), bytes(name));
    }
    files().put(at("log2/99"), bytes("beside"));
    files().put(at("log.txt"), bytes("beside"));
    assertEquals(List.of("09", "1", "10", "2", "_x", "a", "a-b", "a.b"), names(at("log"), null));
    assertEquals(List.of("10", "2", "_x", "a", "a-b", "a.b"), names(at("log"), "10"));
    assertEquals(List.of("2", "_x", "a", "a-b", "a.b"), names(at("log"), "10x"));
    assertEquals(List.of("a-b", "a.b"), names(at("log"), "a-"));
    assertEquals(List.of(), names(at("log"), "zz"));
    assertEquals(List.of("3", "4"), names(at("log/sub"), null));
  }

  @Test
  void listingTellsWhatStatTells() {
    files().put(at("log/f"), bytes("12345"));
    try (CloseableIterator<FileEntry> entries = files().list(at("log"), null)) {
      FileEntry listed = entries.next();
      FileEntry looked = files().stat(at("log/f"));
      assertEquals(looked.location(), listed.location());
      assertEquals(looked.length(), listed.length());
      assertEquals(looked.etag(), listed.etag());
      assertTrue(Math.abs(looked.modifiedMillis() - listed.modifiedMillis()) < 2_000);
      assertFalse(entries.hasNext());
    }
  }

  @Test
  void anAbsentDirectoryHasNoFiles() {
    assertEquals(List.of(), names(at("absent"), null));
    assertEquals(List.of(), names(at("absent/deep"), "0"));
    assertEquals(List.of(), below(at("absent")));
  }

  @Test
  void aFileHasNoFilesBelow() {
    files().put(at("f"), bytes("12345"));
    assertEquals(List.of(), names(at("f"), null));
    assertEquals(List.of(), below(at("f")));
  }

  @Test
  void longListingsAreWhole() {
    List<String> expected =
        IntStream.range(0, manyFiles()).mapToObj(i -> String.format("%020d.json", i)).toList();
    try (var pool = new Workers()) {
      pool.forEach(expected, name -> files().put(at("log/" + name), bytes(name)));
    }
    assertEquals(expected, names(at("log"), null));
    int middle = manyFiles() / 2;
    assertEquals(expected.subList(middle, manyFiles()), names(at("log"), expected.get(middle)));
    assertEquals(manyFiles(), below(directory()).size());
    files().delete(expected.stream().map(name -> at("log/" + name)).toList());
    assertEquals(List.of(), names(at("log"), null));
  }

  @Test
  void aListingMayBeClosedBeforeItsEnd() {
    files().put(at("log/0"), bytes("0"));
    files().put(at("log/1"), bytes("1"));
    CloseableIterator<FileEntry> entries = files().list(at("log"), null);
    assertEquals("0", entries.next().name());
    entries.close();
    entries.close();
  }

  @Test
  void listRecursiveFindsAllFilesBelow() {
    for (String name : List.of("a", "b/c", "b/d/e", "b-/x", "_change_data/k=v/f")) {
      files().put(at("t/" + name), bytes(name));
    }
    files().put(at("t2/beside"), bytes("x"));
    assertEquals(List.of("_change_data/k=v/f", "a", "b-/x", "b/c", "b/d/e"), below(at("t")));
    assertEquals(List.of("c", "d/e"), below(at("t/b")));
  }

  @Test
  void oddNamesAreKept() {
    List<String> names = ODD_NAMES.stream().filter(this::canName).toList();
    for (String name : names) {
      files().put(at("odd/" + name), bytes(name));
      files().createIfAbsent(at("in/" + name + "/" + name), bytes(name + "!"));
    }
    List<String> sorted = new ArrayList<>(names);
    sorted.sort((a, b) -> Arrays.compareUnsigned(bytes(a), bytes(b)));
    assertEquals(sorted, names(at("odd"), null));
    for (String name : names) {
      assertArrayEquals(bytes(name), files().readSmall(at("odd/" + name), 100), name);
      assertEquals(at("odd/" + name), files().stat(at("odd/" + name)).location());
      assertEquals(List.of(name), names(at("in/" + name), name));
      try (InputFile in = files().open(at("in/" + name + "/" + name))) {
        assertRange(in, bytes(name + "!"), 0, bytes(name).length + 1);
      }
    }
    int half = names.size() / 2;
    assertEquals(sorted.subList(half, sorted.size()), names(at("odd"), sorted.get(half)));
    files().delete(names.stream().map(name -> at("odd/" + name)).toList());
    assertEquals(List.of(), names(at("odd"), null));
    assertEquals(names.size(), below(at("in")).size());
  }

  @Test
  void longNamesAreKept() {
    String name = "n".repeat(240) + ".parquet";
    files().createIfAbsent(at(name), bytes("1"));
    assertEquals(List.of(name), names(directory(), null));
  }

  // ---- deleting ----

  @Test
  void deletingWhatIsNotThereSucceeds() {
    files().put(at("d/a"), bytes("a"));
    files().put(at("d/b"), bytes("b"));
    files().delete(List.of(at("d/absent"), at("d/a"), at("nowhere/x"), at("d/a/x")));
    assertEquals(List.of("b"), names(at("d"), null));
    files().delete(List.of());
  }

  @Test
  void deletingADirectoryKeepsItsFiles() {
    files().put(at("d/a"), bytes("a"));
    files().delete(List.of(at("d")));
    assertEquals(List.of("a"), names(at("d"), null));
  }

  @Test
  void aDeletedNameCanBeCreatedAgain() {
    files().createIfAbsent(at("0"), bytes("1"));
    files().delete(List.of(at("0")));
    assertInstanceOf(PutOutcome.Created.class, files().createIfAbsent(at("0"), bytes("2")));
    assertArrayEquals(bytes("2"), files().readSmall(at("0"), 10));
  }

  @Test
  void deleteRunsToItsEndOnAnInterruptedThread() {
    files().put(at("d/a"), bytes("a"));
    Thread.currentThread().interrupt();
    try {
      files().delete(List.of(at("d/a")));
      assertTrue(Thread.currentThread().isInterrupted(), "the flag is kept");
    } finally {
      Thread.interrupted();
    }
    assertEquals(List.of(), names(at("d"), null));
  }

  // ---- failures ----

  @Test
  void failuresNamePathAndOperation() {
    StorageException failure =
        assertThrows(StorageException.class, () -> files().readSmall(at("absent"), 5));
    assertEquals(at("absent").toString(), failure.path());
    assertEquals("read", failure.operation());
    assertTrue(failure.getMessage().contains(at("absent").toString()), failure.getMessage());
    assertEquals(
        "stat", assertThrows(StorageException.class, () -> files().stat(at("absent"))).operation());
  }
}
