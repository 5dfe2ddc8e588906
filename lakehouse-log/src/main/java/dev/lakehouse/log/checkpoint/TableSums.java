package dev.lakehouse.log.checkpoint;

import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.action.RemoveFile;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sums over the live files of a version: how many, how large, and what their deletion vectors
 * delete. Immutable; carried from version to version by what each commit adds and removes.
 *
 * @param sizes files and bytes by size
 * @param deletedRows rows that vectors delete
 * @param vectors files with a vector
 */
public record TableSums(FileSizes sizes, long deletedRows, long vectors) {
  /** The sums of a table without files. */
  public static final TableSums EMPTY = new TableSums(FileSizes.NONE, 0, 0);

  /** The sums of {@code files}. */
  public static TableSums of(Iterator<AddFile> files) {
    Adding adding = new Adding(EMPTY);
    files.forEachRemaining(file -> adding.file(file.size(), file.deletionVector(), 1));
    return adding.done();
  }

  /**
   * The sums after a commit of {@code actions}, whose adds must name files that are not live and
   * whose removes must name files that are. Empty if a remove does not say its size.
   */
  public Optional<TableSums> after(Iterable<? extends Action> actions) {
    Adding adding = new Adding(this);
    for (Action action : actions) {
      if (action instanceof AddFile add) {
        adding.file(add.size(), add.deletionVector(), 1);
      } else if (action instanceof RemoveFile remove) {
        Long size = remove.size();
        if (size == null) {
          return Optional.empty();
        }
        adding.file(size, remove.deletionVector(), -1);
      }
    }
    return Optional.of(adding.done());
  }

  /** How many files are live. */
  public long fileCount() {
    return sizes.fileCount();
  }

  /** Bytes of all live files. */
  public long totalBytes() {
    return sizes.totalBytes();
  }

  private static final class Adding {
    private final FileSizes.Counting sizes;
    private long deletedRows;
    private long vectors;

    Adding(TableSums start) {
      sizes = new FileSizes.Counting(start.sizes);
      deletedRows = start.deletedRows;
      vectors = start.vectors;
    }

    void file(long size, @Nullable DeletionVectorDescriptor vector, int count) {
      sizes.add(size, count);
      if (vector != null) {
        deletedRows += count * vector.cardinality();
        vectors += count;
      }
    }

    TableSums done() {
      return new TableSums(sizes.done(), deletedRows, vectors);
    }
  }
}
