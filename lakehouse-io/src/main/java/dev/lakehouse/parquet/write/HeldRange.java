package dev.lakehouse.parquet.write;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.io.SeekableInputStream;

/** A range of a file that is held in memory, read at the positions that it has in the file. */
final class HeldRange extends SeekableInputStream {
  private final byte[] bytes;
  private final long start;
  private int at;

  HeldRange(byte[] bytes, long start) {
    this.bytes = bytes;
    this.start = start;
  }

  @Override
  public long getPos() {
    return start + at;
  }

  @Override
  public void seek(long position) throws IOException {
    if (position < start || position > start + bytes.length) {
      throw new EOFException("Position " + position + " is outside of what is held");
    }
    at = (int) (position - start);
  }

  @Override
  public int read() {
    return at < bytes.length ? bytes[at++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (at == bytes.length) {
      return length == 0 ? 0 : -1;
    }
    int taken = Math.min(length, bytes.length - at);
    System.arraycopy(bytes, at, target, offset, taken);
    at += taken;
    return taken;
  }

  @Override
  public int read(ByteBuffer target) {
    int taken = Math.min(target.remaining(), bytes.length - at);
    target.put(bytes, at, taken);
    at += taken;
    return taken == 0 && target.hasRemaining() ? -1 : taken;
  }

  @Override
  public void readFully(byte[] target) throws IOException {
    readFully(target, 0, target.length);
  }

  @Override
  public void readFully(byte[] target, int offset, int length) throws IOException {
    if (bytes.length - at < length) {
      throw new EOFException("Only " + (bytes.length - at) + " of " + length + " bytes are held");
    }
    System.arraycopy(bytes, at, target, offset, length);
    at += length;
  }

  @Override
  public void readFully(ByteBuffer target) throws IOException {
    if (bytes.length - at < target.remaining()) {
      throw new EOFException("Only " + (bytes.length - at) + " bytes are held");
    }
    read(target);
  }
}
