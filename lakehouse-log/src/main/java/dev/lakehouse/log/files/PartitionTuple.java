package dev.lakehouse.log.files;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The partition values that some files share, as the log writes them, by physical name.
 *
 * @param values text by name; null is SQL null, and so is a name that is missing
 * @param isKnown false for removes of old writers, which do not say
 */
record PartitionTuple(Map<String, @Nullable String> values, boolean isKnown) {
  static final PartitionTuple UNKNOWN = new PartitionTuple(Map.of(), false);

  PartitionTuple {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  static PartitionTuple of(@Nullable Map<String, @Nullable String> values) {
    return values == null ? UNKNOWN : new PartitionTuple(values, true);
  }
}
