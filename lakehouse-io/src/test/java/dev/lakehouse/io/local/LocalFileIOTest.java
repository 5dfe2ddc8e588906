package dev.lakehouse.io.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Capabilities.CreateIfAbsent;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.StorageOptions.Durability;
import dev.lakehouse.io.testing.FileIOContract;
import dev.lakehouse.io.testing.ForkedJvm;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileIOTest extends FileIOContract {
  private static final Charset NAMES = Charset.forName(System.getProperty("sun.jnu.encoding"));
  private static final byte[] BODY = "body".getBytes(UTF_8);

  private final FileIO files = new LocalFileIO(StorageOptions.DEFAULT);
  @TempDir Path temporary;

  @Override
  protected FileIO files() {
    return files;
  }

  @Override
  protected Location directory() {
    return Location.of(temporary).child("t");
  }

  @Override
  protected int manyFiles() {
    return 1_200;
  }

  @Override
  protected int rounds() {
    return 15;
  }

  @Override
  protected boolean canName(String name) {
    return NAMES.newEncoder().canEncode(name);
  }

  private Location at(String name) {
    return directory().child(name);
  }

  private List<String> onDisk() throws IOException {
    try (Stream<Path> paths = Files.walk(temporary)) {
      return paths
          .filter(path -> !Files.isDirectory(path))
          .map(path -> temporary.resolve("t").relativize(path).toString())
          .sorted()
          .toList();
    }
  }

  private static List<String> names(CloseableIterator<FileEntry> entries) {
    List<String> names = new ArrayList<>();
    try (entries) {
      entries.forEachRemaining(entry -> names.add(entry.name()));
    }
    names.sort(null);
    return names;
  }

  private static Kind failure(Runnable operation) {
    return assertThrows(StorageException.class, operation::run).kind();
  }

  // ---- temporary files ----

  @Test
  void nothingButTheFilesIsLeftOnDisk() throws IOException {
    files.createIfAbsent(at("a/0"), BODY);
    files.createIfAbsent(at("a/0"), new byte[0]);
    files.put(at("a/1"), BODY);
    files.put(at("a/1"), BODY);
    files.create(at("a/2")).close();
    files.create(at("a/3")).abort();
    files.capabilities(directory());
    assertEquals(List.of("a/0", "a/1", "a/2"), onDisk());
  }

  @Test
  void temporaryFilesAreHiddenFromListingsButNotFromVacuum() throws IOException {
    files.put(at("d/.hidden.tmp"), BODY);
    OutputFile abandoned = files.create(at("d/part-0.parquet"));
    abandoned.write(BODY, 0, 4);
    assertEquals(List.of(".hidden.tmp"), names(files.list(at("d"), null)));
    List<String> all = names(files.listRecursive(directory()));
    assertEquals(2, all.size());
    assertTrue(all.get(1).matches("\\.part-0\\.parquet\\.[-0-9a-f]{36}\\.tmp"), all.get(1));
    files.delete(List.of(at("d").child(all.get(1))));
    assertEquals(List.of("d/.hidden.tmp"), onDisk());
  }

  @Test
  void aDataFileDoesNotReplaceAnother() throws IOException {
    files.put(at("d/part-0"), BODY);
    OutputFile second = files.create(at("d/part-0"));
    second.write(new byte[9], 0, 9);
    assertEquals(Kind.CHANGED, failure(second::close));
    assertEquals(List.of("d/part-0"), onDisk());
    assertArrayEquals(BODY, files.readSmall(at("d/part-0"), 9));
  }

  @Test
  void withoutDurabilityTheAnswersAreTheSame() {
    FileIO quick = new LocalFileIO(StorageOptions.DEFAULT.withDurability(Durability.NONE));
    assertInstanceOf(PutOutcome.Created.class, quick.createIfAbsent(at("a/b/0"), BODY));
    assertInstanceOf(PutOutcome.Recovered.class, quick.createIfAbsent(at("a/b/0"), BODY));
    assertInstanceOf(PutOutcome.Exists.class, quick.createIfAbsent(at("a/b/0"), new byte[4]));
  }

  // ---- several processes ----

  /** PITFALLS E 76: two JVMs commit version N at once. */
  @Test
  void ofSeveralProcessesExactlyOneWinsEachVersion() throws Exception {
    int versions = 150;
    List<ForkedJvm> racers =
        Stream.of("a", "b", "c")
            .map(
                name ->
                    ForkedJvm.start(
                        CommitRacer.class, Map.of(), directory().path(), name, "" + versions))
            .toList();
    List<String> wins = new ArrayList<>();
    for (ForkedJvm racer : racers) {
      wins.addAll(racer.lines());
    }
    assertEquals(versions, wins.size());
    for (String win : wins) {
      String[] versionAndName = win.split(" ");
      byte[] content = files.readSmall(at(versionAndName[0]), CommitRacer.BYTES);
      assertArrayEquals(CommitRacer.body(versionAndName[1]), content, win);
    }
    assertEquals(versions, onDisk().size());
  }

  // ---- interrupts ----

  @Test
  void anInterruptedReadEndsAsCancelledAndOtherReadersGoOn() throws Exception {
    byte[] content = noise(4_000_000, 1);
    files.put(at("f"), content);
    AtomicBoolean over = new AtomicBoolean();
    CountDownLatch reading = new CountDownLatch(1);
    try (InputFile in = files.open(at("f"))) {
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(
              () -> {
                while (!over.get()) {
                  in.read(0, new byte[content.length], 0, content.length);
                  reading.countDown();
                }
              });
      reading.await();
      for (int i = 0; i < 50; i++) {
        Thread.currentThread().interrupt();
        assertThrows(
            OperationCancelledException.class,
            () -> in.read(0, new byte[content.length], 0, content.length));
        assertTrue(Thread.interrupted(), "the flag is kept");
        in.read(content.length - 1, new byte[1], 0, 1);
      }
      over.set(true);
      other.get();
    }
  }

  @Test
  void interruptedWritesEndAsCancelledAndLeaveNothing() throws IOException {
    files.put(at("d/there"), BODY);
    OutputFile out = files.create(at("d/part-0"));
    out.write(BODY, 0, 4);
    Thread.currentThread().interrupt();
    try {
      assertThrows(OperationCancelledException.class, () -> files.createIfAbsent(at("d/0"), BODY));
      assertThrows(OperationCancelledException.class, () -> files.put(at("d/1"), BODY));
      assertThrows(OperationCancelledException.class, out::close);
      assertThrows(OperationCancelledException.class, () -> files.readSmall(at("d/there"), 10));
      assertTrue(Thread.currentThread().isInterrupted(), "the flag is kept");
    } finally {
      Thread.interrupted();
    }
    assertEquals(List.of("d/there"), onDisk());
  }

  @Test
  void aFileWhoseWriteFailedIsDroppedAndClosingItShowsNothing() throws IOException {
    OutputFile out = files.create(at("d/part-0"));
    out.write(BODY, 0, 4);
    Thread.currentThread().interrupt();
    assertThrows(OperationCancelledException.class, () -> out.write(new byte[400_000], 0, 400_000));
    assertTrue(Thread.interrupted(), "the flag is kept");
    assertThrows(IllegalStateException.class, () -> out.write(BODY, 0, 4));
    out.close();
    assertEquals(List.of(), onDisk());
  }

  /** A limit of the system stands for a full disk: writes begin to fail in the middle of a file. */
  @Test
  void aWriteThatTheSystemCutsShortLeavesNothing() throws Exception {
    List<String> lines =
        ForkedJvm.startLimited(200, LimitedWriter.class, directory().path()).lines();
    assertEquals(List.of("TRANSIENT", "TRANSIENT", "TRANSIENT", "Created"), lines);
    assertEquals(List.of("d/small"), onDisk());
  }

  /** Whenever the interrupt comes: the file is there if and only if the answer says so. */
  @Test
  void anInterruptDuringACreateLeavesNoDoubt() {
    Thread writer = Thread.currentThread();
    for (int i = 0; i < 150; i++) {
      Location file = at("log/" + i);
      AtomicBoolean begun = new AtomicBoolean();
      int spins = i * 2_000;
      CompletableFuture<Void> interrupter =
          CompletableFuture.runAsync(
              () -> {
                begun.set(true);
                for (int spin = 0; spin < spins; spin++) {
                  Thread.onSpinWait();
                }
                writer.interrupt();
              });
      while (!begun.get()) {
        Thread.onSpinWait();
      }
      boolean created;
      try {
        created = files.createIfAbsent(file, BODY) instanceof PutOutcome.Created;
      } catch (OperationCancelledException e) {
        created = false;
      }
      while (!interrupter.isDone()) {
        Thread.onSpinWait();
      }
      assertTrue(Thread.interrupted(), "the flag is kept");
      assertEquals(created, Files.exists(file.toPath()));
    }
  }

  // ---- links, directories, permissions ----

  @Test
  void linksToDirectoriesAreFollowedOnce() throws IOException {
    Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
    files.put(Location.of(elsewhere).child("x"), BODY);
    files.put(at("d/y"), BODY);
    Path root = directory().toPath();
    Files.createSymbolicLink(root.resolve("linked"), elsewhere);
    Files.createSymbolicLink(root.resolve("d/loop"), root);
    Files.createSymbolicLink(root.resolve("d/dangling"), root.resolve("nowhere"));
    Files.createSymbolicLink(root.resolve("d/z"), root.resolve("d/y"));
    assertEquals(List.of("x", "y", "z"), names(files.listRecursive(directory())));
    assertEquals(List.of("y", "z"), names(files.list(at("d"), null)));
    assertEquals(List.of("x"), names(files.list(at("linked"), null)));
    assertArrayEquals(BODY, files.readSmall(at("d/z"), 10));
  }

  @Test
  void deletingALinkOrAnEmptyDirectoryTouchesNothingElse() throws IOException {
    files.put(at("d/y"), BODY);
    Path root = directory().toPath();
    Files.createDirectory(root.resolve("empty"));
    Files.createSymbolicLink(root.resolve("link"), root.resolve("d"));
    files.delete(List.of(at("empty"), at("link")));
    assertTrue(Files.isDirectory(root.resolve("empty")));
    assertTrue(Files.notExists(root.resolve("link")));
    assertEquals(List.of("d/y"), onDisk());
  }

  @Test
  void aFileWhereADirectoryIsNeededIsNamed() {
    files.put(at("f"), BODY);
    StorageException failure =
        assertThrows(StorageException.class, () -> files.createIfAbsent(at("f/0"), BODY));
    assertEquals(Kind.MISCONFIGURED, failure.kind());
    assertTrue(failure.getMessage().contains("stands in the way"), failure.getMessage());
    assertEquals(Kind.MISCONFIGURED, failure(() -> files.put(at("f/0"), BODY)));
    assertEquals(Kind.MISCONFIGURED, failure(() -> files.create(at("f/0"))));
    assertInstanceOf(PutOutcome.Exists.class, files.createIfAbsent(directory(), BODY));
  }

  @Test
  void aDirectoryWithoutPermissionIsDenied() throws IOException {
    Path locked = Files.createDirectories(directory().toPath().resolve("locked"));
    assertTrue(locked.toFile().setWritable(false));
    Assumptions.assumeFalse(Files.isWritable(locked), "this user may write everywhere");
    assertEquals(Kind.DENIED, failure(() -> files.createIfAbsent(at("locked/0"), BODY)));
    assertEquals(CreateIfAbsent.NONE, files.capabilities(at("locked")).createIfAbsent());
  }

  @Test
  void aNameOfAnotherSchemeIsRefused() {
    Location other = Location.parse("s3://b/f");
    assertThrows(IllegalArgumentException.class, () -> files.stat(other));
  }

  // ---- file systems without hard links ----

  @Test
  void aFileSystemWithoutHardLinksRefusesCommitsButHoldsData() throws IOException {
    Path archive = temporary.resolve("files.zip");
    try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
      FileIO zipped = new LocalFileIO(zip, StorageOptions.DEFAULT);
      Location table = new Location("file", "", "/t");
      assertEquals(CreateIfAbsent.NONE, zipped.capabilities(table).createIfAbsent());
      StorageException failure =
          assertThrows(StorageException.class, () -> zipped.createIfAbsent(table.child("0"), BODY));
      assertEquals(Kind.UNSUPPORTED, failure.kind());
      assertTrue(failure.getMessage().contains("has no hard links"), failure.getMessage());
      try (OutputFile out = zipped.create(table.child("d/part-0"))) {
        out.write(BODY, 0, 4);
      }
      zipped.put(table.child("d/hint"), BODY);
      zipped.put(table.child("d/hint"), new byte[2]);
      assertEquals(List.of("hint", "part-0"), names(zipped.listRecursive(table)));
      assertEquals(2, zipped.stat(table.child("d/hint")).length());
      try (InputFile in = zipped.open(table.child("d/part-0"))) {
        byte[] read = new byte[2];
        in.read(1, read, 0, 2);
        assertArrayEquals("od".getBytes(UTF_8), read);
      }
    }
  }

  // ---- the machine's charset ----

  @Test
  void aNameThatTheCharsetCannotSpellIsRefusedNamingTheVariable() throws Exception {
    Assumptions.assumeTrue(canName("é"), "this JVM cannot make such a file");
    files.put(at("d/é"), BODY);
    files.put(at("ascii/a%C3%A9"), BODY);
    List<String> lines =
        ForkedJvm.start(NamesUnderPosix.class, Map.of("LC_ALL", "POSIX"), directory().path())
            .lines();
    assertEquals(List.of("a%C3%A9"), lines.subList(0, 1));
    List<String> refused = lines.subList(1, lines.size());
    assertEquals(5, refused.size());
    for (String line : refused) {
      assertTrue(line.contains("LC_ALL=C.UTF-8"), line);
    }
  }

  // ---- large directories ----

  @Test
  void aListingLooksUpOnlyWhatIsTaken() throws IOException {
    Path log = Files.createDirectories(directory().toPath().resolve("log"));
    for (int i : IntStream.range(0, 300).toArray()) {
      Files.createFile(log.resolve(String.format("%06d", i)));
    }
    try (CloseableIterator<FileEntry> entries = files.list(at("log"), "000200")) {
      assertEquals("000200", entries.next().name());
      Files.delete(log.resolve("000201"));
      Files.write(log.resolve("000202"), BODY);
      FileEntry next = entries.next();
      assertEquals("000202", next.name());
      assertEquals(4, next.length());
    }
  }
}
