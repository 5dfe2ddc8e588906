package dev.lakehouse.maintain;

import dev.lakehouse.data.VerifyReport.Finding;
import dev.lakehouse.data.VerifyReport.Rule;
import dev.lakehouse.error.OperationCancelledException;
import dev.lakehouse.error.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Collects what is wrong. Used by one thread. */
final class Findings {
  private static final Set<StorageException.Kind> NOT_OF_THE_FILE =
      Set.of(
          StorageException.Kind.THROTTLED,
          StorageException.Kind.TRANSIENT,
          StorageException.Kind.MISCONFIGURED);
  private final List<Finding> found = new ArrayList<>();

  void add(Rule rule, Object file, String detail) {
    found.add(new Finding(rule, file.toString(), detail));
  }

  /**
   * Adds what {@code failure} says of {@code file}. Throws it again if it says nothing of the file:
   * that the check was cancelled, or that the store cannot be asked now.
   */
  void add(Rule rule, Object file, RuntimeException failure) {
    if (failure instanceof OperationCancelledException
        || (failure instanceof StorageException storage
            && NOT_OF_THE_FILE.contains(storage.kind()))) {
      throw failure;
    }
    add(rule, file, String.valueOf(failure.getMessage()));
  }

  /** Adds a finding unless {@code expected} equals {@code actual}. */
  void compare(Rule rule, Object file, String what, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      add(rule, file, what + " must be " + expected + ", but is " + actual);
    }
  }

  List<Finding> all() {
    return List.copyOf(found);
  }
}
