package dev.lakehouse.io;

import java.util.Set;

/**
 * Makes a storage backend for URI schemes. Found by {@link java.util.ServiceLoader}, so a backend
 * of one's own needs a class and a line under {@code META-INF/services}.
 */
public interface FileIOFactory {
  /** The URI schemes that the backend serves, in lower case. */
  Set<String> schemes();

  /** True if the backend also serves schemes that no other claims, as far as it can. */
  default boolean servesOtherSchemes() {
    return false;
  }

  /** A new backend. The caller closes it. */
  FileIO create(StorageOptions options);
}
