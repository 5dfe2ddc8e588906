package dev.lakehouse.io;

import java.time.Duration;

/** Waits. In a simulation time passes without waiting. */
public interface Sleeper {
  /**
   * Waits for {@code duration}.
   *
   * @throws dev.lakehouse.error.OperationCancelledException if the thread is interrupted; the flag
   *     is kept
   */
  void sleep(Duration duration);
}
