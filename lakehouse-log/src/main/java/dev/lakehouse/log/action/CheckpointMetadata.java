package dev.lakehouse.log.action;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The mark of a V2 checkpoint; stands in no commit.
 *
 * @param version the checkpoint's version
 * @param tags free tags; empty if there are none
 */
public record CheckpointMetadata(long version, Map<String, @Nullable String> tags)
    implements Action {
  /** Copies the map. */
  public CheckpointMetadata {
    tags = Maps.copy(tags);
  }
}
