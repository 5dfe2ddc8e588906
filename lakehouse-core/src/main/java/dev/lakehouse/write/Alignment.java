package dev.lakehouse.write;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.error.ConstraintViolationException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.rules.RowSample;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Brings the batches of a source into the table's columns: found by name in any case, converted
 * value by value to the table's types, checked for nulls. A column that the source lacks is null.
 */
public final class Alignment {
  private final StructType target;
  private final int[] sources;
  private final List<Conversion> conversions;

  private Alignment(StructType target, int[] sources, List<Conversion> conversions) {
    this.target = target;
    this.sources = sources;
    this.conversions = conversions;
  }

  /**
   * How batches of {@code source} become batches of {@code target}.
   *
   * @throws SchemaMismatchException if the source has a column that the target lacks, or two of one
   *     name, lacks a NOT NULL one, or has one whose type is never held by the target's
   */
  public static Alignment of(StructType source, StructType target) {
    return of(source, target, field -> false);
  }

  /**
   * As {@link #of(StructType, StructType)}, for a target that gives some columns a value by itself.
   *
   * @param fills whether a column that the source lacks becomes other than null afterwards
   */
  public static Alignment of(StructType source, StructType target, Predicate<StructField> fills) {
    int[] sources = FieldMatch.of(source, target, "", fills);
    List<Conversion> conversions = new ArrayList<>();
    for (int i = 0; i < sources.length; i++) {
      conversions.add(
          sources[i] < 0
              ? Conversion.NONE
              : Conversions.of(
                  ColumnPath.of(target.field(i).name()).toString(),
                  source.field(sources[i]).type(),
                  target.field(i)));
    }
    return new Alignment(target, sources, conversions);
  }

  /** The schema of aligned batches. */
  public StructType schema() {
    return target;
  }

  /**
   * The rows of {@code batch} in the target's columns.
   *
   * @param rowsBefore how many rows came before, for messages
   * @throws SchemaMismatchException if a value is not held exactly by its column
   * @throws ConstraintViolationException if a value is null in a NOT NULL column
   */
  public Batch align(Batch batch, long rowsBefore) {
    List<Column> columns = new ArrayList<>(sources.length);
    for (int i = 0; i < sources.length; i++) {
      columns.add(
          sources[i] < 0
              ? NullColumn.of(target.field(i).type(), batch.rowCount())
              : convert(i, batch, rowsBefore));
    }
    return new Batch(target, columns, batch.rowCount());
  }

  private Column convert(int field, Batch batch, long rowsBefore) {
    try {
      return conversions.get(field).convert(batch.column(sources[field]));
    } catch (BadValue e) {
      String message =
          "Row "
              + (rowsBefore + e.index())
              + ", column '"
              + target.field(field).name()
              + "': "
              + e.reason()
              + "."
              + RowSample.of(batch, e.index());
      throw e.isMissing()
          ? new ConstraintViolationException(message)
          : new SchemaMismatchException(message);
    }
  }
}
