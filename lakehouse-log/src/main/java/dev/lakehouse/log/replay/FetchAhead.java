package dev.lakehouse.log.replay;

import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.io.ByteRange;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.log.segment.LogFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Log files fetched before they are asked for, so many at a time that one does not wait for the
 * answer to another: on a store far away a log of a hundred small commits costs the time of a few.
 * Files are asked for in the order in which they are given, by any number of threads; large ones
 * are left to be streamed.
 */
final class FetchAhead {
  /** Files on their way or waiting to be read; with the next, at most 16 MiB. */
  private static final int WINDOW = 64;

  private static final long LARGEST = 256 << 10;

  private final FileIO storage;
  private final List<LogFile> files;
  private final List<CompletableFuture<Optional<byte[]>>> fetched;
  private final AtomicInteger next = new AtomicInteger();

  FetchAhead(FileIO storage, List<LogFile> files) {
    this.storage = storage;
    this.files = files;
    this.fetched = new ArrayList<>(files.size());
    for (int i = 0; i < files.size(); i++) {
      fetched.add(new CompletableFuture<>());
    }
  }

  /** Sends for the first files. */
  void begin() {
    startUpTo(WINDOW);
  }

  private void startUpTo(int end) {
    while (next.get() < Math.min(files.size(), end)) {
      int taken = next.getAndIncrement();
      if (taken < files.size()) {
        start(taken);
      }
    }
  }

  /**
   * The bytes of the file of that number; empty if it is to be streamed. Throws what the storage
   * threw.
   */
  Optional<byte[]> get(int number) {
    startUpTo(number + WINDOW);
    try {
      return fetched.get(number).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OperationCancelledException("Interrupted while the table's log was read", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LakehouseException failure) {
        throw failure;
      } else if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException("Cannot read " + files.get(number), e.getCause());
    } finally {
      fetched.set(number, CompletableFuture.completedFuture(Optional.empty()));
    }
  }

  /** A store without threads of its own reads here. */
  private void start(int number) {
    LogFile file = files.get(number);
    long length = file.entry().length();
    CompletableFuture<Optional<byte[]>> result = fetched.get(number);
    if (length == 0 || length > LARGEST) {
      result.complete(Optional.empty());
      return;
    }
    InputFile input = storage.open(file.entry());
    try {
      CompletableFuture<ByteBuffer> bytesRead =
          input.readRanges(List.of(new ByteRange(0, (int) length)), ByteBuffer::allocate).get(0);
      CompletableFuture<ByteBuffer> unused =
          bytesRead.whenComplete(
              (bytes, failure) -> {
                input.close();
                if (failure == null) {
                  result.complete(Optional.of(bytes(bytes)));
                } else {
                  boolean wrapped = failure instanceof CompletionException;
                  result.completeExceptionally(wrapped ? failure.getCause() : failure);
                }
              });
    } catch (RuntimeException | Error e) {
      input.close();
      result.completeExceptionally(e);
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
