package dev.lakehouse.log.dv;

import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.OutputFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * A new file of deletion vectors, many to a file. Its vectors may be named by a commit once it is
 * closed. Not thread-safe.
 */
public final class DeletionVectorFile implements AutoCloseable {
  private final OutputFile out;
  private final String codedId;

  private DeletionVectorFile(OutputFile out, String codedId) {
    this.out = out;
    this.codedId = codedId;
  }

  /** Begins a file in the table's folder. */
  public static DeletionVectorFile create(FileIO files, Location table, UUID id) {
    Location location = new DeletionVectorStore(files, table).location("", id);
    OutputFile out = files.create(location);
    out.write(new byte[] {DeletionVectorStore.FORMAT_VERSION}, 0, 1);
    byte[] idBytes =
        ByteBuffer.allocate(16)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    return new DeletionVectorFile(out, Z85.encode(idBytes));
  }

  /** Where the file will be. */
  public Location location() {
    return out.location();
  }

  /** How many bytes were written. */
  public long position() {
    return out.position();
  }

  /** Appends a vector and tells what the log must say of it. */
  public DeletionVectorDescriptor append(DeletionVector vector) {
    byte[] bytes = VectorCodec.write(vector);
    int offset = Math.toIntExact(out.position());
    CRC32 checksum = new CRC32();
    checksum.update(bytes);
    ByteBuffer framed = ByteBuffer.allocate(bytes.length + 8);
    framed.putInt(bytes.length).put(bytes).putInt((int) checksum.getValue());
    out.write(framed.array(), 0, framed.capacity());
    return new DeletionVectorDescriptor(
        DeletionVectorDescriptor.RELATIVE, codedId, offset, bytes.length, vector.cardinality());
  }

  /** Drops the file. Does nothing after {@link #close}. */
  public void abort() {
    out.abort();
  }

  /** Makes the file durable and visible. */
  @Override
  public void close() {
    out.close();
  }
}
