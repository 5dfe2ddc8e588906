package dev.lakehouse.io.hadoop;

import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import java.io.IOException;
import java.io.OutputStream;

/** A file being written, which {@code finish} makes visible and {@code drop} forgets. */
final class HadoopOutputFile implements OutputFile {
  /** The last step of a file. */
  interface Step {
    void run() throws IOException;
  }

  private final Location location;
  private final OutputStream stream;
  private final Step finish;
  private final Step drop;
  private long position;
  private boolean done;

  HadoopOutputFile(Location location, OutputStream stream, Step finish, Step drop) {
    this.location = location;
    this.stream = stream;
    this.finish = finish;
    this.drop = drop;
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
      stream.write(source, offset, length);
      position += length;
    } catch (IOException e) {
      abort();
      throw HadoopFailures.of(e, location, "write");
    }
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void abort() {
    if (done) {
      return;
    }
    done = true;
    try {
      drop.run();
    } catch (IOException e) {
      // What is left is not visible under the file's name.
    }
  }

  @Override
  public void close() {
    if (done) {
      return;
    }
    try {
      finish.run();
      done = true;
    } catch (IOException e) {
      throw HadoopFailures.of(e, location, "create");
    } finally {
      abort();
    }
  }

  @Override
  public String toString() {
    return location.toString();
  }
}
