package dev.lakehouse.scan;

import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.eval.Filter;
import dev.lakehouse.io.Location;
import dev.lakehouse.log.Snapshot;
import dev.lakehouse.parquet.FieldNaming;
import dev.lakehouse.parquet.read.FieldMatching;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of every file of a table. Immutable.
 *
 * @param table where the table is
 * @param version which version of it
 * @param schema the table's schema at that version
 * @param partitionColumns the names of its partition columns
 * @param matching how columns are found in its files
 * @param selected what comes out, in order; empty for all columns
 * @param predicate which rows come out; null for all
 * @param context zone and time of the predicate and of partition values
 */
public record ScanQuery(
    Location table,
    long version,
    StructType schema,
    List<String> partitionColumns,
    FieldMatching matching,
    List<ColumnPath> selected,
    @Nullable Expression predicate,
    ExpressionContext context) {
  /** Copies the lists. */
  public ScanQuery {
    partitionColumns = List.copyOf(partitionColumns);
    selected = List.copyOf(selected);
  }

  /** All rows of {@code snapshot}, all columns. */
  public static ScanQuery of(Snapshot snapshot, ExpressionContext context) {
    return new ScanQuery(
        snapshot.log().table(),
        snapshot.version(),
        snapshot.schema(),
        SnapshotRows.partitionColumns(snapshot),
        SnapshotRows.matching(snapshot),
        List.of(),
        null,
        context);
  }

  /** This query on files that hold further columns, which are the last of {@code columns}. */
  public ScanQuery of(StructType columns) {
    return new ScanQuery(
        table, version, columns, partitionColumns, matching, selected, predicate, context);
  }

  /** This query for other columns. */
  public ScanQuery select(List<ColumnPath> columns) {
    return new ScanQuery(
        table, version, schema, partitionColumns, matching, columns, predicate, context);
  }

  /** This query for those of its rows for which {@code other} is TRUE too. */
  public ScanQuery where(Expression other) {
    Expression both = predicate == null ? other : Expressions.and(predicate, other);
    return new ScanQuery(
        table, version, schema, partitionColumns, matching, selected, both, context);
  }

  /**
   * What is read and what comes out.
   *
   * @throws dev.lakehouse.error.SchemaMismatchException if a column is not there
   */
  public Projection projection() {
    return Projection.of(schema, selected, filtered());
  }

  /** What is read to find the rows, of which nothing comes out. */
  Projection filterProjection() {
    return Projection.ofNothing(schema, filtered());
  }

  private Set<ColumnPath> filtered() {
    return predicate == null ? Set.of() : Filter.bind(predicate, schema, context).columns();
  }

  /** The conditions that the predicate joins by AND; none if there is no predicate. */
  List<Expression> conjuncts() {
    return predicate == null ? List.of() : Expressions.splitConjuncts(predicate);
  }

  /** True if {@code field}, one at the top, is a partition column. */
  boolean isPartition(StructField field) {
    return partitionColumns.stream().anyMatch(field.name()::equalsIgnoreCase);
  }

  /** True if {@code path} is a partition column. */
  boolean isPartition(ColumnPath path) {
    return partitionColumns.stream().anyMatch(path.root()::equalsIgnoreCase);
  }

  /** The name under which files and log know {@code field}. */
  String physicalName(StructField field) {
    return matching == FieldMatching.NAME ? field.name() : FieldNaming.MAPPED.nameOf(field);
  }
}
