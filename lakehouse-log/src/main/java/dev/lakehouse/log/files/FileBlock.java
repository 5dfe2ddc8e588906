package dev.lakehouse.log.files;

import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.packed.ByteStrings;
import dev.lakehouse.log.packed.KeyIndex;
import dev.lakehouse.log.packed.PackedLongs;
import dev.lakehouse.log.packed.PathStrings;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds and removes of files as columns, each key at most once. Immutable; blocks are shared by the
 * snapshots that hold their rows, and what is derived from them is kept with them.
 *
 * <p>Statistics, tags and the like stand apart, in {@link FileDetails}.
 */
public final class FileBlock {
  /** Stands for a number that the log does not say. */
  static final long UNKNOWN = Long.MIN_VALUE;

  private final PathStrings paths;
  private final PackedLongs sizes;
  private final PackedLongs times;
  private final PackedLongs tupleCodes;
  private final List<PartitionTuple> tuples;
  private final @Nullable DeletionVectorDescriptor @Nullable [] vectors;
  private final PackedLongs baseRowIds;
  private final PackedLongs rowCommitVersions;
  private final boolean[] removes;
  private final FileDetails details;
  private final BlockStatistics statistics;
  private volatile @Nullable KeyIndex index;

  FileBlock(
      PathStrings paths,
      PackedLongs sizes,
      PackedLongs times,
      PackedLongs tupleCodes,
      List<PartitionTuple> tuples,
      @Nullable DeletionVectorDescriptor @Nullable [] vectors,
      PackedLongs baseRowIds,
      PackedLongs rowCommitVersions,
      boolean[] removes,
      FileDetails details) {
    this.paths = paths;
    this.sizes = sizes;
    this.times = times;
    this.tupleCodes = tupleCodes;
    this.tuples = List.copyOf(tuples);
    this.vectors = vectors;
    this.baseRowIds = baseRowIds;
    this.rowCommitVersions = rowCommitVersions;
    this.removes = removes;
    this.details = details;
    this.statistics = new BlockStatistics(paths.size(), details);
  }

  /** How many rows there are. */
  public int size() {
    return paths.size();
  }

  String path(int row) {
    return paths.get(row);
  }

  long fileSize(int row) {
    return sizes.get(row);
  }

  /** When the file was written, or when a removed one was removed; {@link #UNKNOWN} if not said. */
  long time(int row) {
    return times.get(row);
  }

  /** Index into {@link #tuples}. */
  int tupleCode(int row) {
    return (int) tupleCodes.get(row);
  }

  /** The distinct partition values of the rows. */
  List<PartitionTuple> tuples() {
    return tuples;
  }

  Map<String, @Nullable String> partitionValues(int row) {
    return tuples.get(tupleCode(row)).values();
  }

  @Nullable DeletionVectorDescriptor vector(int row) {
    return vectors == null ? null : vectors[row];
  }

  boolean hasVectors() {
    return vectors != null;
  }

  @Nullable Long baseRowId(int row) {
    return orNull(baseRowIds.get(row));
  }

  @Nullable Long rowCommitVersion(int row) {
    return orNull(rowCommitVersions.get(row));
  }

  /** {@link #UNKNOWN} if there is none. */
  long baseRowIdOrUnknown(int row) {
    return baseRowIds.get(row);
  }

  /** {@link #UNKNOWN} if there is none. */
  long rowCommitVersionOrUnknown(int row) {
    return rowCommitVersions.get(row);
  }

  private static @Nullable Long orNull(long value) {
    return value == UNKNOWN ? null : value;
  }

  boolean isRemove(int row) {
    return removes.length > 0 && removes[row];
  }

  boolean hasRemoves() {
    return removes.length > 0;
  }

  FileDetails details() {
    return details;
  }

  BlockStatistics statistics() {
    return statistics;
  }

  PathStrings paths() {
    return paths;
  }

  /** The add of a row, whose details were read apart. */
  AddFile add(int row, FileDetails.Detail detail) {
    return new AddFile(
        path(row),
        partitionValues(row),
        fileSize(row),
        time(row),
        false,
        detail.stats(),
        detail.tags(),
        vector(row),
        baseRowId(row),
        rowCommitVersion(row),
        detail.clusteringProvider());
  }

  /** The remove of a row. */
  RemoveFile remove(int row) {
    PartitionTuple tuple = tuples.get(tupleCode(row));
    Long size = orNull(fileSize(row));
    return new RemoveFile(
        path(row),
        orNull(time(row)),
        false,
        (tuple.isKnown() && size != null) ? Boolean.TRUE : null,
        tuple.isKnown() ? tuple.values() : null,
        size,
        null,
        Map.of(),
        vector(row),
        baseRowId(row),
        rowCommitVersion(row));
  }

  /** The row with the key of {@code row} of {@code other}; -1 if there is none. */
  int find(FileBlock other, int row) {
    KeyIndex keys = index();
    long hash = other.hash(row);
    for (int slot = keys.first(hash); !keys.isEnd(slot); slot = keys.next(slot)) {
      int candidate = keys.candidate(slot, hash);
      if (candidate >= 0
          && paths.equals(candidate, other.paths, row)
          && sameVector(vector(candidate), other.vector(row))) {
        return candidate;
      }
    }
    return -1;
  }

  static boolean sameVector(
      @Nullable DeletionVectorDescriptor left, @Nullable DeletionVectorDescriptor right) {
    if (left == null || right == null) {
      return left == null && right == null;
    }
    return left.uniqueId().equals(right.uniqueId());
  }

  /** Almost surely another number for a file of which the log says anything else. */
  long fingerprint(int row) {
    long hash = hash(row);
    hash = ByteStrings.mix(hash + fileSize(row));
    hash = ByteStrings.mix(hash + time(row));
    hash = ByteStrings.mix(hash + baseRowIds.get(row));
    hash = ByteStrings.mix(hash + rowCommitVersions.get(row));
    return ByteStrings.mix(hash + details.fingerprint(row));
  }

  long hash(int row) {
    return hash(paths.hash(row), vector(row));
  }

  static long hash(long pathHash, @Nullable DeletionVectorDescriptor vector) {
    return vector == null ? pathHash : ByteStrings.mix(pathHash ^ vector.uniqueId().hashCode());
  }

  private KeyIndex index() {
    KeyIndex known = index;
    if (known == null) {
      known = new KeyIndex(size());
      for (int row = 0; row < size(); row++) {
        known.add(row, hash(row), this::hash);
      }
      index = known;
    }
    return known;
  }

  /** About how many bytes of heap the columns take, details left out. */
  long bytes() {
    return paths.bytes()
        + sizes.bytes()
        + times.bytes()
        + tupleCodes.bytes()
        + baseRowIds.bytes()
        + rowCommitVersions.bytes()
        + removes.length;
  }
}
