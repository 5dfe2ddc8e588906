package dev.lakehouse.data;

import java.util.OptionalLong;

/**
 * Hears of operations that take longer than a moment. Called on the threads that work, so it must
 * be thread-safe and return soon; what it throws is logged and otherwise ignored.
 */
public interface ProgressListener {
  /** Hears nothing. */
  ProgressListener NONE = new ProgressListener() {};

  /**
   * An operation on a table.
   *
   * @param id different for each operation of one {@code Lakehouse}
   * @param name what is done: {@code append}, {@code overwrite}, {@code verify}, …
   * @param table where the table is
   */
  record Operation(long id, String name, String table) {}

  /** The operation has begun. */
  default void started(Operation operation) {}

  /**
   * Some of the work is done.
   *
   * @param done how much, of {@code unit}
   * @param total how much there is; empty if nobody knows
   * @param unit what is counted: {@code rows}, {@code files}, …
   */
  default void progress(Operation operation, long done, OptionalLong total, String unit) {}

  /** The operation has ended, one way or the other. */
  default void finished(Operation operation) {}
}
