package dev.lakehouse.io.local;

import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.FileIOFactory;
import dev.lakehouse.io.StorageOptions;
import java.util.Set;

/** Serves {@code file} locations. */
public final class LocalFileIOFactory implements FileIOFactory {
  /** Called by the service loader. */
  public LocalFileIOFactory() {}

  @Override
  public Set<String> schemes() {
    return Set.of("file");
  }

  @Override
  public FileIO create(StorageOptions options) {
    return new LocalFileIO(options);
  }
}
