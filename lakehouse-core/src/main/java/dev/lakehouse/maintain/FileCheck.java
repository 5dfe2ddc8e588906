package dev.lakehouse.maintain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.data.VerifyReport.Rule;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.io.CloseableIterator;
import dev.lakehouse.io.Environment;
import dev.lakehouse.io.FileEntry;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.dv.DeletionVector;
import dev.lakehouse.log.dv.DeletionVectorStore;
import dev.lakehouse.log.stats.PartitionParser;
import dev.lakehouse.parquet.read.ReadOptions;
import dev.lakehouse.rules.RowRule;
import dev.lakehouse.rules.TableRules;
import dev.lakehouse.scan.DeletedRows;
import dev.lakehouse.scan.FileReader;
import dev.lakehouse.scan.ScanFile;
import dev.lakehouse.scan.ScanQuery;
import dev.lakehouse.scan.SnapshotRows;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks the data files of a snapshot against what the log says of them. */
final class FileCheck {
  private final Environment environment;
  private final Snapshot snapshot;
  private final ExpressionContext context;
  private final Findings findings;
  private final FileReader reader;
  private final DeletionVectorStore vectors;
  private final RowRule rules;

  FileCheck(
      Environment environment, Snapshot snapshot, ExpressionContext context, Findings findings) {
    this.environment = environment;
    this.snapshot = snapshot;
    this.context = context;
    this.findings = findings;
    Location table = snapshot.log().table();
    ScanQuery everything =
        new ScanQuery(
            table,
            snapshot.version(),
            snapshot.schema(),
            SnapshotRows.partitionColumns(snapshot),
            SnapshotRows.matching(snapshot),
            List.of(),
            null,
            context);
    this.reader = FileReader.of(environment, everything);
    this.vectors = new DeletionVectorStore(environment.files(), table);
    this.rules = rules();
  }

  /** What rows must satisfy; nothing where this library cannot evaluate it. */
  private RowRule rules() {
    try {
      return TableRules.of(
              snapshot.log().table().toString(), snapshot.metadata(), snapshot.schema(), context)
          .ofStoredRows();
    } catch (UnsupportedFeatureException e) {
      return RowRule.NONE;
    } catch (CorruptTableException e) {
      findings.add(Rule.CONSTRAINTS, snapshot.log().table(), e);
      return RowRule.NONE;
    }
  }

  void check(AddFile file) {
    if (isThere(file) && partitionValuesParse(file)) {
      DeletionVector vector = vector(file);
      if (file.deletionVector() == null || vector != null) {
        readRows(file, vector);
      }
    }
  }

  private boolean isThere(AddFile file) {
    try {
      Location location = snapshot.log().table().resolveUri(file.path());
      FileEntry entry = environment.files().stat(location);
      if (entry.length() != file.size()) {
        findings.compare(
            Rule.DATA_FILE_LENGTH, file.path(), "its length", file.size(), entry.length());
        return false;
      }
      return true;
    } catch (StorageException | IllegalArgumentException e) {
      findings.add(Rule.DATA_FILE_THERE, file.path(), e);
      return false;
    }
  }

  private boolean partitionValuesParse(AddFile file) {
    PartitionParser parser = new PartitionParser(context.zone());
    boolean parse = true;
    for (StructField field : snapshot.partitionFields()) {
      String text = file.partitionValues().get(snapshot.columnMapping().physicalName(field));
      try {
        parser.parse(field.type(), text, field.name());
      } catch (LakehouseException e) {
        findings.add(Rule.PARTITION_VALUES_PARSE, file.path(), e);
        parse = false;
      }
    }
    return parse;
  }

  private @Nullable DeletionVector vector(AddFile file) {
    if (file.deletionVector() == null) {
      return null;
    }
    try {
      return vectors.read(file.deletionVector());
    } catch (LakehouseException e) {
      findings.add(Rule.DELETION_VECTORS, file.path(), e);
      return null;
    }
  }

