package dev.lakehouse.log.commit;

import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.io.Capabilities;
import dev.lakehouse.io.Capabilities.CreateIfAbsent;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.FileIO;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.PutOutcome;
import dev.lakehouse.log.action.Action;
import dev.lakehouse.log.action.ActionJson;
import dev.lakehouse.log.replay.FileStream;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** Commits by creating the version's file in the log folder, if it is not there. */
public final class FileCommitter implements Committer {
  private static final long READ_AT_ONCE = 4L << 20;

  private final FileIO files;
  private final LongFunction<Location> commitFile;
  private volatile boolean trusted;

  /**
   * @param commitFile where the commit of a version is
   */
  public FileCommitter(FileIO files, LongFunction<Location> commitFile) {
    this.files = files;
    this.commitFile = commitFile;
  }

  @Override
  public CommitOutcome commit(long version, byte[] body) {
    Location file = commitFile.apply(version);
    requireWritable();
    PutOutcome outcome = files.createIfAbsent(file, body);
    if (outcome instanceof PutOutcome.Exists) {
      return new CommitOutcome.Conflict(version);
    } else if (outcome instanceof PutOutcome.Unknown unknown) {
      return new CommitOutcome.Unknown(version, unknown.cause());
    }
    return new CommitOutcome.Committed(version);
  }

  @Override
  public Optional<CloseableIterator<Action>> read(long version, Predicate<String> kinds) {
    Location file = commitFile.apply(version);
    try {
      return Optional.of(ActionJson.read(lines(file), file.toString(), kinds));
    } catch (StorageException e) {
      if (e.kind() == StorageException.Kind.MISSING) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** In one request if the commit is small, as almost all are, else in pieces. */
  private InputStream lines(Location file) {
    byte[] lines;
    try {
      lines = files.readSmall(file, READ_AT_ONCE);
    } catch (StorageException e) {
      if (e.kind() == StorageException.Kind.CORRUPT) {
        return new FileStream(files.open(file));
      }
      throw e;
    }
    if (lines.length == 0) {
      throw new CorruptTableException(
          "The commit "
              + file
              + " is an empty file, left by a writer that crashed. Restore or delete it.");
    }
    return new ByteArrayInputStream(lines);
  }

  /** Asked of the store until it says yes: the answer for one folder does not change. */
  @Override
  public void requireWritable() {
    if (trusted) {
      return;
    }
    Location folder = commitFile.apply(0).parent();
    Capabilities capabilities = files.capabilities(folder);
    if (capabilities.createIfAbsent() == CreateIfAbsent.NONE) {
      throw new UnsupportedFeatureException(
          "createIfAbsent",
          "Cannot commit to "
              + folder
              + ": "
              + (capabilities.reason().isEmpty()
                  ? capabilities.store()
                      + " cannot create a file only if it is absent, so two writers could both"
                      + " believe they made the same version"
                  : capabilities.reason())
              + ". The table can be read.");
    }
    trusted = true;
  }
}
