package dev.lakehouse.io.s3;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.ByteRange;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.s3.RangePlan.Fetch;
import dev.lakehouse.io.s3.RangePlan.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * An object, read in ranges. All reads are of one content: that of the listing, or of the first
 * answer.
 */
final class S3InputFile implements InputFile {
  private static final int IN_FLIGHT = 16;
  private static final int SLICE_BYTES = 64 << 10;
  private static final String OPERATION = "read";

  private final S3Store store;
  private final FileEntry entry;
  private final Executor threads;
  private final AtomicReference<@Nullable String> etag;
  private volatile boolean closed;

  S3InputFile(S3Store store, FileEntry entry, Executor threads) {
    this.store = store;
    this.entry = entry;
    this.threads = threads;
    this.etag = new AtomicReference<>(entry.etag());
  }

  @Override
  public Location location() {
    return entry.location();
  }

  @Override
  public boolean isRemote() {
    return true;
  }

  @Override
  public long length() {
    return entry.length();
  }

  @Override
  public void read(long position, byte[] target, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, target.length);
    requireOpen();
    if (length > 0) {
      new RangeRead(position, length, List.of(new Segment(0, target, offset, length))).run();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("The handle on " + location() + " is closed");
    }
  }

  /** Where some bytes of an answer go. */
  private record Segment(int start, byte[] target, int offset, int length) {
    int end() {
      return start + length;
    }
  }

  /** A range that is read again from where it broke off; bytes between the segments are dropped. */
  private final class RangeRead {
    private final long position;
    private final int length;
    private final Iterator<Segment> segments;
    private Segment segment;
    private int done;

    RangeRead(long position, int length, List<Segment> segments) {
      this.position = position;
      this.length = length;
      this.segments = segments.iterator();
      this.segment = this.segments.next();
    }

    void run() {
      store.get(location(), OPERATION, this::ask, this::take);
    }

    private void ask(GetObjectRequest.Builder request) {
      request
          .range("bytes=" + (position + done) + "-" + (position + length - 1))
          .ifMatch(etag.get());
    }

    private int take(GetObjectResponse head, InputStream content) throws IOException {
      pin(head.eTag());
      requireRange(head);
      while (done < length) {
        int count = takeSome(content);
        if (count < 0) {
          throw failure(
              Kind.CORRUPT,
              "it ends at byte " + (position + done) + ", before byte " + (position + length));
        }
        done += count;
      }
      return done;
    }

    private int takeSome(InputStream content) throws IOException {
      if (done == segment.end()) {
        segment = segments.next();
      }
      if (done < segment.start()) {
        return content.read(new byte[Math.min(segment.start() - done, SLICE_BYTES)]);
      }
      int at = segment.offset() + done - segment.start();
      return content.read(segment.target(), at, segment.end() - done);
    }

    private void requireRange(GetObjectResponse head) {
      String range = head.contentRange();
      long start = position + done;
      boolean right = range == null ? start == 0 : range.startsWith("bytes " + start + "-");
      if (!right) {
        throw failure(
            Kind.CORRUPT,
            "asked for bytes from " + start + " the store sent " + (range == null ? "all" : range));
      }
    }
  }

  /** Stores that do not know the condition of a GET still tell which content they sent. */
  private void pin(@Nullable String found) {
    if (found == null || etag.compareAndSet(null, found)) {
      return;
    }
    if (!found.equals(etag.get())) {
      throw failure(Kind.CHANGED, "it was replaced while it was open");
    }
  }

  private StorageException failure(Kind kind, String detail) {
    return store.failure(kind, location(), OPERATION, detail);
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> allocator) {
    requireOpen();
    List<Gathering> gatherings = new ArrayList<>(ranges.size());
    ranges.forEach(
        range -> gatherings.add(new Gathering(allocator.apply(range.length()), range.length())));
    Queue<Fetch> waiting = new ConcurrentLinkedQueue<>();
    for (Fetch fetch : RangePlan.of(ranges)) {
      fetch.parts().forEach(part -> gatherings.get(part.range()).missing.incrementAndGet());
      waiting.add(fetch);
    }
    gatherings.forEach(Gathering::completeIfWhole);
    for (int i = Math.min(IN_FLIGHT, waiting.size()); i > 0; i--) {
      threads.execute(() -> fetchAll(waiting, gatherings));
    }
    return gatherings.stream().map(gathering -> gathering.result).toList();
  }

  private void fetchAll(Queue<Fetch> waiting, List<Gathering> gatherings) {
    for (Fetch fetch = waiting.poll(); fetch != null; fetch = waiting.poll()) {
      try {
        requireOpen();
        fetch(fetch, gatherings);
      } catch (RuntimeException | Error e) {
        fetch.parts().forEach(part -> gatherings.get(part.range()).result.completeExceptionally(e));
      }
    }
  }

  private void fetch(Fetch fetch, List<Gathering> gatherings) {
    List<Segment> segments =
        fetch.parts().stream().map(part -> gatherings.get(part.range()).segment(part)).toList();
    new RangeRead(fetch.position(), fetch.length(), segments).run();
    fetch.parts().forEach(part -> gatherings.get(part.range()).arrived());
  }

  /** A range whose bytes come with one or more requests. */
  private static final class Gathering {
    private final ByteBuffer buffer;
    private final AtomicInteger missing = new AtomicInteger();
    private final CompletableFuture<ByteBuffer> result = new CompletableFuture<>();

    Gathering(ByteBuffer buffer, int length) {
      this.buffer = buffer.limit(buffer.position() + length);
    }

    Segment segment(Part part) {
      int offset = buffer.arrayOffset() + buffer.position() + part.offsetInRange();
      return new Segment(part.offsetInFetch(), buffer.array(), offset, part.length());
    }

    void arrived() {
      missing.decrementAndGet();
      completeIfWhole();
    }

    void completeIfWhole() {
      if (missing.get() == 0) {
        result.complete(buffer);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public String toString() {
    return location().toString();
  }
}
