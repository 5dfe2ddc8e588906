package dev.lakehouse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What every write verb can be told. Single use, by one thread. */
final class WriteSettings {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private @Nullable String appId;
  private long appVersion;
  private Map<String, String> commitInfo = Map.of();
  private final Map<String, String> options = new LinkedHashMap<>();
  private SchemaPolicy schemaPolicy = SchemaPolicy.KEEP;
  private int retries;
  private boolean used;

  void idempotent(String id, long version) {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("The application id must not be empty");
    }
    appId = id;
    appVersion = version;
  }

  void commitInfo(Map<String, String> info) {
    commitInfo = new LinkedHashMap<>(info);
  }

  void retryOnConflict(int times) {
    if (times < 0) {
      throw new IllegalArgumentException("retryOnConflict must not be negative, as " + times);
    }
    retries = times;
  }

  void option(String key, String value) {
    options.put(key, value);
  }

  void schema(SchemaPolicy policy) {
    if (schemaPolicy != SchemaPolicy.KEEP) {
      throw new IllegalStateException(
          "Say once what becomes of the schema: by mergeSchema or by overwriteSchema");
    }
    schemaPolicy = policy;
  }

  SchemaPolicy schemaPolicy() {
    return schemaPolicy;
  }

  /** Marks the verb as executed. */
  void use() {
    if (used) {
      throw new IllegalStateException(
          "This operation was executed before. Begin a new one for each execution.");
    }
    used = true;
  }

  @Nullable String appId() {
    return appId;
  }

  long appVersion() {
    return appVersion;
  }

  int retries() {
    return retries;
  }

  Map<String, String> options() {
    return options;
  }

  /** The user's commit info as one JSON object: the history has one text for it. */
  Optional<String> userMetadata() {
    try {
      return commitInfo.isEmpty()
          ? Optional.empty()
          : Optional.of(MAPPER.writeValueAsString(commitInfo));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The commit info is no JSON: " + commitInfo, e);
    }
  }
}
