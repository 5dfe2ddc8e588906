package dev.lakehouse.io.testing;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.lakehouse.io.Location;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * An S3 server in a process of its own, which somebody started: {@code LAKEHOUSE_STORE} names an
 * empty place in it, such as {@code s3://bucket}, and the variables that every AWS program knows
 * ({@code AWS_ENDPOINT_URL_S3}, {@code AWS_ACCESS_KEY_ID} and so on) say how to reach it. Tests
 * that use it have the tag {@code store}.
 *
 * @param name what the server is
 * @param root where tests may do what they like
 */
public record ExternalStore(String name, Location root) {
  private static final Map<String, String> VARIABLES = System.getenv();

  /** The server, without which the test that asks is skipped, or fails where all tests must run. */
  public static ExternalStore required() {
    Optional<String> root = Optional.ofNullable(VARIABLES.get("LAKEHOUSE_STORE"));
    if (root.isEmpty()) {
      String reason = "LAKEHOUSE_STORE names no S3 server";
      if ("true".equals(VARIABLES.get("CI"))) {
        throw new AssertionError(reason);
      }
      abort(reason);
    }
    String name = VARIABLES.getOrDefault("LAKEHOUSE_STORE_NAME", "a store");
    return new ExternalStore(name, Location.parse(root.orElseThrow()));
  }

  /** A place that no one else has. */
  public Location fresh(String name) {
    return root.child(name + "-" + UUID.randomUUID());
  }

  /** How long the test of several processes runs, in seconds. */
  public int seconds() {
    return Integer.parseInt(VARIABLES.getOrDefault("LAKEHOUSE_STORE_SECONDS", "20"));
  }

  /** The server's URL. */
  public String endpoint() {
    return VARIABLES.get("AWS_ENDPOINT_URL_S3");
  }

  /** The access key. */
  public String key() {
    return VARIABLES.get("AWS_ACCESS_KEY_ID");
  }

  /** The secret that goes with the key. */
  public String secret() {
    return VARIABLES.get("AWS_SECRET_ACCESS_KEY");
  }
}
