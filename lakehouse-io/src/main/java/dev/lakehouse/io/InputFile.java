package dev.lakehouse.io;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * A file opened for reading at any place. Thread-safe; reads do not move a position. A file that is
 * replaced while it is open fails with kind {@code CHANGED} where the store can tell.
 */
public interface InputFile extends AutoCloseable {
  /** Where the file is. */
  Location location();

  /** The file's length in bytes. */
  long length();

  /**
   * True if each read is a request to another machine, so that few reads, or many at once, are
   * better than one after the other.
   */
  default boolean isRemote() {
    return false;
  }

  /**
   * Reads exactly {@code length} bytes from {@code position} of the file into {@code target}.
   *
   * @throws dev.lakehouse.error.StorageException of kind {@code CORRUPT} if the file ends before
   */
  void read(long position, byte[] target, int offset, int length);

  /**
   * Reads many ranges, near ones in one request. Futures come in the order of {@code ranges} and
   * complete in any; a backend without threads of its own reads before it returns. The buffers are
   * on the heap, made by {@code allocator}, and hold the range between position and limit.
   */
  List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> allocator);

  /**
   * How many bytes are best read at once by who reads on and on: the more a request costs, the
   * more.
   */
  default int readSize() {
    return 1 << 20;
  }

  /** Gives back what the handle holds. Reads after it fail. */
  @Override
  void close();
}
