package dev.lakehouse.io;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All storage there is: hands each location to the backend of its scheme. A backend is made when
 * the first location asks for it, and closed with this.
 */
public final class RoutingFileIO implements FileIO {
  private final Map<String, FileIOFactory> factories;
  private final @Nullable FileIOFactory others;
  private final StorageOptions options;
  private final Map<FileIOFactory, FileIO> backends = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Backends of {@code factories}; of two that claim one scheme the first serves it. */
  public RoutingFileIO(List<FileIOFactory> factories, StorageOptions options) {
    Map<String, FileIOFactory> byScheme = new LinkedHashMap<>();
    for (FileIOFactory factory : factories) {
      factory.schemes().forEach(scheme -> byScheme.putIfAbsent(scheme, factory));
    }
    this.factories = Map.copyOf(byScheme);
    this.others =
        factories.stream().filter(FileIOFactory::servesOtherSchemes).findFirst().orElse(null);
    this.options = options;
  }

  /**
   * The {@code preferred} backends, and those that the service loader finds for other schemes.
   *
   * @throws IllegalStateException if two that were found claim one scheme
   */
  public static RoutingFileIO discover(List<FileIOFactory> preferred, StorageOptions options) {
    List<FileIOFactory> found = new ArrayList<>();
    ServiceLoader.load(FileIOFactory.class, FileIOFactory.class.getClassLoader())
        .forEach(found::add);
    for (FileIOFactory other : ServiceLoader.load(FileIOFactory.class)) {
      if (found.stream().noneMatch(known -> known.getClass() == other.getClass())) {
        found.add(other);
      }
    }
    requireDistinct(found);
    List<FileIOFactory> all = new ArrayList<>(preferred);
    all.addAll(found);
    return new RoutingFileIO(all, options);
  }

  private static void requireDistinct(List<FileIOFactory> found) {
    Map<String, FileIOFactory> owners = new LinkedHashMap<>();
    for (FileIOFactory factory : found) {
      for (String scheme : factory.schemes()) {
        FileIOFactory owner = owners.putIfAbsent(scheme, factory);
        if (owner != null) {
          throw new IllegalStateException(
              "Two storage backends on the class path serve the scheme '"
                  + scheme
                  + "': "
                  + owner.getClass().getName()
                  + " and "
                  + factory.getClass().getName()
                  + ". Name the one to use when the Lakehouse is built");
        }
      }
    }
  }

  private FileIO backend(Location location, String operation) {
    FileIOFactory factory = factories.get(location.scheme());
    if (closed) {
      throw new IllegalStateException("The storage is closed");
    }
    if (factory != null) {
      return backends.computeIfAbsent(factory, missing -> missing.create(options));
    } else if (others == null) {
      throw unserved(location, operation, "", null);
    }
    try {
      return backends.computeIfAbsent(others, missing -> missing.create(options));
    } catch (StorageException e) {
      throw unserved(location, operation, ", or use Hadoop's: " + e.detail(), e);
    }
  }

  private StorageException unserved(
      Location location, String operation, String also, @Nullable StorageException cause) {
    return new StorageException(
        Kind.UNSUPPORTED,
        location.toString(),
        operation,
        "no storage backend serves the scheme '"
            + location.scheme()
            + "', only "
            + new TreeSet<>(factories.keySet())
            + ". Put a FileIOFactory for it on the class path"
            + also,
        cause);
  }

  @Override
  public Capabilities capabilities(Location directory) {
    return backend(directory, "probe").capabilities(directory);
  }

  @Override
  public FileEntry stat(Location file) {
    return backend(file, "stat").stat(file);
  }

  @Override
  public InputFile open(FileEntry file) {
    return backend(file.location(), "read").open(file);
  }

  @Override
  public InputFile open(Location file) {
    return backend(file, "read").open(file);
  }

  @Override
  public byte[] readSmall(Location file, long maxBytes) {
    return backend(file, "read").readSmall(file, maxBytes);
  }

  @Override
  public PutOutcome createIfAbsent(Location file, byte[] body) {
    return backend(file, "create").createIfAbsent(file, body);
  }

  @Override
  public void put(Location file, byte[] body) {
    backend(file, "write").put(file, body);
  }

  @Override
  public OutputFile create(Location file) {
    return backend(file, "create").create(file);
  }

  @Override
  public CloseableIterator<FileEntry> list(Location directory, @Nullable String startFrom) {
    return backend(directory, "list").list(directory, startFrom);
  }

  @Override
  public CloseableIterator<FileEntry> listRecursive(Location directory) {
    return backend(directory, "list").listRecursive(directory);
  }

  @Override
  public void delete(Collection<Location> files) {
    Map<FileIO, List<Location>> byBackend =
        files.stream().collect(Collectors.groupingBy(file -> backend(file, "delete")));
    StorageException first = null;
    for (Map.Entry<FileIO, List<Location>> part : byBackend.entrySet()) {
      try {
        part.getKey().delete(part.getValue());
      } catch (StorageException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** Closes all backends, and says at the end what the first failure was. */
  @Override
  public void close() {
    closed = true;
    RuntimeException first = null;
    for (FileIOFactory factory : List.copyOf(backends.keySet())) {
      FileIO backend = backends.remove(factory);
      try {
        if (backend != null) {
          backend.close();
        }
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  @Override
  public String toString() {
    return "storage for " + new TreeSet<>(factories.keySet());
  }
}
