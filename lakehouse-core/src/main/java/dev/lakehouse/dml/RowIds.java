package dev.lakehouse.dml;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.error.CorruptTableException;
import dev.lakehouse.error.UnsupportedFeatureException;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.log.action.AddFile;
import dev.lakehouse.log.protocol.MappingMode;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.log.protocol.TableProperty;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ids that rows keep when they are written into other files: two columns of the files, after
 * those of the table. Immutable.
 *
 * <p>Source: Delta protocol, "Row Tracking". A row's id is the value of the column, or else the
 * file's first id plus the row's position; likewise for the version that changed the row last.
 */
public final class RowIds {
  /** Tag of commits that kept all ids. */
  public static final String PRESERVED_TAG = "delta.rowTracking.preserved";

  private static final String ID_NAME = "delta.rowTracking.materializedRowIdColumnName";
  private static final String VERSION_NAME =
      "delta.rowTracking.materializedRowCommitVersionColumnName";

  private final StructType table;
  private final StructType schema;

  private RowIds(StructType table, StructType schema) {
    this.table = table;
    this.schema = schema;
  }

  /**
   * Those of {@code base}; empty if its rows keep none.
   *
   * @throws UnsupportedFeatureException if files do not tell the columns by name
   * @throws CorruptTableException if the table does not name the columns
   */
  static Optional<RowIds> of(Snapshot base) {
    if (!base.property(TableProperty.ENABLE_ROW_TRACKING)) {
      return Optional.empty();
    } else if (base.columnMapping().mode() == MappingMode.ID) {
      throw new UnsupportedFeatureException(
          TableFeature.ROW_TRACKING.featureName(),
          "Cannot change rows of "
              + base.log().table()
              + ": they keep their ids, which have no column id, but columns are found by id"
              + " (property delta.columnMapping.mode)");
    }
    StructType schema =
        base.schema()
            .with(StructField.optional(name(base, ID_NAME), DataType.LONG))
            .with(StructField.optional(name(base, VERSION_NAME), DataType.LONG));
    return Optional.of(new RowIds(base.schema(), schema));
  }

  private static String name(Snapshot base, String property) {
    String name = base.metadata().configuration().get(property);
    if (name == null) {
      throw new CorruptTableException(
          base.log().table() + " tracks rows, but lacks the property " + property);
    }
    return name;
  }

  /** The table's columns and the two of the ids. */
  StructType schema() {
    return schema;
  }

  /** Rows of {@link #schema} with the ids and versions that they have in {@code file}. */
  Batch kept(Batch rows, LongColumn positions, AddFile file) {
    Long first = required(file, file.baseRowId());
    Long version = required(file, file.defaultRowCommitVersion());
    int size = rows.rowCount();
    LongColumn ids = (LongColumn) rows.column(table.size());
    LongColumn versions = (LongColumn) rows.column(table.size() + 1);
    long[] keptIds = new long[size];
    long[] keptVersions = new long[size];
    for (int i = 0; i < size; i++) {
      keptIds[i] = ids.isNull(i) ? first + positions.values()[i] : ids.values()[i];
      keptVersions[i] = versions.isNull(i) ? version : versions.values()[i];
    }
    return with(rows, longs(keptIds, null), longs(keptVersions, null));
  }

  /** Rows as {@link #kept}, but with the version of the commit to come. */
  Batch changed(Batch rows, LongColumn positions, AddFile file) {
    Batch kept = kept(rows, positions, file);
    int size = rows.rowCount();
    return with(rows, kept.column(table.size()), longs(new long[size], Validity.allNull(size)));
  }

  private static Column longs(long[] values, @Nullable Validity validity) {
    return new LongColumn(DataType.LONG, values, validity, values.length);
  }

  private static Long required(AddFile file, @Nullable Long value) {
    if (value == null) {
      throw new CorruptTableException(
          "The table tracks rows, but its file " + file.path() + " has no row ids");
    }
    return value;
  }

  private Batch with(Batch rows, Column ids, Column versions) {
    List<Column> columns = new ArrayList<>(rows.columns().subList(0, table.size()));
    columns.add(ids);
    columns.add(versions);
    return new Batch(schema, columns, rows.rowCount());
  }

  /** Rows of the table that have no id yet, in {@link #schema}. */
  Batch fresh(Batch rows) {
    Column none = NullColumn.of(DataType.LONG, rows.rowCount());
    return with(rows, none, none);
  }

  /** Rows of the table with the ids of {@code old}, rows of {@link #schema}, one for one. */
  Batch moved(Batch rows, List<Column> old) {
    return with(rows, old.get(table.size()), old.get(table.size() + 1));
  }
}
