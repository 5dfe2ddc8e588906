package dev.lakehouse.parquet.encode;

import dev.lakehouse.parquet.Compressor;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;

/** The compressed pages of one column chunk, one after the other, in blocks of growing length. */
final class ChunkBytes {
  private static final int FIRST_BLOCK = 4 << 10;
  private static final int MAX_BLOCK = 256 << 10;

  private final WriteBuffers buffers;
  private final List<byte[]> blocks = new ArrayList<>();
  private final List<Long> ends = new ArrayList<>();
  private long capacity;
  private long size;

  ChunkBytes(WriteBuffers buffers) {
    this.buffers = buffers;
  }

  long size() {
    return size;
  }

  long capacity() {
    return capacity;
  }

  /** Appends what {@code source} compresses to; how many bytes that is. */
  int compress(Compressor compressor, byte[] source, int from, int length) {
    int max = compressor.maxLength(length);
    int room = (int) (capacity - size);
    if (max <= room) {
      byte[] block = blocks.get(blocks.size() - 1);
      int written = compressor.compress(source, from, length, block, block.length - room);
      size += written;
      return written;
    }
    byte[] scratch = buffers.bytes(max);
    int written = compressor.compress(source, from, length, scratch, 0);
    append(scratch, written);
    buffers.release(scratch);
    return written;
  }

  private void append(byte[] source, int length) {
    int done = 0;
    while (done < length) {
      if (size == capacity) {
        addBlock();
      }
      byte[] block = blocks.get(blocks.size() - 1);
      int room = (int) (capacity - size);
      int part = Math.min(room, length - done);
      System.arraycopy(source, done, block, block.length - room, part);
      done += part;
      size += part;
    }
  }

  private void addBlock() {
    int last = blocks.isEmpty() ? FIRST_BLOCK / 2 : blocks.get(blocks.size() - 1).length;
    byte[] block = buffers.bytes(Math.min(MAX_BLOCK, 2 * last));
    blocks.add(block);
    capacity += block.length;
    ends.add(capacity);
  }

  /** The bytes {@code from} up to {@code from + length}. */
  BytesInput slice(long from, int length) {
    List<BytesInput> parts = new ArrayList<>();
    long at = from;
    for (int i = 0; i < blocks.size() && at < from + length; i++) {
      long begin = ends.get(i) - blocks.get(i).length;
      if (at < ends.get(i)) {
        int part = (int) (Math.min(ends.get(i), from + length) - at);
        parts.add(BytesInput.from(blocks.get(i), (int) (at - begin), part));
        at += part;
      }
    }
    return parts.size() == 1 ? parts.get(0) : BytesInput.concat(parts);
  }

  /** Drops the bytes and gives the blocks back. */
  void clear() {
    blocks.forEach(buffers::release);
    blocks.clear();
    ends.clear();
    capacity = 0;
    size = 0;
  }
}
