package dev.lakehouse.io.memory;

import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.FileIOFactory;
import dev.lakehouse.io.StorageOptions;
import java.util.Set;

/** Serves {@code memory} locations, from a store of its own each time. */
public final class MemoryFileIOFactory implements FileIOFactory {
  /** Called by the service loader. */
  public MemoryFileIOFactory() {}

  @Override
  public Set<String> schemes() {
    return Set.of("memory");
  }

  @Override
  public FileIO create(StorageOptions options) {
    return new MemoryFileIO(options.clock());
  }
}
