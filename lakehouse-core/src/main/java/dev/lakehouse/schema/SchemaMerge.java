package dev.lakehouse.schema;

import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a table joined with those of a source: columns that the table has stay, in their
 * order, with their nullability and metadata, at most of a wider type; new ones follow at the end
 * of the struct they stand in. For one merge.
 */
final class SchemaMerge {
  private final Widening widening;
  private final List<ColumnPath> widened = new ArrayList<>();

  SchemaMerge(Widening widening) {
    this.widening = widening;
  }

  /** The columns of a table that took another type, after {@link #merge}. */
  List<ColumnPath> widened() {
    return widened;
  }

  /**
   * The joined columns.
   *
   * @throws SchemaMismatchException if the source has two columns of one name, or a new one of no
   *     type
   */
  StructType merge(StructType table, StructType source) {
    return mergeStructs(table, source, List.of());
  }

  private StructType mergeStructs(StructType table, StructType source, List<String> path) {
    String where = path.isEmpty() ? "" : String.join(".", path) + ".";
    List<StructField> fields = new ArrayList<>(table.fields());
    List<Integer> taken = new ArrayList<>();
    for (StructField theirs : source) {
      int index = table.indexOf(theirs.name());
      if (index < 0) {
        fields.add(NewColumns.of(theirs, where));
        continue;
      }
      if (taken.contains(index)) {
        throw new SchemaMismatchException(
            "The source has column '" + where + theirs.name() + "' twice");
      }
      taken.add(index);
      fields.set(index, mergeFields(table.field(index), theirs, path));
    }
    StructType merged = new StructType(fields);
    TableColumns.requireUnique(merged, "Cannot merge the schemas");
    return merged;
  }

  private StructField mergeFields(StructField table, StructField source, List<String> path) {
    List<String> inner = new ArrayList<>(path);
    inner.add(table.name());
    TypeChanges changes = new TypeChanges();
    DataType type = mergeTypes(table.type(), source.type(), inner, "", changes);
    if (!changes.isEmpty()) {
      widened.add(new ColumnPath(inner));
    }
    StructField merged = table.withType(type);
    return widening.isRecorded() ? changes.recordedIn(merged) : merged;
  }

  private DataType mergeTypes(
      DataType table, DataType source, List<String> path, String inField, TypeChanges changes) {
    if (source == DataType.VOID || table.equals(source)) {
      return table;
    } else if (table == DataType.VOID) {
      return NewColumns.of(StructField.optional(String.join(".", path), source), "").type();
    } else if (table instanceof StructType mine && source instanceof StructType theirs) {
      return mergeStructs(mine, theirs, path);
    } else if (table instanceof ArrayType mine && source instanceof ArrayType theirs) {
      return new ArrayType(
          mergeTypes(mine.element(), theirs.element(), path, inField + ".element", changes),
          mine.containsNull());
    } else if (table instanceof MapType mine && source instanceof MapType theirs) {
      return new MapType(
          mergeTypes(mine.key(), theirs.key(), path, inField + ".key", changes),
          mergeTypes(mine.value(), theirs.value(), path, inField + ".value", changes),
          mine.valueContainsNull());
    } else if (widening.allows(table, source)) {
      changes.add(table, source, inField);
      return source;
    }
    // Values that the table's type holds are written in it; others fail one by one.
    return table;
  }
}
