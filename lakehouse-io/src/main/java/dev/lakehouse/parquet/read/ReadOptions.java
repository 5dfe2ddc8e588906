package dev.lakehouse.parquet.read;

import dev.lakehouse.io.MemoryBudget;
import java.util.concurrent.Executor;

/**
 * How files are read. Thread-safe.
 *
 * @param verifyChecksums whether pages are compared with their checksums, where they have them
 * @param executor where work that may run beside the caller runs; {@link #CALLER} for none
 * @param memory what pages and buffers are taken from
 */
public record ReadOptions(boolean verifyChecksums, Executor executor, MemoryBudget memory) {
  /** Runs everything in the caller. */
  public static final Executor CALLER = Runnable::run;

  /** No verification, all in the caller. */
  public static ReadOptions of(MemoryBudget memory) {
    return new ReadOptions(false, CALLER, memory);
  }

  /** These options with or without verification of checksums. */
  public ReadOptions withVerifyChecksums(boolean verify) {
    return new ReadOptions(verify, executor, memory);
  }

  /** These options with another executor. */
  public ReadOptions withExecutor(Executor other) {
    return new ReadOptions(verifyChecksums, other, memory);
  }

  /** True if pages are to be inflated before they are needed. */
  boolean inflatesAhead() {
    return executor != CALLER;
  }
}
