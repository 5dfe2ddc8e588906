package dev.lakehouse.testing;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder with the tables and Parquet files of other writers. */
public final class Shared {
  private Shared() {}

  /**
   * The folder {@code name} of it. A test is skipped where it is absent; under {@code CI=true} that
   * is a failure.
   */
  public static Path folder(String name) {
    Path folder = Path.of(System.getProperty("lakehouse.shared", "shared"), name);
    if (!Files.isDirectory(folder)) {
      String message = "The corpus is not there: set -Dlakehouse.shared to its folder";
      if ("true".equals(System.getenv("CI"))) {
        fail(message);
      }
      abort(message);
    }
    return folder;
  }
}
