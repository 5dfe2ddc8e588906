package dev.lakehouse.log.dv;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.io.ByteRange;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.zip.CRC32;

/** Reads the vectors that a table's log names, and names new ones. Thread-safe. */
public final class DeletionVectorStore {
  static final byte FORMAT_VERSION = 1;

  /** Where the first vector of a file starts. */
  static final int FIRST_OFFSET = 1;

  private static final int CODED_ID = 20;

  private final FileIO files;
  private final Location table;

  /** The vectors of the table at {@code table}. */
  public DeletionVectorStore(FileIO files, Location table) {
    this.files = files;
    this.table = table;
  }

  /**
   * The vector that {@code descriptor} names.
   *
   * @throws CorruptTableException if its bytes are damaged, or not as many rows are deleted as the
   *     log says
   * @throws UnsupportedFeatureException if it is stored in a way that is not known
   */
  public DeletionVector read(DeletionVectorDescriptor descriptor) {
    DeletionVector vector =
        descriptor.storageType().equals(DeletionVectorDescriptor.INLINE)
            ? inline(descriptor)
            : stored(descriptor);
    if (vector.cardinality() != descriptor.cardinality()) {
      throw new CorruptTableException(
          "The deletion vector "
              + descriptor.uniqueId()
              + " of "
              + table
              + " deletes "
              + vector.cardinality()
              + " rows, but the log says "
              + descriptor.cardinality());
    }
    return vector;
  }

  private DeletionVector inline(DeletionVectorDescriptor descriptor) {
    String name = "the log of " + table;
    try {
      byte[] padded = Z85.decode(descriptor.pathOrInlineDv());
      if (descriptor.sizeInBytes() < 0 || descriptor.sizeInBytes() > padded.length) {
        throw new IllegalArgumentException(
            "it has " + padded.length + " bytes, not " + descriptor.sizeInBytes());
      }
      return VectorCodec.read(ByteBuffer.wrap(padded, 0, descriptor.sizeInBytes()), name);
    } catch (IllegalArgumentException e) {
      throw new CorruptTableException("A deletion vector in " + name + " is damaged: " + e, e);
    }
  }

  /** What the log must say of {@code vector} to hold it itself; the bytes grow by a quarter. */
  public static DeletionVectorDescriptor inlined(DeletionVector vector) {
    byte[] bytes = VectorCodec.write(vector);
    return new DeletionVectorDescriptor(
        DeletionVectorDescriptor.INLINE,
        Z85.encode(bytes),
        null,
        bytes.length,
        vector.cardinality());
  }

  /**
   * The file that holds the vector.
   *
   * @throws IllegalArgumentException if it is inline
   */
  public Location location(DeletionVectorDescriptor descriptor) {
    String path = descriptor.pathOrInlineDv();
    return switch (descriptor.storageType()) {
      case DeletionVectorDescriptor.RELATIVE -> relative(path);
      case DeletionVectorDescriptor.ABSOLUTE -> Location.ofUri(path);
      case DeletionVectorDescriptor.INLINE ->
          throw new IllegalArgumentException("An inline vector is in no file");
      default ->
          throw new UnsupportedFeatureException(
              "deletion vector storage '" + descriptor.storageType() + "'",
              "A deletion vector of "
                  + table
                  + " is stored in the way '"
                  + descriptor.storageType()
                  + "', which this version of Lakehouse does not know");
    };
  }

  private Location relative(String path) {
    if (path.length() < CODED_ID) {
      throw new CorruptTableException(
          "The deletion vector '" + path + "' of " + table + " names no file");
    }
    String prefix = path.substring(0, path.length() - CODED_ID);
    try {
      ByteBuffer id = ByteBuffer.wrap(Z85.decode(path.substring(prefix.length())));
      return location(prefix, new UUID(id.getLong(), id.getLong()));
    } catch (IllegalArgumentException e) {
      throw new CorruptTableException(
          "The deletion vector '" + path + "' of " + table + " names no file", e);
    }
  }

  /** The file of this id in the folder {@code prefix}, or the table's own if that is empty. */
  Location location(String prefix, UUID id) {
    String name = "deletion_vector_" + id + ".bin";
    if (prefix.startsWith("/") || List.of(prefix.split("/")).contains("..")) {
      throw new CorruptTableException(
          "A deletion vector of " + table + " is said to be in '" + prefix + "', outside of it");
    }
    return table.child(prefix.isEmpty() ? name : prefix + "/" + name);
  }

  private DeletionVector stored(DeletionVectorDescriptor descriptor) {
    Location location = location(descriptor);
    Integer said = descriptor.offset();
    int offset = said == null ? FIRST_OFFSET : said;
    int size = descriptor.sizeInBytes();
    if (offset < FIRST_OFFSET || size < 0 || size > Integer.MAX_VALUE - 8) {
      throw damaged(location, "its offset is " + offset + " and its size " + size);
    }
    ByteRange version = new ByteRange(0, 1);
    ByteRange vector = new ByteRange(offset, size + 8);
    try (InputFile file = files.open(FileEntry.of(location, vector.end()))) {
      List<CompletableFuture<ByteBuffer>> read =
          file.readRanges(List.of(version, vector), ByteBuffer::allocate);
      byte format = await(read.get(0)).get();
      if (format != FORMAT_VERSION) {
        throw damaged(location, "its format version is " + format);
      }
      return checked(await(read.get(1)), size, location);
    }
  }

  private static ByteBuffer await(CompletableFuture<ByteBuffer> read) {
    try {
      return read.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof LakehouseException cause ? cause : e;
    }
  }

  private static DeletionVector checked(ByteBuffer bytes, int size, Location location) {
    int saidSize = bytes.getInt();
    if (saidSize != size) {
      throw damaged(location, "it says " + saidSize + " bytes, the log " + size);
    }
    ByteBuffer vector = bytes.slice(bytes.position(), size);
    CRC32 checksum = new CRC32();
    checksum.update(vector.duplicate());
    int saidChecksum = bytes.getInt(bytes.position() + size);
    if (saidChecksum != (int) checksum.getValue()) {
      throw damaged(location, "its checksum does not match its bytes");
    }
    return VectorCodec.read(vector, location.toString());
  }

  private static CorruptTableException damaged(Location location, String what) {
    return new CorruptTableException("The deletion vector in " + location + " is damaged: " + what);
  }
}
