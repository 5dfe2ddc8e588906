package dev.lakehouse.io.hadoop;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Capabilities;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.io.PutOutcome;
import dev.lakehouse.io.StorageOptions;
import dev.lakehouse.io.local.LocalFileIO;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's file systems. Each scheme and authority has one of its own, made by the first location
 * that asks and closed with this.
 */
public final class HadoopFileIO implements FileIO {
  private static final Pattern TEMPORARY = Pattern.compile("\\..+\\.[-0-9a-f]{36}\\.tmp");
  private static final Pattern PROBE = Pattern.compile("\\.probe-[-0-9a-f]{36}\\.tmp");
  private static final int READS_OF_A_CHANGING_FILE = 10;

  private final Configuration configuration;
  private final StorageOptions options;
  private final LocalFileIO local;
  private final Map<String, Opened> opened = new ConcurrentHashMap<>();
  private volatile boolean closed;

  private record Opened(FileSystem fileSystem, Commits commits) {}

  /**
   * File systems as {@code configuration} says, or the configuration files on the class path.
   *
   * @throws StorageException of kind {@code UNSUPPORTED} if Hadoop's classes are not all there
   */
  public HadoopFileIO(@Nullable Configuration configuration, StorageOptions options) {
    try {
      this.configuration = configuration == null ? new Configuration() : configuration;
    } catch (NoClassDefFoundError e) {
      throw notThere(e);
    }
    this.options = options;
    this.local = new LocalFileIO(options);
  }

  private static StorageException notThere(NoClassDefFoundError missing) {
    return new StorageException(
        Kind.UNSUPPORTED,
        "Hadoop's file systems",
        "use",
        "Hadoop's classes are not all on the class path ("
            + missing.getMessage()
            + " is missing): add org.apache.hadoop:hadoop-client-runtime, and the jar of the file"
            + " system",
        missing);
  }

  static Path path(Location location) {
    String authority = location.authority().isEmpty() ? null : location.authority();
    return new Path(location.scheme(), authority, location.path());
  }

  /** Without the file's name, which may be as long as names may be. */
  static String temporaryName(UUID id) {
    return ".new." + id + ".tmp";
  }

  private Opened at(Location location, String operation) {
    if (closed) {
      throw new IllegalStateException("The storage is closed");
    }
    String key = location.scheme() + "://" + location.authority();
    Opened known = opened.get(key);
    return known != null ? known : opened.computeIfAbsent(key, k -> open(location, operation));
  }

  private Opened open(Location location, String operation) {
    try {
      FileSystem fileSystem = FileSystem.newInstance(path(location).toUri(), configuration);
      return new Opened(fileSystem, commits(location, fileSystem));
    } catch (IOException | RuntimeException e) {
      throw HadoopFailures.of(e, location, operation);
    } catch (NoClassDefFoundError e) {
      throw notThere(e);
    }
  }

  /** By the class that serves the scheme: the name alone promises nothing. */
  private Commits commits(Location location, FileSystem fileSystem) throws IOException {
    String name = fileSystem.getClass().getName();
    if (name.equals("org.apache.hadoop.fs.s3a.S3AFileSystem")) {
      return new S3aCommits(this, fileSystem, options.ids());
    } else if (name.equals("org.apache.hadoop.hdfs.DistributedFileSystem")) {
      FileContext context = FileContext.getFileContext(path(location).toUri(), configuration);
      return new HdfsCommits(this, fileSystem, context, options.ids());
    }
    return new ReadOnly(location.scheme(), fileSystem.getClass().getSimpleName());
  }

  private static boolean isLocal(Location location) {
    return location.scheme().equals("file");
  }

  @Override
  public Capabilities capabilities(Location directory) {
    return isLocal(directory)
        ? local.capabilities(directory)
        : at(directory, "probe").commits.capabilities(directory);
  }

  // ---- reading ----

  @Override
  public FileEntry stat(Location file) {
    if (isLocal(file)) {
      return local.stat(file);
    }
    try {
      FileStatus status = at(file, "stat").fileSystem.getFileStatus(path(file));
      if (status.isDirectory()) {
        throw new FileNotFoundException(file.toString());
      }
      return entry(file, status);
    } catch (IOException e) {
      throw HadoopFailures.of(e, file, "stat");
    }
  }

  private static FileEntry entry(Location file, FileStatus status) {
    return new FileEntry(file, status.getLen(), status.getModificationTime(), null);
  }

  @Override
  public InputFile open(FileEntry file) {
    return isLocal(file.location())
        ? local.open(file)
        : new HadoopInputFile(at(file.location(), "read").fileSystem, file);
  }

