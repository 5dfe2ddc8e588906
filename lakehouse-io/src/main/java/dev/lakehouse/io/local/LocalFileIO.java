package dev.lakehouse.io.local;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Capabilities;
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
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Local disk: {@code file} locations.
 *
 * <p>A file appears under its name whole and durable, or not at all: it is written and synced under
 * a hidden temporary name and then hard-linked, which only one of many writers can do, in any
 * number of processes. A file system without hard links can be read, but not committed to.
 */
public final class LocalFileIO implements FileIO {
  static final String SET_CHARSET = "Start the JVM with the environment variable LC_ALL=C.UTF-8";

  private static final int READ_BACK_TRIES = 5;

  private final FileSystem fileSystem;
  private final Durability durability;
  private final Supplier<UUID> ids;
  private final Map<String, Capabilities> probed = new ConcurrentHashMap<>();

  /** The default file system. */
  public LocalFileIO(StorageOptions options) {
    this(FileSystems.getDefault(), options);
  }

  /** Another {@code java.nio} file system. The caller closes it. */
  public LocalFileIO(FileSystem fileSystem, StorageOptions options) {
    this.fileSystem = fileSystem;
    this.durability = options.durability();
    this.ids = options.ids();
  }

  private Path path(Location location, String operation) {
    if (!location.scheme().equals("file")) {
      throw new IllegalArgumentException(location + " is not on local disk");
    }
    try {
      return fileSystem.getPath(location.path());
    } catch (InvalidPathException e) {
      String charset = System.getProperty("sun.jnu.encoding");
      throw new StorageException(
          Kind.MISCONFIGURED,
          location.toString(),
          operation,
          "the charset of file names, " + charset + ", cannot spell this one. " + SET_CHARSET,
          e);
    }
  }

  /** Looks for hard links by making one, once for each mounted file system. */
  @Override
  public Capabilities capabilities(Location directory) {
    Path path = path(directory, "probe");
    try {
      Path existing = existing(path);
      FileStore store = Files.getFileStore(existing);
      String name = "local disk (" + store.type() + ")";
      if (!Files.isWritable(existing)) {
        String reason = name + " is read-only for this user at " + existing;
        return new Capabilities(CreateIfAbsent.NONE, name, reason);
      }
      Capabilities known = probed.get(store.toString());
      if (known == null) {
        known =
            canLink(existing)
                ? new Capabilities(CreateIfAbsent.NATIVE, name)
                : new Capabilities(CreateIfAbsent.NONE, name, Failures.NO_HARD_LINKS);
        probed.put(store.toString(), known);
      }
      return known;
    } catch (IOException e) {
      throw Failures.of(e, directory, path, "probe");
    }
  }

  private static Path existing(Path path) {
    Path at = path;
    while (!Files.isDirectory(at) && at.getParent() != null) {
      at = at.getParent();
    }
    return at;
  }

  private boolean canLink(Path directory) throws IOException {
    Path target = directory.resolve("probe");
    try (TemporaryFile file = TemporaryFile.of(target, ids.get(), Durability.NONE)) {
      return file.linkable(ids.get());
    }
  }

  static FileEntry entry(Location location, BasicFileAttributes attributes) {
    long modified = attributes.lastModifiedTime().toMillis();
    return new FileEntry(location, attributes.size(), modified, null);
  }

