package dev.lakehouse.io.s3;

import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.io.Location;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What an interrupt of the thread means for a request. */
final class Interrupts {
  private static final int PATIENCE = 100;

  private Interrupts() {}

  /** Ends the operation if the thread is interrupted. */
  static void check(Location location, String operation) {
    if (Thread.currentThread().isInterrupted()) {
      throw cancelled(location, operation, null);
    }
  }

  /** Sets the flag, which the SDK may have cleared. */
  static OperationCancelledException cancelled(
      Location location, String operation, @Nullable Exception cause) {
    Thread.currentThread().interrupt();
    return new OperationCancelledException(
        "Interrupted: did not " + operation + " " + location, cause);
  }

  /**
   * Does work that an interrupt must not stop; the flag is put aside meanwhile.
   *
   * @throws OperationCancelledException if interrupts come faster than the work can be done
   */
  static <T> T aside(Supplier<T> work) {
    boolean interrupted = Thread.interrupted();
    try {
      for (int interrupts = 0; ; interrupts++) {
        try {
          return work.get();
        } catch (OperationCancelledException e) {
          if (!Thread.interrupted() || interrupts == PATIENCE) {
            throw e;
          }
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
