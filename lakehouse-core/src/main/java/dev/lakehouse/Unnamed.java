package dev.lakehouse;

import dev.lakehouse.error.CommitStateUnknownException;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.Location;
import dev.lakehouse.scan.Cancellation;
import dev.lakehouse.write.NewFile;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Files that no version names, and what becomes of them. */
final class Unnamed {
  private Unnamed() {}

  /**
   * Commits, and deletes {@code files} if that certainly did not name them. A commit of unknown
   * outcome may have named them, so they stay.
   *
   * @param committed whether a result means that they are named now
   */
  static <T> T keepIfCommitted(
      Environment environment, List<NewFile> files, Supplier<T> commit, Predicate<T> committed) {
    List<Location> written = files.stream().map(NewFile::location).toList();
    return keepWritten(environment, written, commit, committed);
  }

  /** As {@link #keepIfCommitted}, for files of any kind. */
  static <T> T keepWritten(
      Environment environment, List<Location> files, Supplier<T> commit, Predicate<T> committed) {
    boolean keep = false;
    try {
      T result = commit.get();
      keep = committed.test(result);
      return result;
    } catch (CommitStateUnknownException e) {
      keep = true;
      throw e;
    } finally {
      if (!keep) {
        delete(environment, files);
      }
    }
  }

  private static void delete(Environment environment, List<Location> files) {
    if (!files.isEmpty()) {
      Cancellation.shielded(() -> environment.files().delete(files));
    }
  }
}
