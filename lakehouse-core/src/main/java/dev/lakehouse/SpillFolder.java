package dev.lakehouse;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of what does not fit the memory, below one that the user named or the machine's for
 * temporary files. Made when it is first needed, gone when it is closed. Thread-safe.
 */
final class SpillFolder implements AutoCloseable {
  private final @Nullable Path parent;
  private final Environment environment;
  private @Nullable Path folder;

  SpillFolder(@Nullable Path parent, Environment environment) {
    this.parent = parent;
    this.environment = environment;
  }

  /** Where to write; nothing is there before somebody does. */
  synchronized Location location() {
    Path known = folder;
    if (known == null) {
      Path above = parent == null ? Path.of(System.getProperty("java.io.tmpdir", ".")) : parent;
      known = above.resolve("lakehouse-spill-" + environment.ids().get());
      folder = known;
    }
    return Location.of(known);
  }

  @Override
  public synchronized void close() {
    Path known = folder;
    folder = null;
    if (known == null || !Files.exists(known)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(known)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new StorageException(
          StorageException.Kind.TRANSIENT,
          known.toString(),
          "delete",
          "the spill folder could not be deleted: " + e.getMessage(),
          e);
    }
  }
}
