package dev.lakehouse.io.memory;

import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;

/**
 * A file as it was written once.
 *
 * @param content never changed
 * @param serial tells two contents of one name apart
 */
record StoredFile(byte[] content, long modifiedMillis, long serial) {
  String etag() {
    return Long.toString(serial);
  }

  FileEntry entry(Location location) {
    return new FileEntry(location, content.length, modifiedMillis, etag());
  }
}
