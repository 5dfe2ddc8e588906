package dev.lakehouse.log.segment;

import dev.lakehouse.io.FileEntry;
import java.util.Comparator;
import java.util.List;

/**
 * A complete checkpoint. Sidecars are not among its files: only its content names them.
 *
 * @param version the version it holds
 * @param kind how it is laid out
 * @param files its files, parts in order; none is empty
 */
public record Checkpoint(long version, CheckpointKind kind, List<FileEntry> files)
    implements Comparable<Checkpoint> {
  private static final Comparator<Checkpoint> ORDER =
      Comparator.comparingLong(Checkpoint::version)
          .thenComparing(Checkpoint::kind)
          .thenComparing(checkpoint -> -checkpoint.files.size())
          .thenComparing(checkpoint -> checkpoint.files.get(0).name());

  /** Checks that there is a file. */
  public Checkpoint {
    files = List.copyOf(files);
    if (files.isEmpty()) {
      throw new IllegalArgumentException("A checkpoint has at least one file");
    }
  }

  /** Older first; at one version the one to take last. */
  @Override
  public int compareTo(Checkpoint other) {
    return ORDER.compare(this, other);
  }
}
