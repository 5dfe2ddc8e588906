package dev.lakehouse.io.local;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The files of one directory in the order of their names, each looked up when it is reached. */
final class LocalListing {
  private final Location directory;
  private final Path path;
  private final List<String> names;
  private int at;

  private LocalListing(Location directory, Path path, List<String> names) {
    this.directory = directory;
    this.path = path;
    this.names = names;
  }

  static CloseableIterator<FileEntry> of(
      Location directory, Path path, @Nullable String startFrom) {
    List<String> names =
        names(
            directory,
            path,
            name ->
                !TemporaryFile.isName(name)
                    && (startFrom == null || Location.NAME_ORDER.compare(name, startFrom) >= 0));
    names.sort(Location.NAME_ORDER);
    return CloseableIterator.generate(new LocalListing(directory, path, names)::next, () -> {});
  }

  /** The names in a directory, files or not; none if it is not there. */
  static List<String> names(Location directory, Path path, Predicate<String> wanted) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(path)) {
      for (Path child : stream) {
        if (Thread.currentThread().isInterrupted()) {
          throw Failures.cancelled(directory, "list", null);
        }
        String name = name(directory, child);
        if (wanted.test(name)) {
          names.add(name);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return names;
    } catch (DirectoryIteratorException e) {
      throw Failures.of(new IOException(e.getCause()), directory, path, "list");
    } catch (IOException e) {
      throw Failures.of(e, directory, path, "list");
    }
    return names;
  }

  /** A name that does not survive decoding and encoding would be another file's. */
  private static String name(Location directory, Path child) {
    Path fileName = child.getFileName();
    String name = String.valueOf(fileName);
    if (!isAscii(name) && !names(name, child)) {
      throw new StorageException(
          StorageException.Kind.MISCONFIGURED,
          directory.toString(),
          "list",
          "the name '"
              + name
              + "' in it is not in the charset of file names. "
              + LocalFileIO.SET_CHARSET,
          null);
    }
    return name;
  }

  private static boolean names(String name, Path child) {
    try {
      return child.equals(child.resolveSibling(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static boolean isAscii(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private @Nullable FileEntry next() {
    FileEntry found = null;
    while (found == null && at < names.size()) {
      found = lookUp(names.get(at++));
    }
    return found;
  }

  /** Null for what is not a file, or not there any more. */
  private @Nullable FileEntry lookUp(String name) {
    Path file = path.resolve(name);
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return attributes.isDirectory() ? null : LocalFileIO.entry(directory.child(name), attributes);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw Failures.of(e, directory.child(name), file, "list");
    }
  }
}
