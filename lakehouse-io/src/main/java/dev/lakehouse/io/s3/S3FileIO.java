package dev.lakehouse.io.s3;

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
import dev.lakehouse.io.S3Options;
import dev.lakehouse.io.S3Options.ConditionalWrites;
import dev.lakehouse.io.StorageOptions;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/** S3 and stores that speak its protocol: {@code s3} and {@code s3a} locations. */
public final class S3FileIO implements FileIO {
  private static final Duration TRUST = Duration.ofHours(24);

  /** A bucket of a server that calls itself so. */
  private record Probed(S3Store store, String bucket, String server) {}

  private final StorageOptions options;
  private final IoThreads threads;
  private final Map<S3Options, S3Store> stores = new ConcurrentHashMap<>();
  private final Map<Probed, Long> probed = new ConcurrentHashMap<>();
  private final ReentrantLock probing = new ReentrantLock();
  private final ReentrantLock soleWriter = new ReentrantLock();
  private volatile boolean closed;

  /** A store as the options say. Nothing is sent before the first operation. */
  public S3FileIO(StorageOptions options) {
    this.options = options;
    this.threads = new IoThreads(options.s3().connections());
  }

  private S3Store store(Location location) {
    String bucket = location.authority();
    if (bucket.isEmpty() || bucket.indexOf('@') >= 0) {
      throw new IllegalArgumentException(
          "A location in S3 is written "
              + location.scheme()
              + "://bucket/path, without credentials");
    }
    if (closed) {
      throw new IllegalStateException("The storage is closed");
    }
    return stores.computeIfAbsent(options.s3().forBucket(bucket), s3 -> new S3Store(s3, options));
  }

  // ---- what the store can do ----

  /** Tries the store out, once for each bucket, unless it is trusted. */
  @Override
  public Capabilities capabilities(Location directory) {
    S3Store store = store(directory);
    if (store.s3().conditionalWrites() == ConditionalWrites.SINGLE_WRITER) {
      return new Capabilities(CreateIfAbsent.SINGLE_WRITER, store.name());
    }
    try {
      requireConditionalWrites(store, directory);
      return new Capabilities(CreateIfAbsent.NATIVE, store.name());
    } catch (StorageException e) {
      if (e.kind() != Kind.UNSUPPORTED) {
        throw e;
      }
      return new Capabilities(CreateIfAbsent.NONE, store.name(), e.detail());
    }
  }

  private void requireConditionalWrites(S3Store store, Location directory) {
    if (store.s3().conditionalWrites() == ConditionalWrites.TRUST || isProbed(store, directory)) {
      return;
    }
    probing.lock();
    try {
      if (!isProbed(store, directory)) {
        new Probe(store, directory, options, threads).run();
        probed.put(probed(store, directory), options.clock().millis());
      }
    } finally {
      probing.unlock();
    }
  }

  private static Probed probed(S3Store store, Location directory) {
    return new Probed(store, directory.authority(), store.server());
  }

  private boolean isProbed(S3Store store, Location directory) {
    Long at = probed.get(probed(store, directory));
    return at != null && options.clock().millis() - at < TRUST.toMillis();
  }

  @Override
  public PutOutcome createIfAbsent(Location file, byte[] body) {
    S3Store store = store(file);
    byte[] content = body.clone();
    if (store.s3().conditionalWrites() == ConditionalWrites.SINGLE_WRITER) {
      return createAlone(store, file, content);
    }
    requireConditionalWrites(store, file.parent());
    return new ConditionalPut(store, file, content).run();
  }

  /** Other processes are kept out by the user, other threads by the lock. */
  private PutOutcome createAlone(S3Store store, Location file, byte[] body) {
    soleWriter.lock();
    try {
      return store.holds(file, "create", body)
          ? new PutOutcome.Recovered()
          : new PutOutcome.Exists();
    } catch (StorageException e) {
      if (e.kind() != Kind.MISSING) {
        throw e;
      }
      store.put(file, "create", body, body.length);
      return new PutOutcome.Created();
    } finally {
      soleWriter.unlock();
    }
  }

  // ---- reading ----

  @Override
  public FileEntry stat(Location file) {
    S3Store store = store(file);
    HeadObjectRequest request =
        HeadObjectRequest.builder()
            .bucket(file.authority())
            .key(S3Store.key(file))
            .requestPayer(store.requestPayer())
            .build();
    HeadObjectResponse found =
        store.request(file, "stat", () -> store.client().headObject(request));
    return new FileEntry(
        file, found.contentLength(), S3Store.millis(found.lastModified()), found.eTag());
  }

  @Override
  public InputFile open(FileEntry file) {
    return new S3InputFile(store(file.location()), file, threads);
  }

  @Override
  public byte[] readSmall(Location file, long maxBytes) {
    S3Store store = store(file);
    return store.get(
        file, "read", request -> {}, (head, content) -> all(store, file, maxBytes, head, content));
  }

  private static byte[] all(
      S3Store store, Location file, long maxBytes, GetObjectResponse head, InputStream content)
      throws IOException {
    boolean tooLong = head.contentLength() != null && head.contentLength() > maxBytes;
    int limit = (int) Math.min(maxBytes, Integer.MAX_VALUE - 1) + 1;
    byte[] bytes = tooLong ? new byte[0] : content.readNBytes(limit);
    if (tooLong || bytes.length > maxBytes) {
      throw store.failure(
          Kind.CORRUPT,
          file,
          "read",
          "it has more bytes than the " + maxBytes + " that are allowed here");
    }
    return bytes;
  }

  @Override
  public CloseableIterator<FileEntry> list(Location directory, @Nullable String startFrom) {
    return S3Listing.direct(store(directory), directory, startFrom);
  }

  @Override
  public CloseableIterator<FileEntry> listRecursive(Location directory) {
    return S3Listing.deep(store(directory), directory);
  }

  // ---- writing ----

  @Override
  public void put(Location file, byte[] body) {
    store(file).put(file, "write", body.clone(), body.length);
  }

  @Override
  public OutputFile create(Location file) {
    return new S3OutputFile(store(file), file, threads);
  }

  @Override
  public void delete(Collection<Location> files) {
    Map<String, List<Location>> byBucket =
        files.stream()
            .distinct()
            .collect(
                Collectors.groupingBy(
                    Location::authority, LinkedHashMap::new, Collectors.toList()));
    StorageException first = null;
    for (List<Location> ofBucket : byBucket.values()) {
      try {
        Interrupts.aside(() -> deleted(ofBucket));
      } catch (StorageException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private int deleted(List<Location> ofBucket) {
    new Deletion(store(ofBucket.get(0))).run(ofBucket);
    return ofBucket.size();
  }

  @Override
  public void close() {
    closed = true;
    threads.close();
    stores.values().forEach(S3Store::close);
    stores.clear();
  }

  @Override
  public String toString() {
    return "S3";
  }
}
