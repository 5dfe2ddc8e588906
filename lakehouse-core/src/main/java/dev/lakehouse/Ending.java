package dev.lakehouse;

import dev.lakehouse.data.WriteResult.Outcome;
import dev.lakehouse.log.CommitResult;
import dev.lakehouse.log.HookFailure;
import java.time.Duration;
import java.util.List;

/** How a verb ended, whichever verb it was. */
record Ending(
    long version, Outcome outcome, Duration duration, int attempts, List<String> hookFailures) {
  static Ending unchanged(long version, Outcome outcome, Duration duration) {
    return new Ending(version, outcome, duration, 0, List.of());
  }

  static Ending of(CommitResult result, Duration duration) {
    return result.skipped()
        ? unchanged(result.version(), Outcome.SKIPPED, duration)
        : new Ending(
            result.version(),
            Outcome.COMMITTED,
            duration,
            result.attempts(),
            result.hookFailures().stream().map(Ending::text).toList());
  }

  private static String text(HookFailure failure) {
    return failure.hook() + ": " + failure.cause().getMessage();
  }

  boolean committed() {
    return outcome == Outcome.COMMITTED;
  }
}
