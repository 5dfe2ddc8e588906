package dev.lakehouse.io.s3;

import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The objects below a prefix, a page at a time. */
final class S3Listing {
  private static final String OPERATION = "list";

  private final S3Store store;
  private final Location directory;
  private final ListObjectsV2Request request;
  private final @Nullable String startFrom;
  private final boolean ordered;
  private final Deque<FileEntry> page = new ArrayDeque<>();
  private @Nullable String continuation;
  private boolean last;
  private @Nullable String greatest;

  private S3Listing(
      S3Store store,
      Location directory,
      ListObjectsV2Request request,
      @Nullable String startFrom,
      boolean ordered) {
    this.store = store;
    this.directory = directory;
    this.request = request;
    this.startFrom = startFrom;
    this.ordered = ordered;
  }

  /** The objects directly below, by the UTF-8 bytes of their names. */
  static CloseableIterator<FileEntry> direct(
      S3Store store, Location directory, @Nullable String startFrom) {
    ListObjectsV2Request.Builder request = below(store, directory).delimiter("/");
    String before = startFrom == null ? "" : justBefore(startFrom);
    if (!before.isEmpty()) {
      request.startAfter(prefix(directory) + before);
    }
    S3Listing listing = new S3Listing(store, directory, request.build(), startFrom, true);
    return CloseableIterator.generate(listing::next, () -> {});
  }

  /** The objects below, however deep. */
  static CloseableIterator<FileEntry> deep(S3Store store, Location directory) {
    ListObjectsV2Request request = below(store, directory).build();
    S3Listing listing = new S3Listing(store, directory, request, null, false);
    return CloseableIterator.generate(listing::next, () -> {});
  }

  private static ListObjectsV2Request.Builder below(S3Store store, Location directory) {
    return ListObjectsV2Request.builder()
        .bucket(directory.authority())
        .prefix(prefix(directory))
        .requestPayer(store.requestPayer());
  }

  private static String prefix(Location directory) {
    String key = S3Store.key(directory);
    return key.isEmpty() ? "" : key + "/";
  }

  /**
   * A name a little below {@code name}, since S3 lists behind the name it is given. It is not empty
   * where that is possible: SeaweedFS lists nothing behind a name that lies before the prefix.
   */
  static String justBefore(String name) {
    if (name.isEmpty()) {
      return "";
    }
    String stem = name.substring(0, name.length() - 1);
    char end = name.charAt(name.length() - 1);
    if (end == '0') {
      return stem + ".~";
    }
    boolean plain =
        (end > '0' && end <= '9') || (end > 'A' && end <= 'Z') || (end > 'a' && end <= 'z');
    return plain ? stem + (char) (end - 1) + "~" : withoutHalfPair(stem);
  }

  private static String withoutHalfPair(String stem) {
    boolean half = !stem.isEmpty() && Character.isHighSurrogate(stem.charAt(stem.length() - 1));
    return half ? stem.substring(0, stem.length() - 1) : stem;
  }

  private @Nullable FileEntry next() {
    while (page.isEmpty() && !last) {
      turn();
    }
    return page.poll();
  }

  private void turn() {
    ListObjectsV2Request next = request.toBuilder().continuationToken(continuation).build();
    ListObjectsV2Response answer =
        store.request(directory, OPERATION, () -> store.client().listObjectsV2(next));
    continuation = answer.nextContinuationToken();
    last = !Boolean.TRUE.equals(answer.isTruncated());
    if (!last && continuation == null) {
      throw store.failure(
          Kind.CORRUPT, directory, OPERATION, "the store says there is more but not where");
    }
    List<FileEntry> found = new ArrayList<>(answer.contents().size());
    answer.contents().stream().filter(this::isWanted).forEach(object -> found.add(entry(object)));
    if (ordered) {
      sort(found);
    }
    page.addAll(found);
  }

  /** Directory markers, which some tools and stores make, end with a slash. */
  private boolean isWanted(S3Object object) {
    String key = object.key();
    int names = request.prefix().length();
    if (key.length() <= names || key.endsWith("/")) {
      return false;
    }
    if (!ordered) {
      return true;
    }
    String name = key.substring(names);
    return name.indexOf('/') < 0
        && !Probe.isName(name)
        && (startFrom == null || Location.NAME_ORDER.compare(name, startFrom) >= 0);
  }

  private FileEntry entry(S3Object object) {
    Location file = new Location(directory.scheme(), directory.authority(), "/" + object.key());
    return new FileEntry(file, object.size(), S3Store.millis(object.lastModified()), object.eTag());
  }

  /** Stores sort by other orders within a page; pages that overlap cannot be put right. */
  private void sort(List<FileEntry> found) {
    found.sort(Comparator.comparing(FileEntry::name, Location.NAME_ORDER));
    if (found.isEmpty()) {
      return;
    }
    String least = found.get(0).name();
    if (greatest != null && Location.NAME_ORDER.compare(least, greatest) <= 0) {
      throw store.failure(
          Kind.CORRUPT,
          directory,
          OPERATION,
          "the store lists '" + least + "' behind '" + greatest + "', out of order");
    }
    greatest = found.get(found.size() - 1).name();
  }
}
