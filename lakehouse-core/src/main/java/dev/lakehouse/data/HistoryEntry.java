package dev.lakehouse.data;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One version in a table's history, as far as its commit tells.
 *
 * @param version which
 * @param timestamp when it was committed; never before an earlier version
 * @param operation what was done: {@code WRITE}, {@code MERGE}, …
 * @param operationParameters with which parameters: the value of each is JSON text, or a plain
 *     text; those without a value are left out
 * @param operationMetrics what was counted, by name
 * @param userName who did it
 * @param engineInfo with which program
 * @param readVersion the version that it was based on
 * @param isolationLevel {@code Serializable}, {@code WriteSerializable} or {@code
 *     SnapshotIsolation}
 * @param isBlindAppend whether it only added rows and read none
 * @param userMetadata a free text of the user
 */
public record HistoryEntry(
    long version,
    Instant timestamp,
    Optional<String> operation,
    Map<String, String> operationParameters,
    Map<String, String> operationMetrics,
    Optional<String> userName,
    Optional<String> engineInfo,
    OptionalLong readVersion,
    Optional<String> isolationLevel,
    Optional<Boolean> isBlindAppend,
    Optional<String> userMetadata) {
  /** Copies the maps. */
  public HistoryEntry {
    operationParameters = Collections.unmodifiableMap(new LinkedHashMap<>(operationParameters));
    operationMetrics = Collections.unmodifiableMap(new LinkedHashMap<>(operationMetrics));
  }
}
