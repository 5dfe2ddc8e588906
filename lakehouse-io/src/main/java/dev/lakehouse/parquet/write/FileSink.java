package dev.lakehouse.parquet.write;

import dev.lakehouse.io.OutputFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.io.PositionOutputStream;

/**
 * The stream from parquet-java's file writer to an {@link OutputFile}. Gathers small writes, and
 * holds back the footer until it names this library as its creator, which parquet-java cannot say.
 */
final class FileSink extends PositionOutputStream implements org.apache.parquet.io.OutputFile {
  private static final int BUFFER = 64 << 10;

  /** Bytes of the footer's length and the magic behind it. */
  private static final int TRAILER = 8;

  private final OutputFile file;
  private final byte[] buffer = new byte[BUFFER];
  private int buffered;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream(4096);
  private boolean holding;

  FileSink(OutputFile file) {
    this.file = file;
  }

  @Override
  public long getPos() {
    return file.position() + buffered + held.size();
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] source, int from, int length) {
    if (holding) {
      held.write(source, from, length);
      return;
    }
    if (length > BUFFER - buffered) {
      flush();
    }
    if (length > BUFFER) {
      file.write(source, from, length);
      return;
    }
    System.arraycopy(source, from, buffer, buffered, length);
    buffered += length;
  }

  @Override
  public void flush() {
    file.write(buffer, 0, buffered);
    buffered = 0;
  }

  /** From now on keeps what is written: the page index and the footer. */
  void holdFooter() {
    holding = true;
  }

  /** Writes the footer that was held back, changed to name its creator. */
  void writeFooter(String createdBy) throws IOException {
    byte[] tail = held.toByteArray();
    int length = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt(tail.length - TRAILER);
    int begin = tail.length - TRAILER - length;
    FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(tail, begin, length));
    footer.setCreated_by(createdBy);
    ByteArrayOutputStream changed = new ByteArrayOutputStream(length + 64);
    Util.writeFileMetaData(footer, changed);
    holding = false;
    held.reset();
    write(tail, 0, begin);
    write(changed.toByteArray(), 0, changed.size());
    byte[] trailer =
        ByteBuffer.allocate(TRAILER).order(ByteOrder.LITTLE_ENDIAN).putInt(changed.size()).array();
    System.arraycopy(tail, tail.length - 4, trailer, 4, 4);
    write(trailer, 0, TRAILER);
    flush();
  }

  /** Does nothing: the file is closed by its owner. */
  @Override
  public void close() {}

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return this;
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return this;
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }

  @Override
  public String getPath() {
    return file.location().toString();
  }
}
