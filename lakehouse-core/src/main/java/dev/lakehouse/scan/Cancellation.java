package dev.lakehouse.scan;

import dev.lakehouse.error.OperationCancelledException;

/** How an interrupt becomes the end of an operation. */
public final class Cancellation {
  private Cancellation() {}

  /**
   * Looks whether the thread was interrupted; the flag is kept.
   *
   * @throws OperationCancelledException if it was
   */
  public static void check(String operation) {
    if (Thread.currentThread().isInterrupted()) {
      throw new OperationCancelledException(operation + " was interrupted", null);
    }
  }

  /** Runs what must be done also on an interrupted thread: storage refuses to work on one. */
  public static void shielded(Runnable cleanUp) {
    boolean interrupted = Thread.interrupted();
    try {
      cleanUp.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
