package dev.lakehouse.io.s3;

import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/**
 * A data file on its way to S3: one PUT if it is small, else parts, some of which are sent while
 * the next is written. S3 shows nothing of it before the last request.
 */
final class S3OutputFile implements OutputFile {
  static final int PART_BYTES = 8 << 20;

  private static final int FIRST_BYTES = 64 << 10;
  private static final String OPERATION = "create";

  private final S3Store store;
  private final Location location;
  private final IoThreads threads;
  private final List<CompletableFuture<CompletedPart>> parts = new ArrayList<>();
  private byte[] buffer = new byte[FIRST_BYTES];
  private int buffered;
  private long position;
  private @Nullable String upload;
  private volatile boolean done;

  S3OutputFile(S3Store store, Location location, IoThreads threads) {
    this.store = store;
    this.location = location;
    this.threads = threads;
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    if (done) {
      throw new IllegalStateException("The file " + location + " is closed");
    }
    try {
      append(source, offset, length);
    } catch (RuntimeException e) {
      abort();
      throw e;
    }
  }

  private void append(byte[] source, int offset, int length) {
    int end = offset + length;
    for (int at = offset; at < end; ) {
      int count = Math.min(end - at, PART_BYTES - buffered);
      reserve(buffered + count);
      System.arraycopy(source, at, buffer, buffered, count);
      buffered += count;
      at += count;
      position += count;
      if (buffered == PART_BYTES) {
        sendPart();
      }
    }
  }

  private void reserve(int length) {
    if (length > buffer.length) {
      int doubled = (int) Math.min(PART_BYTES, 2L * buffer.length);
      buffer = Arrays.copyOf(buffer, Math.max(doubled, length));
    }
  }

  /** In another thread if memory permits, else here. */
  private void sendPart() {
    if (upload == null) {
      upload =
          store
              .request(
                  location,
                  OPERATION,
                  () -> store.client().createMultipartUpload(store.multipartRequest(location)))
              .uploadId();
    }
    byte[] bytes = buffer;
    int length = buffered;
    int number = parts.size() + 1;
    if (threads.takePart()) {
      parts.add(
          CompletableFuture.supplyAsync(() -> sendUnlessDone(number, bytes, length), threads)
              .whenComplete((part, failure) -> threads.givePart()));
      buffer = new byte[length == PART_BYTES ? PART_BYTES : FIRST_BYTES];
    } else {
      parts.add(CompletableFuture.completedFuture(send(number, bytes, length)));
    }
    buffered = 0;
    requireNoFailure();
  }

  private CompletedPart sendUnlessDone(int number, byte[] bytes, int length) {
    if (done) {
      throw new CancellationException("The upload of " + location + " was aborted");
    }
    return send(number, bytes, length);
  }

  private CompletedPart send(int number, byte[] bytes, int length) {
    UploadPartRequest request =
        UploadPartRequest.builder()
            .bucket(location.authority())
            .key(S3Store.key(location))
            .uploadId(upload)
            .partNumber(number)
            .requestPayer(store.requestPayer())
            .build();
    String etag =
        store
            .request(
                location,
                OPERATION,
                () -> store.client().uploadPart(request, S3Store.body(bytes, length)))
            .eTag();
    return CompletedPart.builder().partNumber(number).eTag(etag).build();
  }

  private void requireNoFailure() {
    for (CompletableFuture<CompletedPart> part : parts) {
      if (part.isCompletedExceptionally()) {
        await(part);
      }
    }
  }

  private CompletedPart await(CompletableFuture<CompletedPart> part) {
    try {
      return part.get();
    } catch (InterruptedException e) {
      throw Interrupts.cancelled(location, OPERATION, e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LakehouseException failure) {
        throw failure;
      }
      throw new IllegalStateException("A part of " + location + " could not be sent", e);
    }
  }

  @Override
  public void close() {
    if (done) {
      return;
    }
    try {
      if (upload == null) {
        store.put(location, OPERATION, buffer, buffered);
      } else {
        complete();
      }
      done = true;
    } finally {
      abort();
    }
  }

  private void complete() {
    if (buffered > 0) {
      sendPart();
    }
    List<CompletedPart> sent = parts.stream().map(this::await).toList();
    CompleteMultipartUploadRequest request =
        CompleteMultipartUploadRequest.builder()
            .bucket(location.authority())
            .key(S3Store.key(location))
            .uploadId(upload)
            .multipartUpload(all -> all.parts(sent))
            .requestPayer(store.requestPayer())
            .build();
    try {
      store.request(location, OPERATION, () -> store.client().completeMultipartUpload(request));
    } catch (StorageException e) {
      if (!isThere()) {
        throw e;
      }
    }
  }

  /** After a lost answer the upload is gone and the object there; no one else has its name. */
  private boolean isThere() {
    HeadObjectRequest request =
        HeadObjectRequest.builder()
            .bucket(location.authority())
            .key(S3Store.key(location))
            .requestPayer(store.requestPayer())
            .build();
    try {
      return store
              .request(location, OPERATION, () -> store.client().headObject(request))
              .contentLength()
          == position;
    } catch (StorageException e) {
      return false;
    }
  }

  /**
   * Parts that are still on their way are waited for: one that lands later would stay, and cost.
   */
  @Override
  public void abort() {
    if (done) {
      return;
    }
    done = true;
    buffer = new byte[0];
    if (upload == null) {
      return;
    }
    CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
        .exceptionally(failure -> null)
        .join();
    AbortMultipartUploadRequest request =
        AbortMultipartUploadRequest.builder()
            .bucket(location.authority())
            .key(S3Store.key(location))
            .uploadId(upload)
            .requestPayer(store.requestPayer())
            .build();
    try {
      Interrupts.aside(
          () ->
              store.request(location, "abort", () -> store.client().abortMultipartUpload(request)));
    } catch (StorageException e) {
      // The bucket's rule for incomplete uploads cleans up; the file never becomes visible.
    }
  }

  @Override
  public String toString() {
    return location.toString();
  }
}