  private void readRows(AddFile file, @Nullable DeletionVector vector) {
    JsonNode stats = file.stats() == null ? null : LeafBounds.parse(file.stats()).orElse(null);
    List<LeafBounds> leaves =
        stats == null
            ? List.of()
            : LeafBounds.of(stats, snapshot.schema(), snapshot.columnMapping());
    ScanFile whole = new ScanFile(file.path(), file.size(), file.partitionValues(), null, null);
    long rows = 0;
    boolean satisfied = true;
    try (CloseableIterator<Batch> batches = reader.read(whole, ReadOptions.CALLER)) {
      while (batches.hasNext()) {
        Batch batch = batches.next();
        leaves.forEach(leaf -> leaf.accept(batch.columns()));
        Batch live = live(batch, rows, vector);
        requireNotNull(file, live);
        satisfied = satisfied && satisfies(file, live, rows);
        rows += batch.rowCount();
      }
    } catch (LakehouseException e) {
      findings.add(Rule.DATA_FILE_READABLE, file.path(), e);
      return;
    }
    checkCounts(file, stats, rows, vector);
    boolean tight = stats == null || stats.path("tightBounds").asBoolean(true);
    for (LeafBounds leaf : leaves) {
      Optional<String> breach = leaf.breach(rows, tight);
      breach.ifPresent(detail -> findings.add(Rule.STATISTICS_BOUND, file.path(), detail));
    }
  }

  private void checkCounts(
      AddFile file, @Nullable JsonNode stats, long rows, @Nullable DeletionVector vector) {
    if (stats != null && stats.path("numRecords").isIntegralNumber()) {
      long said = stats.get("numRecords").longValue();
      findings.compare(Rule.ROW_COUNT, file.path(), "its number of rows", said, rows);
    }
    if (vector != null && !vector.isEmpty() && vector.last() >= rows) {
      findings.add(
          Rule.DELETION_VECTORS,
          file.path(),
          "its vector deletes row " + vector.last() + " of " + rows + " rows");
    }
  }

  private static Batch live(Batch batch, long rowsBefore, @Nullable DeletionVector vector) {
    if (vector == null) {
      return batch;
    }
    long[] positions = new long[batch.rowCount()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = rowsBefore + i;
    }
    return batch.select(new DeletedRows(vector).others(positions, positions.length));
  }

  /** False after the first row of the file that does not satisfy the table's rules. */
  private boolean satisfies(AddFile file, Batch rows, long rowsBefore) {
    try {
      rules.check(rows, rowsBefore);
      return true;
    } catch (ConstraintViolationException | ExpressionException e) {
      findings.add(Rule.CONSTRAINTS, file.path(), e);
      return false;
    }
  }

  private void requireNotNull(AddFile file, Batch rows) {
    for (int i = 0; i < rows.columns().size(); i++) {
      StructField field = rows.schema().field(i);
      requireNotNull(file, field.name(), field.type(), field.nullable(), rows.column(i));
    }
  }

  private void requireNotNull(
      AddFile file, String name, DataType type, boolean nullable, Column column) {
    if (!nullable && column.nullCount() > 0) {
      findings.add(
          Rule.NOT_NULL, file.path(), "column '" + name + "' is NOT NULL, but holds a null");
    } else if (type instanceof StructType struct) {
      for (int i = 0; i < struct.size(); i++) {
        StructField field = struct.field(i);
        Column child = ((StructColumn) column).child(i);
        requireNotNull(file, name + "." + field.name(), field.type(), field.nullable(), child);
      }
    } else if (type instanceof ArrayType array) {
      Column elements = ((ListColumn) column).elements();
      requireNotNull(file, name + ".element", array.element(), array.containsNull(), elements);
    } else if (type instanceof MapType map) {
      Column values = ((MapColumn) column).values();
      requireNotNull(file, name + ".value", map.value(), map.valueContainsNull(), values);
    }
  }
}
