package dev.lakehouse.dml;

import dev.lakehouse.log.action.DeletionVectorDescriptor;
import dev.lakehouse.log.dv.DeletionVector;
import dev.lakehouse.log.dv.DeletionVectorStore;
import dev.lakehouse.scan.FileReader;
import dev.lakehouse.scan.FileRows;
import dev.lakehouse.scan.ScanFile;
import dev.lakehouse.scan.ScanQuery;
import org.jspecify.annotations.Nullable;

/** Reads files of the table that is changed, with the position of each row. Thread-safe. */
public final class TargetRows {
  private final TargetTable table;
  private final FileReader reader;
  private final DeletionVectorStore vectors;

  private TargetRows(TargetTable table, FileReader reader) {
    this.table = table;
    this.reader = reader;
    this.vectors = new DeletionVectorStore(table.environment().files(), table.base().log().table());
  }

  /** Rows as {@code query} wants them. */
  public static TargetRows of(TargetTable table, ScanQuery query) {
    return new TargetRows(table, FileReader.of(table.environment(), query));
  }

  /** Rows without columns that {@code query} wants. */
  public static TargetRows positions(TargetTable table, ScanQuery query) {
    return new TargetRows(table, FileReader.counting(table.environment(), query));
  }

  /** The rows of {@code file} that are deleted before the change. */
  public DeletionVector before(ScanFile file) {
    @Nullable DeletionVectorDescriptor descriptor = file.deletionVector();
    return descriptor == null ? DeletionVector.NONE : vectors.read(descriptor);
  }

  /** The wanted rows of {@code file}, without those of {@code without}. */
  public FileRows read(ScanFile file, DeletionVector without) {
    return reader.locate(file, without, table.environment().executor());
  }

  /** The wanted rows of {@code file} at {@code positions}. */
  public FileRows readOnly(ScanFile file, DeletionVector positions) {
    return reader.locateOnly(file, positions, table.environment().executor());
  }
}
