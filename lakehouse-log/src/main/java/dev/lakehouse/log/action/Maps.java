package dev.lakehouse.log.action;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies of maps that keep the order and allow null values. */
final class Maps {
  private Maps() {}

  static Map<String, @Nullable String> copy(Map<String, ? extends @Nullable String> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
