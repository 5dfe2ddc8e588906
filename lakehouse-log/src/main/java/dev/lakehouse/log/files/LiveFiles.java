package dev.lakehouse.log.files;

import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.packed.Bits;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** All files that are live at one version. Immutable. */
public final class LiveFiles {
  private final List<FileView> views;
  private final long count;
  private final long bytes;

  private LiveFiles(List<FileView> views) {
    this.views = List.copyOf(views);
    this.count = views.stream().mapToLong(FileView::liveCount).sum();
    long sum = 0;
    for (FileView view : views) {
      for (int row = Bits.next(view.live(), 0); row >= 0; row = Bits.next(view.live(), row + 1)) {
        sum += view.block().fileSize(row);
      }
    }
    this.bytes = sum;
  }

  static LiveFiles of(List<FileView> views) {
    return new LiveFiles(views);
  }

  /** How many there are. */
  public long count() {
    return count;
  }

  /** The bytes of all of them. */
  public long bytes() {
    return bytes;
  }

  /** How many have a deletion vector. */
  public long countWithVectors() {
    long with = 0;
    for (FileView view : views) {
      for (int row = Bits.next(view.live(), 0);
          row >= 0 && view.block().hasVectors();
          row = Bits.next(view.live(), row + 1)) {
        with += view.block().vector(row) == null ? 0 : 1;
      }
    }
    return with;
  }

  /** The files that {@code filter} chooses, some at a time; chosen when asked for. */
  public Iterator<FileBatch> select(FileFilter filter) {
    return views.stream().map(filter::select).filter(batch -> batch.size() > 0).iterator();
  }

  /** Takes size and deletion vector of a file. */
  public interface SizeConsumer {
    /** Takes those of one file. */
    void accept(long size, @Nullable DeletionVectorDescriptor vector);
  }

  /** Gives the size of every file, and its deletion vector if it has one. */
  public void forEachSize(SizeConsumer consumer) {
    for (FileView view : views) {
      FileBlock block = view.block();
      for (int row = Bits.next(view.live(), 0); row >= 0; row = Bits.next(view.live(), row + 1)) {
        consumer.accept(block.fileSize(row), block.vector(row));
      }
    }
  }

  /**
   * Gives for every file, in the order of {@link #forEachAdd}, a number that is the same where the
   * log says the same of it, and almost surely another where not.
   */
  public void forEachFingerprint(LongConsumer consumer) {
    for (FileView view : views) {
      FileBlock block = view.block();
      for (int row = Bits.next(view.live(), 0); row >= 0; row = Bits.next(view.live(), row + 1)) {
        consumer.accept(block.fingerprint(row));
      }
    }
  }

  /**
   * Gives every file with all that the log says of it. The order is that of their addition, and
   * stays the same from version to version.
   */
  public void forEachAdd(Consumer<AddFile> consumer) {
    forEachAdd(0, consumer);
  }

  /** As {@link #forEachAdd(Consumer)}, without the first {@code skipped} files. */
  public void forEachAdd(long skipped, Consumer<AddFile> consumer) {
    long left = skipped;
    for (FileView view : views) {
      FileBlock block = view.block();
      if (left < view.liveCount()) {
        long[] rows = Bits.withoutFirst(view.live(), (int) left);
        block.details().read(rows, (row, d) -> consumer.accept(block.add(row, d)));
      }
      left = Math.max(0, left - view.liveCount());
    }
  }
}
