package dev.lakehouse.log.replay;

import dev.lakehouse.io.InputFile;
import java.io.InputStream;

/** The bytes of a file in order, read in large pieces. */
public final class FileStream extends InputStream {
  private static final int PIECE = 1 << 20;

  private final InputFile file;
  private final byte[] piece;
  private long position;
  private int at;
  private int filled;

  /** The bytes of {@code file}, which is closed with the stream. */
  public FileStream(InputFile file) {
    this.file = file;
    this.piece = new byte[(int) Math.min(PIECE, Math.max(1, file.length()))];
  }

  private boolean fill() {
    if (at < filled) {
      return true;
    }
    int length = (int) Math.min(piece.length, file.length() - position);
    if (length <= 0) {
      return false;
    }
    file.read(position, piece, 0, length);
    position += length;
    at = 0;
    filled = length;
    return true;
  }

  @Override
  public int read() {
    return fill() ? piece[at++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int taken = Math.min(length, filled - at);
    System.arraycopy(piece, at, target, offset, taken);
    at += taken;
    return taken;
  }

  @Override
  public void close() {
    file.close();
  }
}
