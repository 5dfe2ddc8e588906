package dev.lakehouse.io.memory;

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
import java.time.Clock;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Files in a sorted map. Takes locations of any scheme, so it can stand in for any store. Content
 * is lost with the object, not when it is closed.
 */
public final class MemoryFileIO implements FileIO {
  private static final Comparator<Location> ORDER =
      Comparator.comparing(Location::scheme)
          .thenComparing(Location::authority)
          .thenComparing(Location::path, Location.NAME_ORDER);

  private final ConcurrentNavigableMap<Location, StoredFile> files =
      new ConcurrentSkipListMap<>(ORDER);
  private final AtomicLong serials = new AtomicLong();
  private final Clock clock;

  /** An empty store under the real clock. */
  public MemoryFileIO() {
    this(StorageOptions.DEFAULT.clock());
  }

  /** An empty store; {@code clock} dates its files. */
  public MemoryFileIO(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Capabilities capabilities(Location directory) {
    return new Capabilities(CreateIfAbsent.NATIVE, "memory");
  }

  @Override
  public FileEntry stat(Location file) {
    return find(file, "stat").entry(file);
  }

  StoredFile find(Location file, String operation) {
    StoredFile found = files.get(file);
    if (found == null) {
      throw new StorageException(
          Kind.MISSING, file.toString(), operation, "there is no such file", null);
    }
    return found;
  }

  @Override
  public InputFile open(FileEntry file) {
    return new MemoryInputFile(this, file);
  }

  @Override
  public byte[] readSmall(Location file, long maxBytes) {
    byte[] content = find(file, "read").content();
    if (content.length > maxBytes) {
      throw new StorageException(
          Kind.CORRUPT,
          file.toString(),
          "read",
          "it has " + content.length + " bytes, more than the " + maxBytes + " allowed here",
          null);
    }
    return content.clone();
  }

  @Override
  public PutOutcome createIfAbsent(Location file, byte[] body) {
    StoredFile earlier = files.putIfAbsent(file, stored(body.clone()));
    if (earlier == null) {
      return new PutOutcome.Created();
    }
    return Arrays.equals(earlier.content(), body)
        ? new PutOutcome.Recovered()
        : new PutOutcome.Exists();
  }

  @Override
  public void put(Location file, byte[] body) {
    store(file, body.clone());
  }

  void store(Location file, byte[] content) {
    files.put(file, stored(content));
  }

  private StoredFile stored(byte[] content) {
    return new StoredFile(content, clock.millis(), serials.incrementAndGet());
  }

  @Override
  public OutputFile create(Location file) {
    return new MemoryOutputFile(this, file);
  }

  @Override
  public CloseableIterator<FileEntry> list(Location directory, @Nullable String startFrom) {
    return MemoryListing.of(files, directory, startFrom);
  }

  @Override
  public CloseableIterator<FileEntry> listRecursive(Location directory) {
    return CloseableIterator.of(
            () ->
                files.tailMap(MemoryListing.least(directory), true).entrySet().stream()
                    .takeWhile(file -> directory.contains(file.getKey()))
                    .iterator())
        .map(file -> file.getValue().entry(file.getKey()));
  }

  @Override
  public void delete(Collection<Location> locations) {
    locations.forEach(files::remove);
  }

  /** Keeps the files. */
  @Override
  public void close() {}

  @Override
  public String toString() {
    return "memory";
  }
}
