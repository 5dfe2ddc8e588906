package dev.lakehouse.log.action;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file that holds file actions of a V2 checkpoint; stands in no commit.
 *
 * @param path URI reference, relative to {@code _delta_log/_sidecars} or absolute
 * @param sizeInBytes length of the file
 * @param modificationTime milliseconds since the epoch
 * @param tags free tags; empty if there are none
 */
public record SidecarFile(
    String path, long sizeInBytes, long modificationTime, Map<String, @Nullable String> tags)
    implements Action {
  /** Copies the map. */
  public SidecarFile {
    tags = Maps.copy(tags);
  }
}
