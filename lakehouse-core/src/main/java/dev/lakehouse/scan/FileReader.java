package dev.lakehouse.scan;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.eval.Filter;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.InputFile;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.dv.DeletionVector;
import dev.lakehouse.log.dv.DeletionVectorStore;
import dev.lakehouse.log.stats.PartitionParser;
import dev.lakehouse.parquet.read.ParquetFile;
import dev.lakehouse.parquet.read.ReadOptions;
import dev.lakehouse.parquet.read.ReadRequest;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Reads the data files of a table as one query wants them. Thread-safe. */
public final class FileReader {
  private static final String ROW_INDEX = "_row_index";

  private final Environment environment;
  private final ScanQuery query;
  private final Projection projection;
  private final @Nullable Expression pushed;
  private final @Nullable Filter rest;
  private final DeletionVectorStore vectors;

  private FileReader(Environment environment, ScanQuery query, Projection projection) {
    this.environment = environment;
    this.query = query;
    this.projection = projection;
    this.vectors = new DeletionVectorStore(environment.files(), query.table());
    List<Expression> stored = new ArrayList<>();
    List<Expression> others = new ArrayList<>();
    for (Expression conjunct : query.conjuncts()) {
      boolean isStored = Expressions.references(conjunct).stream().noneMatch(query::isPartition);
      (isStored ? stored : others).add(conjunct);
    }
    this.pushed = stored.isEmpty() ? null : Expressions.and(stored);
    this.rest =
        others.isEmpty()
            ? null
            : Filter.bind(Expressions.and(others), query.schema(), query.context());
  }

  /**
   * A reader for {@code query}.
   *
   * @throws dev.lakehouse.error.SchemaMismatchException if it names a column that is not there
   * @throws dev.lakehouse.error.ExpressionException if its predicate does not bind
   */
  public static FileReader of(Environment environment, ScanQuery query) {
    return new FileReader(environment, query, query.projection());
  }

  /** A reader of batches without columns, which only count or locate. Errors as above. */
  public static FileReader counting(Environment environment, ScanQuery query) {
    return new FileReader(environment, query, query.filterProjection());
  }

  /** The columns that come out. */
  public StructType schema() {
    return projection.output();
  }

  /**
   * The rows of {@code file} that the query wants.
   *
   * @param executor where work beside the caller runs; {@code Runnable::run} for none
   */
  public CloseableIterator<Batch> read(ScanFile file, Executor executor) {
    DeletedRows deleted =
        file.deletionVector() == null ? null : new DeletedRows(vectors.read(file.deletionVector()));
    return read(file, deleted, false, executor);
  }

  /** Those of the rows at {@code positions} of {@code file}, deleted or not, that are wanted. */
  public CloseableIterator<Batch> readOnly(
      ScanFile file, DeletionVector positions, Executor executor) {
    return read(file, new DeletedRows(positions, DeletedRows.Meaning.WANTED), false, executor);
  }

  /**
   * The rows of {@code file} that the query wants, and where they are in it.
   *
   * @param without the rows that are left out; those that the log deletes are not, unless they are
   *     among these
   * @param executor where work beside the caller runs; {@code Runnable::run} for none
   */
  public FileRows locate(ScanFile file, DeletionVector without, Executor executor) {
    DeletedRows deleted = without.isEmpty() ? null : new DeletedRows(without);
    return read(file, deleted, true, executor);
  }

  /** As {@link #readOnly}, and where the rows are. */
  public FileRows locateOnly(ScanFile file, DeletionVector positions, Executor executor) {
    return read(file, new DeletedRows(positions, DeletedRows.Meaning.WANTED), true, executor);
  }

  private FileRows read(
      ScanFile file, @Nullable DeletedRows deleted, boolean located, Executor executor) {
    Location location = locate(file);
    List<StructField> stored = new ArrayList<>();
    for (StructField field : projection.read()) {
      if (!query.isPartition(field)) {
        stored.add(field);
      }
    }
    ReadRequest request = request(new StructType(stored));
    boolean needsPositions = located || deleted != null;
    ParquetFile parquet = open(location, file, executor);
    try {
      return new FileRows(
          parquet,
          parquet.read(needsPositions ? request.rowIndex(ROW_INDEX) : request),
          partitionValues(file),
          projection,
          rest,
          deleted,
          located);
    } catch (RuntimeException e) {
      parquet.close();
      throw e;
    }
  }

  private ReadRequest request(StructType stored) {
    ReadRequest request = ReadRequest.of(stored).matching(query.matching());
    return pushed == null ? request : request.where(pushed, query.context());
  }

  private Location locate(ScanFile file) {
    try {
      return query.table().resolveUri(file.path());
    } catch (IllegalArgumentException e) {
      throw new CorruptTableException(
          "The log of " + query.table() + " names a data file badly: " + e.getMessage(), e);
    }
  }

  private ParquetFile open(Location location, ScanFile file, Executor executor) {
    InputFile input = environment.files().open(FileEntry.of(location, file.bytes()));
    try {
      ReadOptions options = ReadOptions.of(environment.memory()).withExecutor(executor);
      return ParquetFile.open(input, options);
    } catch (StorageException e) {
      input.close();
      throw e.kind() == StorageException.Kind.MISSING ? missing(location, e) : e;
    } catch (RuntimeException e) {
      input.close();
      throw e;
    }
  }

  private StorageException missing(Location location, StorageException cause) {
    return new StorageException(
        StorageException.Kind.MISSING,
        location.toString(),
        "read",
        "version "
            + query.version()
            + " of the table needs this file, but it is not there. VACUUM or another program may"
            + " have deleted it: read a newer version, or put the file back.",
        cause);
  }

  private List<FileRows.PartitionValue> partitionValues(ScanFile file) {
    PartitionParser parser = new PartitionParser(query.context().zone());
    List<FileRows.PartitionValue> values = new ArrayList<>();
    for (int i = 0; i < projection.read().size(); i++) {
      StructField field = projection.read().field(i);
      if (query.isPartition(field)) {
        String text = file.partitionValues().get(query.physicalName(field));
        Object value = parser.parse(field.type(), text, field.name());
        values.add(new FileRows.PartitionValue(i, value));
      }
    }
    return values;
  }
}
