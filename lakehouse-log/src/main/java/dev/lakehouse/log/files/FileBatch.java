package dev.lakehouse.log.files;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.packed.Bits;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Some live files of a table, by index from 0. Immutable. */
public final class FileBatch {
  private final FileBlock block;
  private final FileSchema schema;
  private final int @Nullable [] rows;
  private final int size;

  /**
   * @param rows the rows of the block that the files are, ascending; null for all
   */
  FileBatch(FileBlock block, FileSchema schema, int @Nullable [] rows, int size) {
    this.block = block;
    this.schema = schema;
    this.rows = rows;
    this.size = size;
  }

  /** How many files there are. */
  public int size() {
    return size;
  }

  /** The row of the block that the file is. */
  int row(int index) {
    return rows == null ? index : rows[index];
  }

  /** The values of the files, of {@code values}, which has one for each row of the block. */
  Column of(Column values) {
    return rows == null ? values : values.gather(rows, size);
  }

  /** The path as the log has it: a URI reference, relative to the table or absolute. */
  public String path(int index) {
    return block.path(row(index));
  }

  /** The file's length in bytes. */
  public long fileSize(int index) {
    return block.fileSize(row(index));
  }

  /** When the file was written; milliseconds since the epoch. */
  public long modificationTime(int index) {
    return block.time(row(index));
  }

  /** The partition values as the log writes them, by physical name; null is SQL null. */
  public Map<String, @Nullable String> partitionValues(int index) {
    return block.partitionValues(row(index));
  }

  /** The file's deleted rows; null if there are none. */
  public @Nullable DeletionVectorDescriptor deletionVector(int index) {
    return block.vector(row(index));
  }

  /** The row id of the first row; null without row tracking. */
  public @Nullable Long baseRowId(int index) {
    return block.baseRowId(row(index));
  }

  /** The version that first added the file; null without row tracking. */
  public @Nullable Long defaultRowCommitVersion(int index) {
    return block.rowCommitVersion(row(index));
  }

  /**
   * The typed values of a partition column, one a file.
   *
   * @param partitionIndex which one, in the order of the table's partition columns
   * @param zone where timestamps without a zone are local
   * @throws dev.lakehouse.error.CorruptTableException if the log's text is no value of the type
   */
  public Column partitionColumn(int partitionIndex, ZoneId zone) {
    Column values = new TupleValues(block.tuples(), schema, zone).column(partitionIndex);
    int[] codes = new int[size];
    for (int i = 0; i < size; i++) {
      codes[i] = block.tupleCode(row(i));
    }
    return values.gather(codes, size);
  }

  /** How many rows each file has, deleted ones included; null where the log does not say. */
  public LongColumn numRecords() {
    return (LongColumn) of(block.statistics().of(List.of()).numRecords());
  }

  /** Gives the files as actions with all that the log says of them, in order. */
  public void forEachAdd(Consumer<AddFile> consumer) {
    long[] wanted = Bits.none(block.size());
    for (int i = 0; i < size; i++) {
      Bits.set(wanted, row(i));
    }
    block.details().read(wanted, (row, detail) -> consumer.accept(block.add(row, detail)));
  }

  /** The files as actions, as {@link #forEachAdd}. */
  public List<AddFile> addFiles() {
    List<AddFile> adds = new ArrayList<>(size);
    forEachAdd(adds::add);
    return adds;
  }

  FileBlock block() {
    return block;
  }

  /** The files at the first {@code count} of {@code indexes}. */
  FileBatch select(int[] indexes, int count) {
    int[] selected = new int[count];
    for (int i = 0; i < count; i++) {
      selected[i] = row(indexes[i]);
    }
    return new FileBatch(block, schema, selected, count);
  }
}
