package dev.lakehouse.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.memory.MemoryFileIO;
import dev.lakehouse.io.testing.FileIOContract;
import dev.lakehouse.io.testing.ForwardingFileIO;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoutingFileIOTest extends FileIOContract {
  private final RoutingFileIO routed = RoutingFileIO.discover(List.of(), StorageOptions.DEFAULT);

  @Override
  protected FileIO files() {
    return routed;
  }

  @Override
  protected Location directory() {
    return Location.parse("memory://bucket/t");
  }

  @Override
  protected int rounds() {
    return 2;
  }

  /** Makes stores in memory and notes what becomes of them. */
  private static final class NotedFactory implements FileIOFactory {
    private final Set<String> schemes;
    private final List<FileIO> made = new ArrayList<>();
    private int closed;

    NotedFactory(String... schemes) {
      this.schemes = Set.of(schemes);
    }

    @Override
    public Set<String> schemes() {
      return schemes;
    }

    @Override
    public FileIO create(StorageOptions options) {
      FileIO store =
          new ForwardingFileIO(new MemoryFileIO()) {
            @Override
            public void close() {
              closed++;
              throw new IllegalStateException("cannot close " + schemes);
            }
          };
      made.add(store);
      return store;
    }
  }

  @Test
  void eachSchemeGoesToItsBackendWhichIsMadeWhenNeeded(@TempDir Path temporary) {
    NotedFactory one = new NotedFactory("one", "uno");
    RoutingFileIO files = RoutingFileIO.discover(List.of(one), StorageOptions.DEFAULT);
    Location local = Location.of(temporary).child("f");
    files.put(local, new byte[3]);
    assertTrue(Files.exists(local.toPath()));
    assertEquals(0, one.made.size());
    files.put(Location.parse("one://b/f"), new byte[1]);
    files.put(Location.parse("uno://b/f"), new byte[2]);
    assertEquals(1, one.made.size());
    files.delete(List.of(local, Location.parse("one://b/f"), Location.parse("memory://b/f")));
    assertTrue(Files.notExists(local.toPath()));
    assertEquals(2, files.stat(Location.parse("uno://b/f")).length());
    assertThrows(StorageException.class, () -> files.stat(Location.parse("one://b/f")));
  }

  @Test
  void theFirstOfTwoThatClaimASchemeServesIt() {
    NotedFactory first = new NotedFactory("file", "memory");
    NotedFactory second = new NotedFactory("file", "x");
    RoutingFileIO files = RoutingFileIO.discover(List.of(first, second), StorageOptions.DEFAULT);
    files.put(Location.parse("/f"), new byte[1]);
    assertEquals(1, first.made.size());
    assertEquals(0, second.made.size());
  }

  @Test
  void anUnknownSchemeIsNamedWithThoseThatAreServed() {
    StorageException failure =
        assertThrows(StorageException.class, () -> routed.stat(Location.parse("gs://b/f")));
    assertEquals(Kind.UNSUPPORTED, failure.kind());
    assertTrue(failure.getMessage().contains("'gs', only [file, memory"), failure.getMessage());
  }

  @Test
  void closingClosesAllBackendsEvenIfOneFails() {
    NotedFactory one = new NotedFactory("one");
    NotedFactory two = new NotedFactory("two");
    RoutingFileIO files = new RoutingFileIO(List.of(one, two), StorageOptions.DEFAULT);
    files.put(Location.parse("one://b/f"), new byte[1]);
    files.put(Location.parse("two://b/f"), new byte[1]);
    assertThrows(IllegalStateException.class, files::close);
    assertEquals(2, one.closed + two.closed);
    files.close();
    assertEquals(2, one.closed + two.closed);
    assertThrows(IllegalStateException.class, () -> files.stat(Location.parse("one://b/f")));
  }

  @Test
  void optionsReachTheBackend() {
    List<StorageOptions> seen = new ArrayList<>();
    StorageOptions options = StorageOptions.DEFAULT.withOption("k", "v");
    FileIOFactory factory =
        new FileIOFactory() {
          @Override
          public Set<String> schemes() {
            return Set.of("mine");
          }

          @Override
          public FileIO create(StorageOptions given) {
            seen.add(given);
            return new MemoryFileIO();
          }
        };
    new RoutingFileIO(List.of(factory), options).put(Location.parse("mine://b/f"), new byte[1]);
    assertSame(options, seen.get(0));
    assertEquals("v", seen.get(0).options().get("k"));
  }
}
