package dev.lakehouse.dml;

import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.files.FileBatch;
import dev.lakehouse.log.files.FileFilter;
import dev.lakehouse.scan.ScanFile;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The files that may hold rows for which a condition is TRUE, planned as they are asked for. */
public final class Candidates implements Iterator<Candidates.Candidate> {
  private final Iterator<FileBatch> batches;
  private final @Nullable FileFilter filter;
  private final Deque<Candidate> ready = new ArrayDeque<>();

  private Candidates(Iterator<FileBatch> batches, @Nullable FileFilter filter) {
    this.batches = batches;
    this.filter = filter;
  }

  /**
   * Those of {@code snapshot}.
   *
   * @param condition null for all files
   */
  public static Candidates of(
      Snapshot snapshot, @Nullable Expression condition, ExpressionContext context) {
    if (condition == null) {
      return new Candidates(snapshot.files(context), null);
    }
    FileFilter filter = snapshot.filter(condition, context);
    return new Candidates(snapshot.files().select(filter), filter);
  }

  /** One file. */
  public static final class Candidate {
    private final ScanFile file;
    private final boolean matches;
    private final Actions actions;
    private final int index;

    private Candidate(ScanFile file, boolean matches, Actions actions, int index) {
      this.file = file;
      this.matches = matches;
      this.actions = actions;
      this.index = index;
    }

    /** What a reader must know of it. */
    public ScanFile file() {
      return file;
    }

    /** True if every row that is not deleted is known to match. */
    public boolean matches() {
      return matches;
    }

    /** All that the log says of the file. */
    public AddFile action() {
      return actions.get(index);
    }
  }

  /** The actions of one batch, read when the first is needed: most files are not touched. */
  private static final class Actions {
    private final FileBatch batch;
    private @Nullable List<AddFile> adds;

    Actions(FileBatch batch) {
      this.batch = batch;
    }

    AddFile get(int index) {
      if (adds == null) {
        adds = batch.addFiles();
      }
      return Objects.requireNonNull(adds).get(index);
    }
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
    Actions actions = new Actions(batch);
    List<ScanFile> files = ScanFile.of(batch);
    for (int i = 0; i < batch.size(); i++) {
      ready.add(new Candidate(files.get(i), matches == null || matches[i], actions, i));
    }
  }

  @Override
  public Candidate next() {
    if (!hasNext()) {
      throw new NoSuchElementException("There are no more files");
    }
    return ready.remove();
  }
}
