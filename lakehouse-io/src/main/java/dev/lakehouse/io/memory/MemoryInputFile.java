package dev.lakehouse.io.memory;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.ByteRange;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A file of memory; it stays the one that was listed, or that the first read found. */
final class MemoryInputFile implements InputFile {
  private final MemoryFileIO store;
  private final FileEntry entry;
  private final AtomicReference<@Nullable String> etag;
  private volatile boolean closed;

  MemoryInputFile(MemoryFileIO store, FileEntry entry) {
    this.store = store;
    this.entry = entry;
    this.etag = new AtomicReference<>(entry.etag());
  }

  @Override
  public Location location() {
    return entry.location();
  }

  @Override
  public long length() {
    return entry.length();
  }

  @Override
  public void read(long position, byte[] target, int offset, int length) {
    if (closed) {
      throw new IllegalStateException("The handle on " + location() + " is closed");
    }
    byte[] content = pinned().content();
    if (position + length > content.length) {
      throw failure(
          Kind.CORRUPT,
          "it ends at byte " + content.length + ", before byte " + (position + length));
    }
    System.arraycopy(content, (int) position, target, offset, length);
  }

  private StoredFile pinned() {
    StoredFile file = store.find(location(), "read");
    etag.compareAndSet(null, file.etag());
    if (!file.etag().equals(etag.get())) {
      throw failure(Kind.CHANGED, "it was replaced while it was open");
    }
    return file;
  }

  private StorageException failure(Kind kind, String detail) {
    return new StorageException(kind, location().toString(), "read", detail, null);
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> allocator) {
    List<CompletableFuture<ByteBuffer>> results = new ArrayList<>(ranges.size());
    for (ByteRange range : ranges) {
      ByteBuffer buffer = allocator.apply(range.length());
      int start = buffer.position();
      read(range.position(), buffer.array(), buffer.arrayOffset() + start, range.length());
      results.add(CompletableFuture.completedFuture(buffer.limit(start + range.length())));
    }
    return results;
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
