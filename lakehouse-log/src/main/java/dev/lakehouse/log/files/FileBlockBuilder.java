package dev.lakehouse.log.files;

import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.action.RemoveFile;
import dev.lakehouse.log.files.HeldDetails.Labels;
import dev.lakehouse.log.packed.ByteStrings;
import dev.lakehouse.log.packed.PackedLongs;
import dev.lakehouse.log.packed.PathStrings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects adds and removes into a {@link FileBlock}. Used once, by one thread. */
public final class FileBlockBuilder {
  /** With so many rows a block is full; a batch more than that still fits. */
  public static final int MOST_ROWS = 1 << 22;

  private static final int MOST_BYTES = 1 << 29;

  private final PathStrings.Builder paths;
  private final ByteStrings.Builder stats = new ByteStrings.Builder(0, 0);
  private final List<PartitionTuple> tuples = new ArrayList<>();
  private final Map<PartitionTuple, Integer> tupleCodes = new HashMap<>();
  private long[] sizes;
  private long[] times;
  private int[] codes;
  private long @Nullable [] baseRowIds;
  private long @Nullable [] rowCommitVersions;
  private boolean @Nullable [] removes;
  private @Nullable DeletionVectorDescriptor @Nullable [] vectors;
  private @Nullable Labels @Nullable [] labels;

  /** A builder of a block of a few rows. */
  public FileBlockBuilder() {
    this(8);
  }

  /** A builder of a block of about {@code expected} rows. */
  public FileBlockBuilder(int expected) {
    int capacity = Math.max(8, expected);
    sizes = new long[capacity];
    times = new long[capacity];
    codes = new int[capacity];
    paths = new PathStrings.Builder(capacity);
  }

  /** How many rows there are so far. */
  public int size() {
    return paths.size();
  }

  /** True if another row should go to another block. */
  public boolean isFull() {
    return size() >= MOST_ROWS || paths.used() > MOST_BYTES || stats.used() > MOST_BYTES;
  }

  /** Appends an add. */
  public void append(AddFile add) {
    byte[] path = add.path().getBytes(StandardCharsets.UTF_8);
    String text = add.stats();
    stats.append(text == null ? "" : text);
    label(Labels.of(add.tags(), add.clusteringProvider()));
    append(
        path,
        0,
        path.length,
        add.size(),
        add.modificationTime(),
        tuple(PartitionTuple.of(add.partitionValues())),
        add.deletionVector(),
        orUnknown(add.baseRowId()),
        orUnknown(add.defaultRowCommitVersion()),
        false);
  }

  /** Appends a remove. */
  public void append(RemoveFile remove) {
    byte[] path = remove.path().getBytes(StandardCharsets.UTF_8);
    stats.append("");
    append(
        path,
        0,
        path.length,
        orUnknown(remove.size()),
        orUnknown(remove.deletionTimestamp()),
        tuple(PartitionTuple.of(remove.partitionValues())),
        remove.deletionVector(),
        orUnknown(remove.baseRowId()),
        orUnknown(remove.defaultRowCommitVersion()),
        true);
  }

  /** Appends a row of a block whose details are held. */
  void append(FileBlock block, int row) {
    HeldDetails details = (HeldDetails) block.details();
    stats.append(details.stats(), row);
    label(details.labels(row));
    int added = size();
    paths.append(block.paths(), row);
    appendRest(
        added,
        block.fileSize(row),
        block.time(row),
        tuple(block.tuples().get(block.tupleCode(row))),
        block.vector(row),
        block.baseRowIdOrUnknown(row),
        block.rowCommitVersionOrUnknown(row),
        block.isRemove(row));
  }

  /** Appends an add of a checkpoint, whose details stay there. */
  public void append(
      byte[] path,
      int pathStart,
      int pathLength,
      long size,
      long modificationTime,
      int tupleCode,
      @Nullable DeletionVectorDescriptor vector,
      @Nullable Long baseRowId,
      @Nullable Long rowCommitVersion) {
    append(
        path,
        pathStart,
        pathLength,
        size,
        modificationTime,
        tupleCode,
        vector,
        orUnknown(baseRowId),
        orUnknown(rowCommitVersion),
        false);
  }

  /** The code of partition values, to append rows with. */
  public int tupleCode(Map<String, @Nullable String> partitionValues) {
    return tuple(PartitionTuple.of(partitionValues));
  }

