package dev.lakehouse.io.local;

import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.Supplier;

/** A data file on its way to local disk, as a {@link TemporaryFile} until it is closed. */
final class LocalOutputFile implements OutputFile {
  private static final int BUFFER_BYTES = 64 << 10;

  private final Location location;
  private final Path target;
  private final TemporaryFile temporary;
  private final Supplier<UUID> ids;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int buffered;
  private long position;
  private boolean done;

  LocalOutputFile(Location location, Path target, TemporaryFile temporary, Supplier<UUID> ids) {
    this.location = location;
    this.target = target;
    this.temporary = temporary;
    this.ids = ids;
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
    try {
      if (length > buffer.length - buffered) {
        flush();
      }
      if (length > buffer.length) {
        temporary.write(source, offset, length);
      } else {
        System.arraycopy(source, offset, buffer, buffered, length);
        buffered += length;
      }
      position += length;
    } catch (IOException e) {
      abort();
      throw failure(e, "write");
    }
  }

  private void flush() throws IOException {
    temporary.write(buffer, 0, buffered);
    buffered = 0;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void abort() {
    done = true;
    temporary.close();
  }

  @Override
  public void close() {
    if (done) {
      return;
    }
    done = true;
    try (temporary) {
      flush();
      temporary.seal();
      publish();
      temporary.syncDirectory();
    } catch (IOException e) {
      throw failure(e, "create");
    }
  }

  private void publish() throws IOException {
    try {
      temporary.link();
    } catch (FileAlreadyExistsException e) {
      throw new StorageException(
          StorageException.Kind.CHANGED,
          location.toString(),
          "create",
          "a file of this name is there already; the name of a data file is used once",
          e);
    } catch (IOException | UnsupportedOperationException e) {
      if (temporary.linkable(ids.get())) {
        throw e;
      }
      temporary.move();
    }
  }

  private LakehouseException failure(IOException cause, String operation) {
    return Failures.of(cause, location, target, operation);
  }

  @Override
  public String toString() {
    return location.toString();
  }
}
