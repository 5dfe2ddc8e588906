package dev.lakehouse.io.hadoop;

import dev.lakehouse.io.ByteRange;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/** A file of a Hadoop file system. It is opened by the first read. */
final class HadoopInputFile implements InputFile {
  private final FileSystem fileSystem;
  private final FileEntry entry;
  private final ReentrantLock opening = new ReentrantLock();
  private @Nullable FSDataInputStream stream;
  private boolean closed;

  HadoopInputFile(FileSystem fileSystem, FileEntry entry) {
    this.fileSystem = fileSystem;
    this.entry = entry;
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
  public boolean isRemote() {
    return true;
  }

  private FSDataInputStream stream() throws IOException {
    opening.lock();
    try {
      if (closed) {
        throw new IllegalStateException("The handle on " + location() + " is closed");
      }
      FSDataInputStream open = stream;
      if (open == null) {
        open = fileSystem.open(HadoopFileIO.path(location()));
        stream = open;
      }
      return open;
    } finally {
      opening.unlock();
    }
  }

  @Override
  public void read(long position, byte[] target, int offset, int length) {
    try {
      stream().readFully(position, target, offset, length);
    } catch (IOException e) {
      throw HadoopFailures.of(e, location(), "read");
    }
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> allocator) {
    List<FileRange> asked = new ArrayList<>();
    for (ByteRange range : ranges) {
      asked.add(FileRange.createFileRange(range.position(), range.length()));
    }
    if (!areApart(asked)) {
      return oneByOne(ranges, allocator);
    }
    try {
      stream().readVectored(new ArrayList<>(asked), allocator);
    } catch (IOException e) {
      throw HadoopFailures.of(e, location(), "read");
    }
    return asked.stream().map(range -> range.getData().handle(this::result)).toList();
  }

  /** Hadoop takes no ranges that overlap, nor empty ones. */
  private static boolean areApart(List<FileRange> ranges) {
    List<FileRange> sorted =
        ranges.stream().sorted(Comparator.comparingLong(FileRange::getOffset)).toList();
    long end = 0;
    for (FileRange range : sorted) {
      if (range.getLength() == 0 || range.getOffset() < end) {
        return false;
      }
      end = range.getOffset() + range.getLength();
    }
    return true;
  }

  private ByteBuffer result(@Nullable ByteBuffer bytes, @Nullable Throwable failure) {
    if (bytes != null) {
      return bytes;
    }
    Throwable cause = failure != null && failure.getCause() != null ? failure.getCause() : failure;
    throw HadoopFailures.of(
        cause == null ? new IOException("no answer") : cause, location(), "read");
  }

  private List<CompletableFuture<ByteBuffer>> oneByOne(
      List<ByteRange> ranges, IntFunction<ByteBuffer> allocator) {
    List<CompletableFuture<ByteBuffer>> results = new ArrayList<>();
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
    opening.lock();
    try {
      closed = true;
      if (stream != null) {
        stream.close();
        stream = null;
      }
    } catch (IOException e) {
      throw HadoopFailures.of(e, location(), "close");
    } finally {
      opening.unlock();
    }
  }
}
