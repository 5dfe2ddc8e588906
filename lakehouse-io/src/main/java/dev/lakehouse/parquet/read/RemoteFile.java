package dev.lakehouse.parquet.read;

import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.io.ByteRange;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.parquet.footer.Footer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;

/**
 * A file of a store far away, as one read of it sees it: what the read is about to need is sent for
 * at once and before it is asked for, so that columns do not wait for each other. What came with
 * the footer is not sent for again. Used by one thread at a time.
 */
final class RemoteFile implements InputFile {
  private static final int MAX_INDEXES = 8 << 20;

  private final InputFile file;
  private final Footer footer;
  private final NavigableMap<Long, Fetched> ahead = new TreeMap<>();
  private @Nullable Piece indexes;
  private @Nullable ScanMemory memory;

  RemoteFile(InputFile file, Footer footer) {
    this.file = file;
    this.footer = footer;
  }

  /** A part of a column chunk that is on its way. */
  private record Fetched(
      long start, int length, long chunkEnd, int window, CompletableFuture<ByteBuffer> bytes) {
    long end() {
      return start + length;
    }
  }

  /** Bytes that are there. */
  private record Piece(long start, byte[] bytes) {
    boolean holds(long position, int length) {
      return position >= start && position + length <= start + bytes.length;
    }

    void copy(long position, byte[] target, int offset, int length) {
      System.arraycopy(bytes, (int) (position - start), target, offset, length);
    }
  }

  /** A part of the file that will be read from start to end, a window at a time. */
  record Chunk(long start, long end) {}

  /**
   * Sends for the first window of each chunk, as far as there is memory. What was sent for before
   * is forgotten. Chunks that cannot be are left to who reads them.
   */
  void begin(List<Chunk> chunks, int window, ScanMemory groupMemory) {
    ahead.clear();
    memory = groupMemory;
    List<Chunk> wanted =
        chunks.stream()
            .filter(chunk -> chunk.start >= 0 && chunk.end <= file.length())
            .filter(chunk -> chunk.start < footer.tailStart())
            .toList();
    send(wanted, window);
  }

  /** Forgets what was sent for: its memory is given back by others. */
  void end() {
    ahead.clear();
    memory = null;
  }

  private void send(List<Chunk> chunks, int window) {
    List<ByteRange> ranges = new ArrayList<>();
    List<Chunk> sent = new ArrayList<>();
    for (Chunk chunk : chunks) {
      int length = (int) Math.min(window, chunk.end - chunk.start);
      if (length > 0 && memory != null && memory.tryResize(0, length)) {
        ranges.add(new ByteRange(chunk.start, length));
        sent.add(chunk);
      }
    }
    if (ranges.isEmpty()) {
      return;
    }
    List<CompletableFuture<ByteBuffer>> futures = file.readRanges(ranges, ByteBuffer::allocate);
    for (int i = 0; i < ranges.size(); i++) {
      Chunk chunk = sent.get(i);
      int length = ranges.get(i).length();
      ahead.put(chunk.start, new Fetched(chunk.start, length, chunk.end, window, futures.get(i)));
    }
  }

  @Override
  public void read(long position, byte[] target, int offset, int length) {
    Piece tail = new Piece(footer.tailStart(), footer.tail());
    if (tail.holds(position, length)) {
      tail.copy(position, target, offset, length);
      return;
    }
    Piece index = indexes(position, length);
    if (index != null) {
      index.copy(position, target, offset, length);
      return;
    }
    for (int done = 0; done < length; ) {
      done += readSome(position + done, target, offset + done, length - done);
    }
  }

  /** Reads what is on its way, or up to where something is. */
  private int readSome(long position, byte[] target, int offset, int length) {
    Map.Entry<Long, Fetched> before = ahead.floorEntry(position);
    if (before != null && before.getValue().end() > position) {
      Fetched fetched = before.getValue();
      int count = (int) Math.min(length, fetched.end() - position);
      ByteBuffer bytes = await(fetched);
      bytes.get(bytes.position() + (int) (position - fetched.start()), target, offset, count);
      goOn(fetched, position + count);
      return count;
    }
    Long next = ahead.higherKey(position);
    int count = next == null ? length : (int) Math.min(length, next - position);
    file.read(position, target, offset, count);
    return count;
  }

  /** Sends for the next window when half of this one is used up. */
  private void goOn(Fetched fetched, long used) {
    boolean halfUsed = used - fetched.start > fetched.length / 2;
    if (halfUsed && fetched.end() < fetched.chunkEnd && !ahead.containsKey(fetched.end())) {
      send(List.of(new Chunk(fetched.end(), fetched.chunkEnd)), fetched.window);
    }
    if (used == fetched.end()) {
      ahead.remove(fetched.start);
      if (memory != null) {
        memory.resize(fetched.length, 0);
      }
    }
  }

  private ByteBuffer await(Fetched fetched) {
    try {
      return fetched.bytes.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OperationCancelledException("Interrupted while reading " + file.location(), e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LakehouseException failure) {
        throw failure;
      } else if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException("Cannot read " + file.location(), e.getCause());
    }
  }

  /** The page indexes, which lie together before the footer, if the bytes are of them. */
  private @Nullable Piece indexes(long position, int length) {
    if (indexes == null) {
      long start = indexStart();
      long size = footer.tailStart() - start;
      if (position < start || size <= 0 || size > MAX_INDEXES) {
        return null;
      }
      byte[] bytes = new byte[(int) size + footer.tail().length];
      file.read(start, bytes, 0, (int) size);
      System.arraycopy(footer.tail(), 0, bytes, (int) size, footer.tail().length);
      indexes = new Piece(start, bytes);
    }
    return indexes.holds(position, length) ? indexes : null;
  }

  private long indexStart() {
    long start = Long.MAX_VALUE;
    long dataEnd = 0;
    for (RowGroup group : footer.rowGroups()) {
      for (ColumnChunk chunk : group.columns) {
        if (chunk.isSetColumn_index_offset()) {
          start = Math.min(start, chunk.column_index_offset);
        }
        if (chunk.isSetOffset_index_offset()) {
          start = Math.min(start, chunk.offset_index_offset);
        }
        if (chunk.meta_data != null) {
          long first = chunk.meta_data.data_page_offset;
          dataEnd = Math.max(dataEnd, first + chunk.meta_data.total_compressed_size);
        }
      }
    }
    return start < dataEnd ? Long.MAX_VALUE : start;
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> allocator) {
    return file.readRanges(ranges, allocator);
  }

  @Override
  public boolean isRemote() {
    return true;
  }

  @Override
  public Location location() {
    return file.location();
  }

  @Override
  public long length() {
    return file.length();
  }

  @Override
  public void close() {
    file.close();
  }
}
