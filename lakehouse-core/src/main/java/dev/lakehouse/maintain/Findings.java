package dev.lakehouse.maintain;

import dev.lakehouse.data.VerifyReport.Finding;
import dev.lakehouse.data.VerifyReport.Rule;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong. Used by one thread. */
final class Findings {
  private final List<Finding> found = new ArrayList<>();

  void add(Rule rule, Object file, String detail) {
    found.add(new Finding(rule, file.toString(), detail));
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
