package dev.lakehouse.io.hadoop;

import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.FileIOFactory;
import dev.lakehouse.io.StorageOptions;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Makes the backend of Hadoop's file systems: for the schemes that the user names, or, found on the
 * class path, for those that no other backend claims.
 */
public final class HadoopFileIOFactory implements FileIOFactory {
  private final @Nullable Configuration configuration;
  private final Set<String> schemes;

  /** For the schemes that nobody else claims, with the configuration files of the class path. */
  public HadoopFileIOFactory() {
    this.configuration = null;
    this.schemes = Set.of();
  }

  /** For {@code schemes}, as {@code configuration} says. */
  public HadoopFileIOFactory(Configuration configuration, Set<String> schemes) {
    this.configuration = configuration;
    this.schemes = Set.copyOf(schemes);
  }

  @Override
  public Set<String> schemes() {
    return schemes;
  }

  @Override
  public boolean servesOtherSchemes() {
    return configuration == null;
  }

  /**
   * A backend.
   *
   * @throws dev.lakehouse.error.StorageException of kind {@code UNSUPPORTED} if Hadoop's classes
   *     are not all there
   */
  @Override
  public FileIO create(StorageOptions options) {
    return new HadoopFileIO(configuration, options);
  }
}
