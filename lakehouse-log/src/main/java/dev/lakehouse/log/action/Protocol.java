package dev.lakehouse.log.action;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a program must know to read or write the table.
 *
 * @param minReaderVersion least reader version
 * @param minWriterVersion least writer version
 * @param readerFeatures names of the features a reader must know; null where the log has no list
 * @param writerFeatures names of the features a writer must know; null where the log has no list
 */
public record Protocol(
    int minReaderVersion,
    int minWriterVersion,
    @Nullable Set<String> readerFeatures,
    @Nullable Set<String> writerFeatures)
    implements Action {
  /** Copies the sets. */
  public Protocol {
    readerFeatures = copy(readerFeatures);
    writerFeatures = copy(writerFeatures);
  }

  /** A protocol of versions only. */
  public Protocol(int minReaderVersion, int minWriterVersion) {
    this(minReaderVersion, minWriterVersion, null, null);
  }

  private static @Nullable Set<String> copy(@Nullable Collection<String> names) {
    return names == null ? null : Collections.unmodifiableSet(new LinkedHashSet<>(names));
  }
}
