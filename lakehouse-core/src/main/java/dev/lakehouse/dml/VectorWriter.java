package dev.lakehouse.dml;

import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.dv.DeletionVector;
import dev.lakehouse.log.dv.DeletionVectorFile;
import dev.lakehouse.log.dv.DeletionVectorStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes deletion vectors: tiny ones into the log, the others many to a file. Used by one thread;
 * the files count after {@link #finish} only.
 */
final class VectorWriter implements AutoCloseable {
  /** A vector of at most so many bytes costs less in the log than as a file. */
  private static final int MOST_INLINE = 96;

  private static final long FILE_BYTES = 2L << 20;

  private final Environment environment;
  private final Location table;
  private final List<Location> written;
  private @Nullable DeletionVectorFile open;

  /**
   * @param written is told of every file before it is there
   */
  VectorWriter(Environment environment, Location table, List<Location> written) {
    this.environment = environment;
    this.table = table;
    this.written = written;
  }

  /** Writes {@code vector} and tells what the log must say of it. */
  DeletionVectorDescriptor write(DeletionVector vector) {
    if (vector.cardinality() <= MOST_INLINE / Character.BYTES) {
      DeletionVectorDescriptor inlined = DeletionVectorStore.inlined(vector);
      if (inlined.sizeInBytes() <= MOST_INLINE) {
        return inlined;
      }
    }
    DeletionVectorFile file = open;
    if (file == null) {
      file = DeletionVectorFile.create(environment.files(), table, environment.ids().get());
      open = file;
      written.add(file.location());
    }
    DeletionVectorDescriptor descriptor = file.append(vector);
    if (file.position() >= FILE_BYTES) {
      finish();
    }
    return descriptor;
  }

  /** Completes the file that is open. */
  void finish() {
    DeletionVectorFile file = open;
    if (file != null) {
      file.close();
      open = null;
    }
  }

  /** Drops the file that is open. */
  @Override
  public void close() {
    if (open != null) {
      open.abort();
    }
    open = null;
  }
}
