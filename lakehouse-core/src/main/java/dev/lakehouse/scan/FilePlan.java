package dev.lakehouse.scan;

import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.files.FileBatch;
import dev.lakehouse.log.files.FileFilter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The files of a snapshot that a query must read, planned as they are asked for. */
public final class FilePlan implements Iterator<FilePlan.Planned> {
  private final Iterator<FileBatch> batches;
  private final @Nullable FileFilter filter;
  private final Deque<Planned> ready = new ArrayDeque<>();

  private FilePlan(Iterator<FileBatch> batches, @Nullable FileFilter filter) {
    this.batches = batches;
    this.filter = filter;
  }

  /**
   * A file to read.
   *
   * @param file which
   * @param matches whether every row that is not deleted is known to match the predicate
   */
  public record Planned(ScanFile file, boolean matches) {}

  /** The files of {@code snapshot} that may have rows that {@code query} wants. */
  public static FilePlan of(Snapshot snapshot, ScanQuery query) {
    if (query.predicate() == null) {
      return new FilePlan(snapshot.files(query.context()), null);
    }
    FileFilter filter = snapshot.filter(query.predicate(), query.context());
    return new FilePlan(snapshot.files().select(filter), filter);
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && batches.hasNext()) {
      plan(batches.next());
    }
    return !ready.isEmpty();
  }

  private void plan(FileBatch batch) {
    boolean[] matches = filter == null ? null : filter.allRowsMatch(batch);
    List<ScanFile> files = ScanFile.of(batch);
    for (int i = 0; i < batch.size(); i++) {
      ready.add(new Planned(files.get(i), matches == null || matches[i]));
    }
  }

  @Override
  public Planned next() {
    if (!hasNext()) {
      throw new NoSuchElementException("There are no more files");
    }
    return ready.remove();
  }
}