  @Override
  public FileEntry stat(Location file) {
    Path path = path(file, "stat");
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      if (attributes.isDirectory()) {
        throw new NoSuchFileException(file.toString());
      }
      return entry(file, attributes);
    } catch (IOException e) {
      throw Failures.of(e, file, path, "stat");
    }
  }

  @Override
  public InputFile open(FileEntry file) {
    return new LocalInputFile(file, path(file.location(), "read"));
  }

  @Override
  public byte[] readSmall(Location file, long maxBytes) {
    Path path = path(file, "read");
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long length = channel.size();
      if (length > maxBytes && !Files.isDirectory(path)) {
        throw new StorageException(
            Kind.CORRUPT,
            file.toString(),
            "read",
            "it has " + length + " bytes, more than the " + maxBytes + " that are allowed here",
            null);
      }
      byte[] content = new byte[Math.toIntExact(length)];
      Slices.read(channel, 0, content, 0, content.length);
      return content;
    } catch (IOException e) {
      throw Failures.of(e, file, path, "read");
    }
  }

  @Override
  public PutOutcome createIfAbsent(Location file, byte[] body) {
    Path path = path(file, "create");
    try (TemporaryFile temporary = TemporaryFile.of(path, ids.get(), durability)) {
      temporary.write(body, 0, body.length);
      temporary.seal();
      return link(file, path, temporary, body);
    } catch (IOException | UnsupportedOperationException e) {
      throw Failures.of(e, file, path, "create");
    }
  }

  private PutOutcome link(Location file, Path path, TemporaryFile temporary, byte[] body) {
    try {
      temporary.link();
    } catch (FileAlreadyExistsException e) {
      return readBack(file, path, temporary, body);
    } catch (IOException | UnsupportedOperationException e) {
      // A network file system can make the link and lose the answer.
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        return readBack(file, path, temporary, body);
      }
      throw temporary.linkable(ids.get())
          ? Failures.of(e, file, path, "create")
          : Failures.noHardLinks(file, e);
    }
    return durable(file, temporary, new PutOutcome.Created());
  }

  private PutOutcome durable(Location file, TemporaryFile temporary, PutOutcome outcome) {
    try {
      temporary.syncDirectory();
      return outcome;
    } catch (IOException e) {
      return unknown(file, e);
    }
  }

  private PutOutcome readBack(Location file, Path path, TemporaryFile temporary, byte[] body) {
    IOException last = null;
    for (int tries = 0; tries < READ_BACK_TRIES; tries++) {
      try {
        return holds(path, body)
            ? durable(file, temporary, new PutOutcome.Recovered())
            : new PutOutcome.Exists();
      } catch (IOException e) {
        last = e;
      }
    }
    return unknown(file, last);
  }

  private static PutOutcome unknown(Location file, @Nullable IOException cause) {
    String detail = "whether it was created is not known: " + cause;
    return new PutOutcome.Unknown(
        new StorageException(Kind.TRANSIENT, file.toString(), "create", detail, cause));
  }

  /** Through a stream, which unlike a channel an interrupt does not close. */
  private static boolean holds(Path path, byte[] body) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (attributes.isDirectory() || attributes.size() != body.length) {
      return false;
    }
    byte[] slice = new byte[Math.min(body.length, Slices.BYTES)];
    try (InputStream content = Files.newInputStream(path)) {
      for (int at = 0; at < body.length; ) {
        int count = content.readNBytes(slice, 0, Math.min(slice.length, body.length - at));
        if (count == 0 || !Arrays.equals(slice, 0, count, body, at, at + count)) {
          return false;
        }
        at += count;
      }
      return true;
    }
  }

  @Override
  public void put(Location file, byte[] body) {
    Path path = path(file, "write");
    try (TemporaryFile temporary = TemporaryFile.of(path, ids.get(), durability)) {
      temporary.write(body, 0, body.length);
      temporary.seal();
      temporary.replace();
      temporary.syncDirectory();
    } catch (IOException | UnsupportedOperationException e) {
      throw Failures.of(e, file, path, "write");
    }
  }

  @Override
  public OutputFile create(Location file) {
    Path path = path(file, "create");
    try {
      TemporaryFile temporary = TemporaryFile.of(path, ids.get(), durability);
      return new LocalOutputFile(file, path, temporary, ids);
    } catch (IOException | UnsupportedOperationException e) {
      throw Failures.of(e, file, path, "create");
    }
  }

  @Override
  public CloseableIterator<FileEntry> list(Location directory, @Nullable String startFrom) {
    return LocalListing.of(directory, path(directory, "list"), startFrom);
  }

  @Override
  public CloseableIterator<FileEntry> listRecursive(Location directory) {
    return LocalTree.of(directory, path(directory, "list"));
  }

  @Override
  public void delete(Collection<Location> files) {
    RuntimeException first = null;
    for (Location file : files) {
      try {
        delete(file);
      } catch (StorageException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** A directory is not a file, so it is not there: an empty one must survive. */
  private void delete(Location file) {
    Path path = path(file, "delete");
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      if (!Failures.isMissing(e, path)) {
        throw Failures.of(e, file, path, "delete");
      }
    }
  }

  /** Holds nothing. */
  @Override
  public void close() {}

  @Override
  public String toString() {
    return "local disk";
  }
}
