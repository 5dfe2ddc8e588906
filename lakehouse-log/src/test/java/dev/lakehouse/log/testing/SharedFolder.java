package dev.lakehouse.log.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder with the tables of other writers. A test that needs it is skipped without it. */
public final class SharedFolder {
  private SharedFolder() {}

  /** The folder of test tables; skips the test if it is not there, fails it where CI is true. */
  public static Path tables() {
    Path shared = Path.of(System.getProperty("lakehouse.shared", "../shared"));
    Path tables = shared.resolve("tables").toAbsolutePath().normalize();
    boolean there = Files.isDirectory(tables);
    if ("true".equals(System.getenv("CI"))) {
      assertTrue(there, "CI needs the folder of test tables (system property lakehouse.shared)");
    }
    assumeTrue(there, "The folder of test tables is not there (system property lakehouse.shared)");
    return tables;
  }
}