  @Override
  public byte[] readSmall(Location file, long maxBytes) {
    if (isLocal(file)) {
      return local.readSmall(file, maxBytes);
    }
    int limit = (int) Math.min(maxBytes, Integer.MAX_VALUE - 9) + 1;
    byte[] content = readWhole(file, limit);
    if (content.length > maxBytes) {
      throw HadoopFailures.of(
          Kind.CORRUPT,
          file,
          "read",
          "it has more bytes than the " + maxBytes + " that are allowed here");
    }
    return content;
  }

  /** The first {@code limit} bytes of one state of the file: read again if it was replaced. */
  private byte[] readWhole(Location file, int limit) {
    for (int attempt = 1; ; attempt++) {
      try (InputStream stream = at(file, "read").fileSystem.open(path(file))) {
        return stream.readNBytes(limit);
      } catch (IOException e) {
        if (attempt >= READS_OF_A_CHANGING_FILE || !HadoopFailures.isChange(e)) {
          throw HadoopFailures.of(e, file, "read");
        }
      }
    }
  }

  /**
   * Hadoop lists a directory from its start: a long log costs more than by a backend of its own.
   */
  @Override
  public CloseableIterator<FileEntry> list(Location directory, @Nullable String startFrom) {
    if (isLocal(directory)) {
      return local.list(directory, startFrom);
    }
    List<FileEntry> found = new ArrayList<>();
    try {
      RemoteIterator<FileStatus> all =
          at(directory, "list").fileSystem.listStatusIterator(path(directory));
      while (all.hasNext()) {
        FileStatus status = all.next();
        String name = status.getPath().getName();
        boolean wanted = startFrom == null || Location.NAME_ORDER.compare(name, startFrom) >= 0;
        if (wanted && status.isFile() && !isHidden(name) && isBelow(status, directory)) {
          found.add(entry(directory.child(name), status));
        }
      }
    } catch (FileNotFoundException e) {
      return CloseableIterator.of(List.of());
    } catch (IOException e) {
      throw HadoopFailures.of(e, directory, "list");
    }
    found.sort(Comparator.comparing(FileEntry::name, Location.NAME_ORDER));
    return CloseableIterator.of(found);
  }

  private static boolean isHidden(String name) {
    return TEMPORARY.matcher(name).matches() || PROBE.matcher(name).matches();
  }

  /** A file asked to be listed lists itself. */
  private static boolean isBelow(FileStatus status, Location directory) {
    return !status.getPath().toUri().getPath().equals(path(directory).toUri().getPath());
  }

  @Override
  public CloseableIterator<FileEntry> listRecursive(Location directory) {
    if (isLocal(directory)) {
      return local.listRecursive(directory);
    }
    List<FileEntry> found = new ArrayList<>();
    try {
      RemoteIterator<LocatedFileStatus> all =
          at(directory, "list").fileSystem.listFiles(path(directory), true);
      while (all.hasNext()) {
        LocatedFileStatus status = all.next();
        if (isBelow(status, directory)) {
          String below = status.getPath().toUri().getPath();
          found.add(entry(new Location(directory.scheme(), directory.authority(), below), status));
        }
      }
    } catch (FileNotFoundException e) {
      return CloseableIterator.of(List.of());
    } catch (IOException e) {
      throw HadoopFailures.of(e, directory, "list");
    }
    return CloseableIterator.of(found);
  }

  // ---- writing ----

  @Override
  public PutOutcome createIfAbsent(Location file, byte[] body) {
    return isLocal(file)
        ? local.createIfAbsent(file, body)
        : at(file, "create").commits.createIfAbsent(file, body.clone());
  }

  @Override
  public void put(Location file, byte[] body) {
    if (isLocal(file)) {
      local.put(file, body);
    } else {
      at(file, "write").commits.put(file, body.clone());
    }
  }

  @Override
  public OutputFile create(Location file) {
    return isLocal(file) ? local.create(file) : at(file, "create").commits.create(file);
  }

  @Override
  public void delete(Collection<Location> files) {
    StorageException first = null;
    boolean interrupted = Thread.interrupted();
    try {
      for (Location file : files) {
        try {
          delete(file);
        } catch (StorageException e) {
          first = first == null ? e : first;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private void delete(Location file) {
    if (isLocal(file)) {
      local.delete(List.of(file));
      return;
    }
    Opened store = at(file, "delete");
    store.commits.requireDeletable(file);
    try {
      FileStatus status = store.fileSystem.getFileStatus(path(file));
      if (status.isFile()) {
        store.fileSystem.delete(path(file), false);
      }
    } catch (FileNotFoundException e) {
      // That is what was wanted.
    } catch (IOException e) {
      throw HadoopFailures.of(e, file, "delete");
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Map.Entry<String, Opened> store : opened.entrySet()) {
      try {
        store.getValue().fileSystem.close();
      } catch (IOException e) {
        throw HadoopFailures.of(e, Location.parse(store.getKey() + "/"), "close");
      }
    }
    opened.clear();
  }

  @Override
  public String toString() {
    return "Hadoop";
  }
}
