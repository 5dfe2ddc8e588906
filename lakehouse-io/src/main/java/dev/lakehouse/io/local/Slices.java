package dev.lakehouse.io.local;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Transfers between a channel and an array in slices: the JDK copies through a direct buffer as
 * large as the transfer and keeps it for the life of the thread.
 */
final class Slices {
  static final int BYTES = 256 << 10;

  private Slices() {}

  static void write(FileChannel channel, byte[] source, int offset, int length) throws IOException {
    int end = offset + length;
    for (int at = offset; at < end; ) {
      at += channel.write(ByteBuffer.wrap(source, at, Math.min(BYTES, end - at)));
    }
  }

  /** Reads exactly {@code length} bytes. */
  static void read(FileChannel channel, long position, byte[] target, int offset, int length)
      throws IOException {
    for (int done = 0; done < length; ) {
      ByteBuffer slice = ByteBuffer.wrap(target, offset + done, Math.min(BYTES, length - done));
      int count = channel.read(slice, position + done);
      if (count < 0) {
        throw new EOFException(
            "it ends at byte " + channel.size() + ", before byte " + (position + length));
      }
      done += count;
    }
  }
}
