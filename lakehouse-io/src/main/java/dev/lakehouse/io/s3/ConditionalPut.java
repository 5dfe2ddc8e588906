package dev.lakehouse.io.s3;

import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.PutOutcome;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/**
 * Creates an object if none is there. Used once.
 *
 * <p>An answer that says that the object is there proves nothing: the client, a proxy or a gateway
 * may have sent the request twice, and be told of our own object. So it is read back, always, and
 * its bytes decide. A try that may have landed is never given up before the object was read.
 */
final class ConditionalPut {
  private static final String OPERATION = "create";

  private final S3Store store;
  private final Location file;
  private final byte[] body;
  private final Backoff backoff;

  /** True once a try may have landed, or may land yet. */
  private boolean ambiguous;

  ConditionalPut(S3Store store, Location file, byte[] body) {
    this.store = store;
    this.file = file;
    this.body = body;
    this.backoff = store.backoff();
  }

  PutOutcome run() {
    Interrupts.check(file, OPERATION);
    while (true) {
      SdkException answer = tryOnce();
      if (answer == null) {
        return new PutOutcome.Created();
      }
      StorageException failure = failure(answer);
      if (isTaken(answer)) {
        PutOutcome outcome = readBack(failure);
        if (outcome != null) {
          return outcome;
        }
      } else if (!S3Failures.isRetryable(failure.kind())) {
        return givenUp(failure);
      } else {
        ambiguous |= S3Failures.mayHaveArrived(answer);
      }
      if (Thread.currentThread().isInterrupted() || !pause(failure.kind())) {
        return givenUp(failure);
      }
    }
  }

  private @Nullable SdkException tryOnce() {
    PutObjectRequest request = store.putRequest(file).ifNoneMatch("*").build();
    try {
      store.client().putObject(request, S3Store.body(body, body.length));
      return null;
    } catch (SdkException e) {
      return e;
    }
  }

  /** MinIO before April 2024 answered 304. */
  private static boolean isTaken(SdkException answer) {
    int status = S3Failures.status(answer);
    return status == 412 || status == 304;
  }

  private StorageException failure(SdkException answer) {
    if (isTaken(answer)) {
      String detail = "the store says that it is there, but it is not" + backoff.summary();
      return new StorageException(Kind.TRANSIENT, file.toString(), OPERATION, detail, answer);
    }
    LakehouseException failure = store.failures().of(answer, file, OPERATION, backoff.summary());
    if (failure instanceof StorageException storage) {
      return storage;
    }
    String detail = "the thread was interrupted while the request was under way";
    return new StorageException(Kind.TRANSIENT, file.toString(), OPERATION, detail, answer);
  }

  /** Waits; an interrupt ends the wait, and the operation where no try can have landed. */
  private boolean pause(Kind kind) {
    try {
      return backoff.pause(kind);
    } catch (OperationCancelledException e) {
      if (!ambiguous) {
        throw e;
      }
      return false;
    }
  }

  private PutOutcome givenUp(StorageException failure) {
    if (!ambiguous) {
      throw failure;
    }
    PutOutcome outcome = readBack(failure);
    return outcome != null
        ? outcome
        : unknown(failure, "it is not there now, but may still appear");
  }

  /** What the object says, read whatever interrupts there are; null if it is not there. */
  private @Nullable PutOutcome readBack(StorageException failure) {
    try {
      boolean ours = Interrupts.aside(() -> store.holds(file, OPERATION, body));
      return ours ? new PutOutcome.Recovered() : new PutOutcome.Exists();
    } catch (StorageException e) {
      if (e.kind() == Kind.MISSING) {
        return null;
      }
      return unknown(failure, "it could not be read back (" + e.getMessage() + ")");
    } catch (OperationCancelledException e) {
      return unknown(failure, "the thread was interrupted all the time");
    }
  }

  private PutOutcome unknown(StorageException failure, String then) {
    String detail = "the outcome is not known (" + failure.getMessage() + "): " + then;
    return new PutOutcome.Unknown(
        new StorageException(Kind.TRANSIENT, file.toString(), OPERATION, detail, failure));
  }
}
