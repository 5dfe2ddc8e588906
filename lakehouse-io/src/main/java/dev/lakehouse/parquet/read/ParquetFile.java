package dev.lakehouse.parquet.read;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.parquet.footer.FileTypes;
import dev.lakehouse.parquet.footer.Footer;
import dev.lakehouse.types.StructType;
import java.util.Map;
import org.apache.parquet.format.RowGroup;

/**
 * A Parquet file opened for reading. Thread-safe; many reads may run at once. The caller keeps the
 * {@link InputFile} open until all of them are closed.
 */
public final class ParquetFile implements AutoCloseable {
  private final InputFile file;
  private final ReadOptions options;
  private final Footer footer;

  private ParquetFile(InputFile file, ReadOptions options, Footer footer) {
    this.file = file;
    this.options = options;
    this.footer = footer;
  }

  /**
   * Reads the footer of {@code file}.
   *
   * @throws dev.lakehouse.error.CorruptTableException if it is no Parquet file or a damaged one
   * @throws dev.lakehouse.error.UnsupportedFeatureException if it is encrypted
   */
  public static ParquetFile open(InputFile file, ReadOptions options) {
    return new ParquetFile(file, options, Footer.read(file));
  }

  /**
   * The file's columns with the types that a table would give them. A column that cannot be read
   * has the type of its raw values here; the error comes when it is asked for.
   */
  public StructType schema() {
    return FileTypes.struct(footer.schema());
  }

  /** How many rows the file has. */
  public long rowCount() {
    return footer.rowGroups().stream().mapToLong(RowGroup::getNum_rows).sum();
  }

  /** The free texts that its writer added. */
  public Map<String, String> keyValueMetadata() {
    return footer.keyValues();
  }

  /** How many row groups there are. */
  public int rowGroupCount() {
    return footer.rowGroups().size();
  }

  /**
   * Reads what {@code request} asks for, in the order of the file. Batches have at most {@link
   * Batch#MAX_ROWS} rows.
   *
   * @throws dev.lakehouse.error.SchemaMismatchException if a column is of another type in the file
   * @throws dev.lakehouse.error.UnsupportedFeatureException if a column is stored in a way that
   *     cannot be read
   */
  public CloseableIterator<Batch> read(ReadRequest request) {
    return new BatchReader(file, options, footer, request);
  }

  /** Closes the file handle. */
  @Override
  public void close() {
    file.close();
  }
}
