package dev.lakehouse.scan;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which columns and fields come out of a scan, and what must be read of the table for them and for
 * the filter. Immutable.
 *
 * <p>A field of a struct comes out as a column of its own, under its last name; where two would
 * have one name, under their whole paths.
 */
public final class Projection {
  private final StructType read;
  private final StructType output;
  private final List<int[]> sources;

  private Projection(StructType read, StructType output, List<int[]> sources) {
    this.read = read;
    this.output = output;
    this.sources = List.copyOf(sources);
  }

  /**
   * A projection of a table.
   *
   * @param selected what comes out, in order; empty for all columns
   * @param filtered what the filter reads besides
   * @throws SchemaMismatchException if a path names nothing, or is selected twice
   */
  public static Projection of(
      StructType table, List<ColumnPath> selected, Collection<ColumnPath> filtered) {
    if (selected.isEmpty()) {
      return new Projection(table, table, identity(table));
    }
    return ofColumns(table, selected, filtered);
  }

  /** A projection of which nothing comes out, for counting. */
  static Projection ofNothing(StructType table, Collection<ColumnPath> filtered) {
    return ofColumns(table, List.of(), filtered);
  }

  private static Projection ofColumns(
      StructType table, List<ColumnPath> selected, Collection<ColumnPath> filtered) {
    List<ColumnPath> wanted = new ArrayList<>();
    selected.forEach(path -> wanted.add(resolved(table, path)));
    filtered.forEach(path -> wanted.add(resolved(table, path)));
    StructType read = prune(table, wanted);
    List<StructField> output = new ArrayList<>();
    List<int[]> sources = new ArrayList<>();
    for (ColumnPath path : wanted.subList(0, selected.size())) {
      sources.add(indexes(read, path));
      output.add(field(read, path));
    }
    return new Projection(read, new StructType(distinct(output, wanted)), sources);
  }

  private static List<int[]> identity(StructType table) {
    List<int[]> sources = new ArrayList<>();
    for (int i = 0; i < table.size(); i++) {
      sources.add(new int[] {i});
    }
    return sources;
  }

  /** The path as the schema spells it. */
  private static ColumnPath resolved(StructType table, ColumnPath path) {
    StructType struct = table;
    List<String> names = new ArrayList<>();
    for (int i = 0; i < path.names().size(); i++) {
      String name = path.names().get(i);
      StructField field = struct == null ? null : struct.find(name).orElse(null);
      if (field == null) {
        throw new SchemaMismatchException(
            "There is no column '" + path + "'. The columns are " + table.names());
      }
      names.add(field.name());
      struct = field.type() instanceof StructType nested ? nested : null;
    }
    return new ColumnPath(names);
  }

  /** The struct with those fields that {@code wanted} names or that have some of it in them. */
  private static StructType prune(StructType struct, Collection<ColumnPath> wanted) {
    List<StructField> fields = new ArrayList<>();
    for (StructField field : struct) {
      List<ColumnPath> inner = new ArrayList<>();
      boolean whole = false;
      for (ColumnPath path : wanted) {
        if (path.root().equals(field.name())) {
          List<String> rest = path.names().subList(1, path.names().size());
          whole |= rest.isEmpty();
          if (!rest.isEmpty()) {
            inner.add(new ColumnPath(rest));
          }
        }
      }
      if (whole) {
        fields.add(field);
      } else if (!inner.isEmpty()) {
        fields.add(field.withType(prune((StructType) field.type(), inner)));
      }
    }
    return new StructType(fields);
  }

  private static int[] indexes(StructType read, ColumnPath path) {
    int[] indexes = new int[path.names().size()];
    StructType struct = read;
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = struct.indexOf(path.names().get(i));
      if (struct.field(indexes[i]).type() instanceof StructType nested) {
        struct = nested;
      }
    }
    return indexes;
  }

  private static StructField field(StructType read, ColumnPath path) {
    StructType struct = read;
    StructField field = null;
    boolean nullable = false;
    for (String name : path.names()) {
      field = struct.field(struct.indexOf(name));
      nullable |= field.nullable();
      struct = field.type() instanceof StructType nested ? nested : struct;
    }
    // A field is null where a struct around it is.
    return java.util.Objects.requireNonNull(field).withNullable(nullable);
  }

  private static List<StructField> distinct(List<StructField> output, List<ColumnPath> paths) {
    List<StructField> distinct = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < output.size(); i++) {
      String name = output.get(i).name();
      boolean alone =
          output.stream().filter(other -> other.name().equalsIgnoreCase(name)).count() == 1;
      String unique = alone ? name : String.join(".", paths.get(i).names());
      if (!seen.add(unique.toLowerCase(Locale.ROOT))) {
        throw new SchemaMismatchException("Column '" + paths.get(i) + "' is selected twice");
      }
      distinct.add(output.get(i).withName(unique));
    }
    return distinct;
  }

  /** The columns of the table that must be read, structs with the fields needed only. */
  public StructType read() {
    return read;
  }

  /** The columns that come out. */
  public StructType output() {
    return output;
  }

  /** What comes out of a batch of {@link #read}. */
  Batch apply(Batch batch) {
    List<Column> columns = new ArrayList<>(sources.size());
    for (int[] source : sources) {
      Column column = batch.column(source[0]);
      for (int i = 1; i < source.length; i++) {
        column = ((StructColumn) column).child(source[i]);
      }
      columns.add(column);
    }
    return new Batch(output, columns, batch.rowCount());
  }
}
