package dev.lakehouse.io.memory;

import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import java.io.ByteArrayOutputStream;

/** A file on its way into memory. */
final class MemoryOutputFile implements OutputFile {
  private final MemoryFileIO store;
  private final Location location;
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();
  private boolean done;

  MemoryOutputFile(MemoryFileIO store, Location location) {
    this.store = store;
    this.location = location;
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    if (done) {
      throw new IllegalStateException("The file " + location + " is closed");
    }
    content.write(source, offset, length);
  }

  @Override
  public long position() {
    return content.size();
  }

  @Override
  public void abort() {
    done = true;
  }

  @Override
  public void close() {
    if (!done) {
      done = true;
      store.store(location, content.toByteArray());
    }
  }

  @Override
  public String toString() {
    return location.toString();
  }
}
