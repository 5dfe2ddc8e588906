package dev.lakehouse.io.s3;

import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.FileIOFactory;
import dev.lakehouse.io.StorageOptions;
import java.util.Set;

/** Serves {@code s3} and {@code s3a} locations. */
public final class S3FileIOFactory implements FileIOFactory {
  /** Called by the service loader. */
  public S3FileIOFactory() {}

  @Override
  public Set<String> schemes() {
    return Set.of("s3", "s3a");
  }

  @Override
  public FileIO create(StorageOptions options) {
    return new S3FileIO(options);
  }
}
