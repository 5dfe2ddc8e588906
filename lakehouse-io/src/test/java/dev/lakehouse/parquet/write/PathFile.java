package dev.lakehouse.parquet.write;

import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of local disk, written with nothing between. */
final class PathFile implements OutputFile {
  private final Path path;
  private final OutputStream out;
  private long position;
  private boolean closed;

  PathFile(Path path) {
    this.path = path;
    try {
      out = Files.newOutputStream(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Location location() {
    return Location.of(path);
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    try {
      out.write(source, offset, length);
      position += length;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void abort() {
    try {
      if (!closed) {
        close();
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      closed = true;
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
