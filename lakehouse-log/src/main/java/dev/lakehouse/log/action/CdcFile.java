package dev.lakehouse.log.action;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file of changed rows, for readers of the change feed only.
 *
 * @param path URI reference, relative to the table or absolute
 * @param partitionValues partition value by physical column name; null is SQL null
 * @param size length of the file in bytes
 * @param tags free tags; empty if there are none
 */
public record CdcFile(
    String path,
    Map<String, @Nullable String> partitionValues,
    long size,
    Map<String, @Nullable String> tags)
    implements Action {
  /** Copies the maps. */
  public CdcFile {
    partitionValues = Maps.copy(partitionValues);
    tags = Maps.copy(tags);
  }
}
