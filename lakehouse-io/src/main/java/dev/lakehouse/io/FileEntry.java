package dev.lakehouse.io;

import org.jspecify.annotations.Nullable;

/**
 * A file as a listing or look-up saw it.
 *
 * @param location where it is
 * @param length its bytes
 * @param modifiedMillis when it was last written, milliseconds since 1970-01-01T00:00Z
 * @param etag the store's opaque mark of this content; null where there is none
 */
public record FileEntry(
    Location location, long length, long modifiedMillis, @Nullable String etag) {
  /** A file of which only location and length are known, from a table's log for one. */
  public static FileEntry of(Location location, long length) {
    return new FileEntry(location, length, 0, null);
  }

  /** The last part of the location. */
  public String name() {
    return location.name();
  }
}
