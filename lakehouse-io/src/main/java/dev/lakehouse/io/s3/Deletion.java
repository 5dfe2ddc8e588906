package dev.lakehouse.io.s3;

import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Location;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.Delete;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;

/** Deletes objects of one store, a thousand with one request. Used once. */
final class Deletion {
  private static final int BATCH = 1_000;
  private static final String OPERATION = "delete";

  private final S3Store store;
  private @Nullable StorageException first;

  Deletion(S3Store store) {
    this.store = store;
  }

  /**
   * Deletes files of one bucket.
   *
   * @throws StorageException the first failure, when all were tried
   */
  void run(List<Location> files) {
    for (int at = 0; at < files.size(); at += BATCH) {
      List<Location> batch = files.subList(at, Math.min(files.size(), at + BATCH));
      if (batch.size() == 1) {
        single(batch.get(0));
      } else {
        batch(batch);
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private void single(Location file) {
    DeleteObjectRequest request =
        DeleteObjectRequest.builder()
            .bucket(file.authority())
            .key(S3Store.key(file))
            .requestPayer(store.requestPayer())
            .build();
    try {
      store.request(file, OPERATION, () -> store.client().deleteObject(request));
    } catch (StorageException e) {
      if (e.kind() != Kind.MISSING) {
        note(e);
      }
    }
  }

  /** Keys that fail are tried once more, one by one, as are all if the store has no batches. */
  private void batch(List<Location> files) {
    Map<String, Location> byKey = new LinkedHashMap<>();
    files.forEach(file -> byKey.put(S3Store.key(file), file));
    try {
      for (S3Error error : send(files.get(0), byKey)) {
        Location failed = byKey.get(error.key());
        if (failed != null) {
          single(failed);
        }
      }
    } catch (StorageException e) {
      if (e.kind() == Kind.UNSUPPORTED || e.kind() == Kind.MISCONFIGURED) {
        files.forEach(this::single);
      } else {
        note(e);
      }
    }
  }

  private List<S3Error> send(Location one, Map<String, Location> byKey) {
    List<ObjectIdentifier> keys = new ArrayList<>(byKey.size());
    byKey.keySet().forEach(key -> keys.add(ObjectIdentifier.builder().key(key).build()));
    DeleteObjectsRequest request =
        DeleteObjectsRequest.builder()
            .bucket(one.authority())
            .delete(Delete.builder().objects(keys).quiet(true).build())
            .requestPayer(store.requestPayer())
            .build();
    return store.request(one, OPERATION, () -> store.client().deleteObjects(request)).errors();
  }

  private void note(StorageException failure) {
    first = first == null ? failure : first;
  }
}
