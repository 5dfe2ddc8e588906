package dev.lakehouse.log;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction does, for the table's history. Names of operations, parameters and metrics are
 * those of Delta Spark.
 *
 * @param name in capitals: {@code WRITE}
 * @param parameters by name; what is no text itself is JSON text, and what was not given is null
 * @param metrics numbers by name
 * @param userMetadata what the user wants to say; empty for nothing
 */
public record Operation(
    String name,
    Map<String, ? extends @Nullable String> parameters,
    Map<String, Long> metrics,
    Optional<String> userMetadata) {
  /** Copies the maps. */
  public Operation {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
  }

  /** An operation without metrics and user metadata. */
  public static Operation of(String name, Map<String, ? extends @Nullable String> parameters) {
    return new Operation(name, parameters, Map.of(), Optional.empty());
  }

  /** This operation with its metrics. */
  public Operation withMetrics(Map<String, Long> newMetrics) {
    return new Operation(name, parameters, newMetrics, userMetadata);
  }
}
