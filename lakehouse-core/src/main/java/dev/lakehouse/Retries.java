package dev.lakehouse;

import dev.lakehouse.error.ConflictException;
import java.util.function.Supplier;

/** How an operation that lost against another commit is run again. */
final class Retries {
  private Retries() {}

  /** What {@code attempt} gives, run again up to {@code times} times where it conflicts. */
  static <T> T run(int times, Supplier<T> attempt) {
    for (int retry = 0; ; retry++) {
      try {
        return attempt.get();
      } catch (ConflictException e) {
        if (retry >= times) {
          throw e;
        }
      }
    }
  }
}