  private int tuple(PartitionTuple tuple) {
    Integer code = tupleCodes.get(tuple);
    if (code == null) {
      code = tuples.size();
      tuples.add(tuple);
      tupleCodes.put(tuple, code);
    }
    return code;
  }

  private static long orUnknown(@Nullable Long value) {
    return value == null ? FileBlock.UNKNOWN : value;
  }

  private void label(@Nullable Labels label) {
    if (label != null && labels == null) {
      labels = new @Nullable Labels[sizes.length];
    }
    if (labels != null) {
      if (size() >= labels.length) {
        labels = Arrays.copyOf(labels, 2 * size());
      }
      labels[size()] = label;
    }
  }

  private void append(
      byte[] path,
      int pathStart,
      int pathLength,
      long size,
      long time,
      int tupleCode,
      @Nullable DeletionVectorDescriptor vector,
      long baseRowId,
      long rowCommitVersion,
      boolean remove) {
    int row = size();
    paths.append(path, pathStart, pathLength);
    appendRest(row, size, time, tupleCode, vector, baseRowId, rowCommitVersion, remove);
  }

  private void appendRest(
      int row,
      long size,
      long time,
      int tupleCode,
      @Nullable DeletionVectorDescriptor vector,
      long baseRowId,
      long rowCommitVersion,
      boolean remove) {
    ensureCapacity(row + 1);
    sizes[row] = size;
    times[row] = time;
    codes[row] = tupleCode;
    baseRowIds = put(baseRowIds, row, baseRowId);
    rowCommitVersions = put(rowCommitVersions, row, rowCommitVersion);
    if (remove && removes == null) {
      removes = new boolean[sizes.length];
    }
    if (removes != null) {
      removes[row] = remove;
    }
    if (vector != null && vectors == null) {
      vectors = new @Nullable DeletionVectorDescriptor[sizes.length];
    }
    if (vectors != null) {
      vectors[row] = vector;
    }
  }

  /** {@code numbers} with one more, made once there is a number that is known. */
  private long @Nullable [] put(long @Nullable [] numbers, int row, long number) {
    if (numbers == null && number == FileBlock.UNKNOWN) {
      return null;
    }
    long[] target = numbers;
    if (target == null) {
      target = new long[sizes.length];
      Arrays.fill(target, FileBlock.UNKNOWN);
    }
    target[row] = number;
    return target;
  }

  private void ensureCapacity(int needed) {
    if (needed <= sizes.length) {
      return;
    }
    int capacity = sizes.length + (sizes.length >> 1);
    sizes = Arrays.copyOf(sizes, capacity);
    times = Arrays.copyOf(times, capacity);
    codes = Arrays.copyOf(codes, capacity);
    baseRowIds = grown(baseRowIds, capacity);
    rowCommitVersions = grown(rowCommitVersions, capacity);
    if (removes != null) {
      removes = Arrays.copyOf(removes, capacity);
    }
    if (vectors != null) {
      vectors = Arrays.copyOf(vectors, capacity);
    }
  }

  private static long @Nullable [] grown(long @Nullable [] numbers, int capacity) {
    return numbers == null ? null : Arrays.copyOf(numbers, capacity);
  }

  /** The block of the rows appended, whose details were appended too. */
  public FileBlock build() {
    ByteStrings texts = stats.build();
    @Nullable Labels @Nullable [] exact = labels == null ? null : Arrays.copyOf(labels, size());
    return build(new HeldDetails(texts, exact));
  }

  /** The block of the rows appended, whose details stand elsewhere. */
  public FileBlock build(FileDetails details) {
    int size = size();
    return new FileBlock(
        paths.build(),
        PackedLongs.of(sizes, size),
        PackedLongs.of(times, size),
        PackedLongs.ofCodes(codes, size, tuples.size()),
        tuples,
        vectors == null ? null : Arrays.copyOf(vectors, size),
        packed(baseRowIds, size),
        packed(rowCommitVersions, size),
        removes == null ? new boolean[0] : Arrays.copyOf(removes, size),
        details);
  }

  private static PackedLongs packed(long @Nullable [] numbers, int size) {
    return numbers == null
        ? new PackedLongs.Constant(FileBlock.UNKNOWN)
        : PackedLongs.of(numbers, size);
  }
}
