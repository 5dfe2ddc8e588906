package dev.lakehouse.log.commit;

import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.log.action.Action;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides who makes a version of one table, and tells what was made. At most one caller per version
 * is ever told {@link CommitOutcome.Committed}. Thread-safe.
 */
public interface Committer {
  /**
   * Finds out whether there can be commits at all, before anything is written for one.
   *
   * @throws dev.lakehouse.error.UnsupportedFeatureException if the storage cannot decide who makes
   *     a version, saying what was seen and what to do
   */
  default void requireWritable() {}

  /**
   * Tries to make {@code body} the commit of {@code version}, once. Expected outcomes are values;
   * throws only for what is known to have changed nothing.
   *
   * @throws dev.lakehouse.error.StorageException if the storage refused before anything was written
   * @throws dev.lakehouse.error.OperationCancelledException if the thread was interrupted before
   */
  CommitOutcome commit(long version, byte[] body);

  /**
   * The actions of the commit of {@code version} whose JSON key {@code kinds} takes; empty if there
   * is no such commit. The caller closes the iterator.
   */
  Optional<CloseableIterator<Action>> read(long version, Predicate<String> kinds);
}
