package dev.lakehouse.log.checkpoint;

import dev.lakehouse.log.segment.VersionChecksum.Histogram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Files and bytes by file size, in the bins that Delta Spark and Delta Kernel use. Immutable. */
public final class FileSizes {
  private static final long KIB = 1L << 10;
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;

  /** Least size of each bin, in ascending order; the last bin is open. */
  private static final List<Long> BOUNDARIES = boundaries();

  /** No file. */
  static final FileSizes NONE =
      new FileSizes(new long[BOUNDARIES.size()], new long[BOUNDARIES.size()]);

  private final long[] files;
  private final long[] bytes;

  private FileSizes(long[] files, long[] bytes) {
    this.files = files;
    this.bytes = bytes;
  }

  private static List<Long> boundaries() {
    List<Long> sizes = new ArrayList<>(List.of(0L));
    doubling(sizes, 8 * KIB, 4 * MIB);
    stepping(sizes, 8 * MIB, 4 * MIB, 40 * MIB);
    stepping(sizes, 48 * MIB, 8 * MIB, 120 * MIB);
    stepping(sizes, 124 * MIB, 4 * MIB, 144 * MIB);
    stepping(sizes, 160 * MIB, 16 * MIB, 576 * MIB);
    stepping(sizes, 640 * MIB, 64 * MIB, 1408 * MIB);
    stepping(sizes, 1536 * MIB, 128 * MIB, 2048 * MIB);
    stepping(sizes, 2304 * MIB, 256 * MIB, 4096 * MIB);
    doubling(sizes, 8 * GIB, 256 * GIB);
    return List.copyOf(sizes);
  }

  private static void doubling(List<Long> sizes, long first, long last) {
    for (long size = first; size <= last; size *= 2) {
      sizes.add(size);
    }
  }

  private static void stepping(List<Long> sizes, long first, long step, long last) {
    for (long size = first; size <= last; size += step) {
      sizes.add(size);
    }
  }

  /** The sizes that {@code histogram} counts; empty if its bins are not these. */
  static Optional<FileSizes> of(Histogram histogram) {
    return histogram.boundaries().equals(BOUNDARIES)
        ? Optional.of(new FileSizes(longs(histogram.fileCounts()), longs(histogram.totalBytes())))
        : Optional.empty();
  }

  private static long[] longs(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).toArray();
  }

  /** The counts as the log writes them. */
  public Histogram histogram() {
    return new Histogram(
        BOUNDARIES, Arrays.stream(files).boxed().toList(), Arrays.stream(bytes).boxed().toList());
  }

  /** Adds up many files without a copy for each. */
  static final class Counting {
    private final long[] files;
    private final long[] bytes;

    Counting(FileSizes start) {
      files = start.files.clone();
      bytes = start.bytes.clone();
    }

    void add(long size, int count) {
      int bin = bin(size);
      files[bin] += count;
      bytes[bin] += count * size;
    }

    private static int bin(long size) {
      int found = Collections.binarySearch(BOUNDARIES, Math.max(0, size));
      return found >= 0 ? found : -found - 2;
    }

    FileSizes done() {
      return new FileSizes(files, bytes);
    }
  }
}
