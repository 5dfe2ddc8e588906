package dev.lakehouse.log.checkpoint;

import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.segment.VersionChecksum;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sums over the live files of a version: how many, how large, and what their deletion vectors
 * delete. Immutable; carried from version to version by what each commit adds and removes.
 *
 * @param files how many files there are
 * @param bytes bytes of all of them
 * @param sizes files and bytes by size; null if not known
 * @param deletedRows rows that vectors delete; null if not known
 * @param vectors files with a vector; null if not known
 */
public record TableSums(
    long files,
    long bytes,
    @Nullable FileSizes sizes,
    @Nullable Long deletedRows,
    @Nullable Long vectors) {
  /** The sums of a table without files. */
  public static final TableSums EMPTY = new TableSums(0, 0, FileSizes.NONE, 0L, 0L);

  /** What the checksum of a version says; sums that it leaves out are not known. */
  public static TableSums of(VersionChecksum checksum) {
    VersionChecksum.Histogram histogram = checksum.histogram();
    return new TableSums(
        checksum.numFiles(),
        checksum.tableSizeBytes(),
        histogram == null ? null : FileSizes.of(histogram).orElse(null),
        checksum.numDeletedRecords(),
        checksum.numDeletionVectors());
  }

  /**
   * The sums after a commit of {@code actions}, whose adds must name files that are not live and
   * whose removes must name files that are. Empty if a remove does not say its size.
   */
  public Optional<TableSums> after(Iterable<? extends Action> actions) {
    Addition addition = new Addition(this);
    for (Action action : actions) {
      if (action instanceof AddFile add) {
        addition.file(add.size(), add.deletionVector(), 1);
      } else if (action instanceof RemoveFile remove) {
        Long size = remove.size();
        if (size == null) {
          return Optional.empty();
        }
        addition.file(size, remove.deletionVector(), -1);
      }
    }
    return Optional.of(addition.sum());
  }

  /** Adds files to sums, one after the other. */
  public static final class Addition {
    private final FileSizes.@Nullable Counting sizes;
    private final boolean vectorsKnown;
    private long files;
    private long bytes;
    private long deletedRows;
    private long vectors;

    /** Starts with {@code start}. */
    public Addition(TableSums start) {
      FileSizes known = start.sizes;
      sizes = known == null ? null : new FileSizes.Counting(known);
      files = start.files;
      bytes = start.bytes;
      Long rows = start.deletedRows;
      Long count = start.vectors;
      vectorsKnown = rows != null && count != null;
      deletedRows = rows == null ? 0 : rows;
      vectors = count == null ? 0 : count;
    }

    /** Adds {@code count} files, takes them away if it is negative, each of {@code size} bytes. */
    public void file(long size, @Nullable DeletionVectorDescriptor vector, int count) {
      files += count;
      bytes += count * size;
      if (sizes != null) {
        sizes.add(size, count);
      }
      if (vector != null) {
        deletedRows += count * vector.cardinality();
        vectors += count;
      }
    }

    /** The sums of all. */
    public TableSums sum() {
      return new TableSums(
          files,
          bytes,
          sizes == null ? null : sizes.done(),
          vectorsKnown ? deletedRows : null,
          vectorsKnown ? vectors : null);
    }
  }
}
