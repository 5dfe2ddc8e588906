package dev.lakehouse.io.local;

import dev.lakehouse.io.ByteRange;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.IntFunction;

/**
 * A file of local disk. A channel serves one thread at a time, since an interrupt closes the
 * channel its thread reads from; idle channels are kept for the next read.
 */
final class LocalInputFile implements InputFile {
  private final FileEntry entry;
  private final Path path;
  private final ConcurrentLinkedDeque<FileChannel> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  LocalInputFile(FileEntry entry, Path path) {
    this.entry = entry;
    this.path = path;
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
    Objects.checkFromIndexSize(offset, length, target.length);
    try {
      FileChannel channel = take();
      try {
        Slices.read(channel, position, target, offset, length);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
      give(channel);
    } catch (IOException e) {
      throw Failures.of(e, location(), path, "read");
    }
  }

  /** Reads before it returns. Ranges are not merged: a read of local disk costs no round trip. */
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

  /** A call costs little, and so much stays in the processor's cache until it is inflated. */
  @Override
  public int readSize() {
    return 256 << 10;
  }

  private FileChannel take() throws IOException {
    if (closed) {
      throw new IllegalStateException("The handle on " + location() + " is closed");
    }
    FileChannel channel = idle.poll();
    return channel != null ? channel : FileChannel.open(path, StandardOpenOption.READ);
  }

  private void give(FileChannel channel) throws IOException {
    idle.push(channel);
    if (closed) {
      closeIdle();
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      closeIdle();
    } catch (IOException e) {
      throw Failures.of(e, location(), path, "close");
    }
  }

  private void closeIdle() throws IOException {
    for (FileChannel channel = idle.poll(); channel != null; channel = idle.poll()) {
      channel.close();
    }
  }

  @Override
  public String toString() {
    return location().toString();
  }
}
