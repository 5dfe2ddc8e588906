package dev.lakehouse.io.memory;

import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import org.jspecify.annotations.Nullable;

/** The files directly in a directory, found by leaping over what lies deeper. */
final class MemoryListing {
  /** The character after the slash: a path with it sorts behind all that lie in a directory. */
  private static final char AFTER_SLASH = '/' + 1;

  private final ConcurrentNavigableMap<Location, StoredFile> files;
  private final Location directory;
  private @Nullable Location from;
  private boolean inclusive = true;

  private MemoryListing(
      ConcurrentNavigableMap<Location, StoredFile> files,
      Location directory,
      @Nullable String startFrom) {
    this.files = files;
    this.directory = directory;
    this.from =
        startFrom == null || startFrom.isEmpty() ? least(directory) : at(directory, startFrom);
  }

  /** Before all that lies in a directory. */
  static Location least(Location directory) {
    return at(directory, "\0");
  }

  private static Location at(Location directory, String name) {
    String path = directory.path();
    return new Location(
        directory.scheme(), directory.authority(), (path.equals("/") ? "/" : path + "/") + name);
  }

  static CloseableIterator<FileEntry> of(
      ConcurrentNavigableMap<Location, StoredFile> files,
      Location directory,
      @Nullable String startFrom) {
    return CloseableIterator.generate(
        new MemoryListing(files, directory, startFrom)::next, () -> {});
  }

  private @Nullable FileEntry next() {
    while (from != null) {
      Map.Entry<Location, StoredFile> found =
          inclusive ? files.ceilingEntry(from) : files.higherEntry(from);
      if (found == null || !directory.contains(found.getKey())) {
        from = null;
        return null;
      }
      String relative = directory.relativize(found.getKey());
      int slash = relative.indexOf('/');
      inclusive = slash >= 0;
      if (slash < 0) {
        from = found.getKey();
        return found.getValue().entry(found.getKey());
      }
      from = at(directory, relative.substring(0, slash) + AFTER_SLASH);
    }
    return null;
  }
}
