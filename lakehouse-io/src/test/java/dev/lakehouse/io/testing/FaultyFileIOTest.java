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
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;
import dev.lakehouse.io.memory.MemoryFileIO;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class FaultyFileIOTest {
  private static final Location ROOT = Location.parse("memory://b/t");
  private static final byte[] BODY = "0123456789".getBytes(UTF_8);

  private final MemoryFileIO store = new MemoryFileIO();

  private static Location at(String name) {
    return ROOT.child(name);
  }

  private FaultyFileIO faulty(Fault fault, int at) {
    return new FaultyFileIO(store, fault, at);
  }

  private boolean isThere(String name) {
    try {
      return store.stat(at(name)).length() == BODY.length;
    } catch (StorageException e) {
      assertEquals(Kind.MISSING, e.kind());
      return false;
    }
  }

  @Test
  void onlyTheNthOperationFails() {
    FaultyFileIO files = faulty(Fault.BEFORE, 3);
    files.put(at("1"), BODY);
    files.stat(at("1"));
    assertFalse(files.fired());
    assertThrows(StorageException.class, () -> files.put(at("2"), BODY));
    assertTrue(files.fired());
    files.put(at("3"), BODY);
    assertFalse(isThere("2"));
    assertTrue(isThere("3"));
  }

  @Test
  void aLostAnswerFailsThoughTheWorkIsDone() {
    assertThrows(StorageException.class, () -> faulty(Fault.AFTER, 1).put(at("1"), BODY));
    assertTrue(isThere("1"));
    PutOutcome outcome = faulty(Fault.AFTER, 1).createIfAbsent(at("2"), BODY);
    assertInstanceOf(PutOutcome.Unknown.class, outcome);
    assertTrue(isThere("2"));
    assertThrows(StorageException.class, () -> faulty(Fault.AFTER, 1).delete(List.of(at("1"))));
    assertFalse(isThere("1"));
  }

  @Test
  void aTornStreamIsNeverVisible() {
    OutputFile out = faulty(Fault.TORN, 2).create(at("1"));
    assertThrows(StorageException.class, () -> out.write(BODY, 0, 10));
    assertEquals(5, out.position());
    out.close();
    assertFalse(isThere("1"));
    out.abort();
    assertFalse(isThere("1"));
  }

  @Test
  void aTornReadFailsInTheMiddle() {
    store.put(at("1"), BODY);
    FaultyFileIO files = faulty(Fault.TORN, 1);
    byte[] target = new byte[10];
    try (InputFile in = files.open(store.stat(at("1")))) {
      assertThrows(StorageException.class, () -> in.read(0, target, 0, 10));
    }
    assertArrayEquals("01234\0\0\0\0\0".getBytes(UTF_8), target);
    try (InputFile in = faulty(Fault.TORN, 1).open(store.stat(at("1")))) {
      List<ByteRange> ranges = List.of(new ByteRange(0, 1), new ByteRange(5, 1));
      var read = in.readRanges(ranges, ByteBuffer::allocate);
      assertEquals('0', read.get(0).join().get());
      assertThrows(CompletionException.class, () -> read.get(1).join());
    }
  }

  @Test
  void aFullDiskStaysFullButReadsAndDeletes() {
    FaultyFileIO files = faulty(Fault.NO_SPACE, 2);
    files.put(at("1"), BODY);
    assertThrows(StorageException.class, () -> files.put(at("2"), BODY));
    assertThrows(StorageException.class, () -> files.createIfAbsent(at("3"), BODY));
    files.stat(at("1"));
    files.delete(List.of(at("1")));
    assertFalse(isThere("1"));
    files.heal();
    files.put(at("2"), BODY);
  }

  @Test
  void aDenialHasItsKind() {
    FaultyFileIO files = faulty(Fault.DENIED, 1);
    StorageException failure = assertThrows(StorageException.class, () -> files.list(ROOT, null));
    assertEquals(Kind.DENIED, failure.kind());
  }

  @Test
  void aStaleListingLacksTheLastFile() {
    FaultyFileIO files = faulty(Fault.STALE_LISTING, 2);
    files.put(at("1"), BODY);
    files.put(at("2"), BODY);
    assertEquals(2, count(files));
    assertEquals(1, count(files));
    assertEquals(2, count(files));
  }

  private static int count(FaultyFileIO files) {
    int count = 0;
    try (var entries = files.list(ROOT, null)) {
      for (; entries.hasNext(); entries.next()) {
        count++;
      }
    }
    return count;
  }

  @Test
  void nothingWorksAfterACrashUntilItIsHealed() {
    FaultyFileIO files = faulty(Fault.CRASH_AFTER, 2);
    OutputFile open = files.create(at("open"));
    assertThrows(Fault.Crash.class, () -> files.put(at("1"), BODY));
    assertTrue(isThere("1"));
    assertThrows(Fault.Crash.class, () -> files.stat(at("1")));
    assertThrows(Fault.Crash.class, () -> files.delete(List.of(at("1"))));
    assertThrows(Fault.Crash.class, open::close);
    open.abort();
    assertTrue(isThere("1"));
    files.heal();
    assertEquals(10, files.stat(at("1")).length());
    assertThrows(
        Fault.Crash.class, () -> faulty(Fault.CRASH_BEFORE, 1).createIfAbsent(at("2"), BODY));
    assertFalse(isThere("2"));
  }

  @Test
  void recordedOperationsAreListedInOrder() {
    RecordingFileIO files = new RecordingFileIO(store);
    files.createIfAbsent(at("_delta_log/0"), BODY);
    try (OutputFile out = files.create(at("part"))) {
      out.write(BODY, 0, 10);
    }
    files.create(at("aborted")).abort();
    try (InputFile in = files.open(at("part"))) {
      in.read(2, new byte[3], 0, 3);
      in.readRanges(List.of(new ByteRange(0, 1), new ByteRange(9, 1)), ByteBuffer::allocate);
    }
    files.list(at("_delta_log"), "0").close();
    files.listRecursive(ROOT).close();
    files.readSmall(at("_delta_log/0"), 10);
    files.put(at("hint"), BODY);
    files.delete(List.of(at("part"), at("hint")));
    assertEquals(1, files.count(RecordingFileIO.Verb.PUT));
    assertEquals(
        List.of(
            "CREATE_IF_ABSENT _delta_log/0",
            "CREATE part",
            "ABORT aborted",
            "STAT part",
            "READ part 2+3",
            "READ_RANGES part 0+1 9+1",
            "LIST _delta_log 0",
            "LIST_RECURSIVE .",
            "READ_SMALL _delta_log/0",
            "PUT hint",
            "DELETE part",
            "DELETE hint"),
        files.take(ROOT));
    assertEquals(List.of(), files.take(ROOT));
  }

  @Test
  void simulatedTimePassesBySleeping() {
    SimulatedTime time = new SimulatedTime();
    long start = time.clock().millis();
    time.sleeper().sleep(Duration.ofHours(1));
    time.advance(Duration.ofMillis(5));
    assertEquals(3_600_005, time.clock().millis() - start);
    assertEquals(List.of(Duration.ofHours(1)), time.slept());
    assertEquals(new SimulatedTime().ids().get(), new SimulatedTime().ids().get());
    assertEquals(4, time.ids().get().version());
    assertEquals(2, time.ids().get().variant());
  }
}
