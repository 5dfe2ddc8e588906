package dev.lakehouse.io;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * A storage backend: files or objects that are written whole, read in ranges, listed in order, and
 * created only if absent.
 *
 * <p>Thread-safe. There is no rename, no directory to make and no {@code exists}: callers use
 * {@link #stat} and {@link #createIfAbsent}. Every method throws {@link
 * dev.lakehouse.error.StorageException} with path and operation when it fails after the backend's
 * retries, and {@link dev.lakehouse.error.OperationCancelledException} when the thread is
 * interrupted, the interrupt flag kept.
 */
public interface FileIO extends AutoCloseable {
  /**
   * What the store that holds {@code directory} can do. To find out it may write small hidden files
   * there, which it deletes, so ask before the first write and not before a read.
   */
  Capabilities capabilities(Location directory);

  /**
   * Length and time of a file.
   *
   * @throws dev.lakehouse.error.StorageException of kind {@code MISSING} if it is not there
   */
  FileEntry stat(Location file);

  /** A handle on a file of known length. Nothing is read, or even looked up, until a read. */
  InputFile open(FileEntry file);

  /** A handle on a file of unknown length, which is looked up here. */
  default InputFile open(Location file) {
    return open(stat(file));
  }

  /**
   * The whole content of a small file, in one request.
   *
   * @throws dev.lakehouse.error.StorageException of kind {@code MISSING} if it is not there, of
   *     kind {@code CORRUPT} if it is longer than {@code maxBytes}
   */
  byte[] readSmall(Location file, long maxBytes);

  /**
   * Creates a file with all of {@code body}, or nothing, if no file is there.
   *
   * <p>At most one caller per location ever gets {@code Created} or {@code Recovered}; afterwards
   * every read sees exactly that body, and it is durable. A writer is told from another by its
   * bytes: the body holds something that no one else writes. {@code Exists} is said only after a
   * read back proved that the content is another's. Never throws for these outcomes, nor for an
   * interrupt that comes too late to stop the write: that is {@code Unknown}.
   */
  PutOutcome createIfAbsent(Location file, byte[] body);

  /** Replaces the whole content of a file, atomically; creates it if it is not there. */
  void put(Location file, byte[] body);

  /**
   * Starts a new data file under a name that is used once. It is invisible until {@link
   * OutputFile#close} and gone after {@link OutputFile#abort}.
   */
  OutputFile create(Location file);

  /**
   * The files directly in {@code directory}, in the order of their names' UTF-8 bytes.
   *
   * <p>Subdirectories, directory markers and the backend's own temporary files are left out; a
   * directory that is not there has no files.
   *
   * @param startFrom the least name to list, itself included; null for all
   */
  CloseableIterator<FileEntry> list(Location directory, @Nullable String startFrom);

  /**
   * The files in {@code directory} and below, in no order: also the temporary files that a crash
   * left behind, whose names start with a dot and end with {@code .tmp}.
   */
  CloseableIterator<FileEntry> listRecursive(Location directory);

  /**
   * Deletes files; one that is not there counts as deleted.
   *
   * <p>Runs to its end on an interrupted thread too, since a cancelled operation cleans up with it.
   *
   * @throws dev.lakehouse.error.StorageException for the first that could not be deleted, after all
   *     were tried
   */
  void delete(Collection<Location> files);

  /**
   * Gives back connections and threads. Handles and iterators of this store must not be used after.
   */
  @Override
  void close();
}
