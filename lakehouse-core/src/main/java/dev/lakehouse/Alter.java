package dev.lakehouse;

import dev.lakehouse.alter.AddColumns;
import dev.lakehouse.alter.AddConstraint;
import dev.lakehouse.alter.AddFeature;
import dev.lakehouse.alter.Alteration;
import dev.lakehouse.alter.ChangeColumn;
import dev.lakehouse.alter.ClusterBy;
import dev.lakehouse.alter.DropColumns;
import dev.lakehouse.alter.DropConstraint;
import dev.lakehouse.alter.DropConstraint.Absence;
import dev.lakehouse.alter.DropFeature;
import dev.lakehouse.alter.Position;
import dev.lakehouse.alter.RenameColumn;
import dev.lakehouse.alter.SetProperties;
import dev.lakehouse.alter.UnsetProperties;
import dev.lakehouse.alter.WidenColumn;
import dev.lakehouse.data.AlterResult;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes a table's columns, properties, constraints, clustering or features. Single use, by one
 * thread; {@link #execute} does it.
 *
 * <p>One {@code alter()} is one change, and one version: several columns may be added or dropped at
 * once, several properties set or unset; anything else stands alone. No file of the table is
 * rewritten. Paths name columns in any case, {@code address.city} a field of a struct, and {@code
 * element}, {@code key} and {@code value} lead into arrays and maps.
 */
public final class Alter {
  private final Table table;
  private final WriteSettings settings = new WriteSettings();
  private @Nullable Alteration alteration;
  private @Nullable ColumnPath moved;

  Alter(Table table) {
    this.table = table;
  }

  private Alter only(Alteration change) {
    if (alteration != null || moved != null) {
      throw new IllegalStateException(
          "One alter() makes one change: begin a new one for the next. Only columns that are"
              + " added or dropped, and properties that are set or unset, go together");
    }
    alteration = change;
    return this;
  }

  /** Adds a column at the end, which is null in the rows that are there. */
  public Alter addColumn(StructField field) {
    return add(null, field);
  }

  /** Adds a field to the end of the struct at {@code struct}. */
  public Alter addField(String struct, StructField field) {
    return add(ColumnPath.parse(struct), field);
  }

  private Alter add(@Nullable ColumnPath parent, StructField field) {
    List<AddColumns.Addition> additions = new ArrayList<>();
    if (alteration instanceof AddColumns others) {
      additions.addAll(others.additions());
      alteration = null;
    }
    additions.add(new AddColumns.Addition(parent, field, Position.LAST));
    return only(new AddColumns(additions));
  }

  /** Moves a column among those beside it; say where by {@link #first} or {@link #after}. */
  public Alter moveColumn(String path) {
    only(ChangeColumn.move(ColumnPath.parse(path), Position.LAST));
    alteration = null;
    moved = ColumnPath.parse(path);
    return this;
  }

  /** The column that was added or moved last stands before all others. */
  public Alter first() {
    return place(Position.FIRST);
  }

  /** The column that was added or moved last stands right after {@code column}, beside it. */
  public Alter after(String column) {
    return place(Position.after(ColumnPath.parse(column).root()));
  }

  private Alter place(Position position) {
    if (moved != null) {
      alteration = ChangeColumn.move(moved, position);
    } else if (alteration instanceof AddColumns columns) {
      List<AddColumns.Addition> additions = new ArrayList<>(columns.additions());
      AddColumns.Addition last = additions.remove(additions.size() - 1);
      additions.add(new AddColumns.Addition(last.parent(), last.field(), position));
      alteration = new AddColumns(additions);
    } else {
      throw new IllegalStateException("Add or move a column before you say where it stands");
    }
    return this;
  }

  /** Drops columns or fields. The table must map its columns. Their values stay in the files. */
  public Alter dropColumns(String... paths) {
    List<ColumnPath> all = new ArrayList<>();
    if (alteration instanceof DropColumns others) {
      all.addAll(others.paths());
      alteration = null;
    }
    Arrays.stream(paths).map(ColumnPath::parse).forEach(all::add);
    return only(new DropColumns(all));
  }

  /** Gives a column or field another name. The table must map its columns. */
  public Alter renameColumn(String path, String newName) {
    return only(new RenameColumn(ColumnPath.parse(path), newName));
  }

  /** Gives a column, field, element, key or value a wider type, as type widening allows. */
  public Alter widenColumn(String path, DataType type) {
    return only(new WidenColumn(ColumnPath.parse(path), type));
  }

  /** Lets a column or field be null. */
  public Alter dropNotNull(String path) {
    return only(ChangeColumn.nullable(ColumnPath.parse(path)));
  }

  /** Lets a column be null no more. All rows are read: none may be. */
  public Alter setNotNull(String column) {
    return only(ChangeColumn.required(ColumnPath.parse(column)));
  }

  /** Sets the comment of a column or field. */
  public Alter commentColumn(String path, String text) {
    return only(ChangeColumn.comment(ColumnPath.parse(path), text));
  }

  /**
   * Sets the value that a column has in new rows that do not give it. The table must have the
   * feature {@code allowColumnDefaults}.
   */
  public Alter setDefault(String column, String sql) {
    return only(ChangeColumn.byDefault(ColumnPath.parse(column), sql));
  }

  /** Takes a column's default away: rows that do not give it have null. */
  public Alter dropDefault(String column) {
    return only(ChangeColumn.byDefault(ColumnPath.parse(column), null));
  }

  /**
   * Sets a property. One that needs a feature brings it: {@code delta.enableDeletionVectors}, for
   * one. {@code delta.columnMapping.mode} can become {@code name}. {@code delta.enableRowTracking}
   * gives all rows ids first, in versions of their own, and cannot be set along with others.
   */
  public Alter setProperty(String key, String value) {
    Map<String, String> properties = new LinkedHashMap<>();
    if (alteration instanceof SetProperties others) {
      properties.putAll(others.properties());
      alteration = null;
    }
    properties.put(key, value);
    return only(new SetProperties(properties));
  }

  /** Unsets properties; one that is not set is no error. */
  public Alter unsetProperties(String... keys) {
    List<String> all = new ArrayList<>();
    if (alteration instanceof UnsetProperties others) {
      all.addAll(others.keys());
      alteration = null;
    }
    all.addAll(List.of(keys));
    return only(new UnsetProperties(all));
  }

  /**
   * Adds a CHECK constraint: a condition that every row must make TRUE. All rows that are there are
   * read and must.
   */
  public Alter addConstraint(String name, String sql) {
    return only(new AddConstraint(name, sql));
  }

  /** Drops a CHECK constraint. */
  public Alter dropConstraint(String name) {
    return only(new DropConstraint(name, Absence.REFUSED));
  }

  /** Drops a CHECK constraint if there is one of this name. */
  public Alter dropConstraintIfExists(String name) {
    return only(new DropConstraint(name, Absence.FINE));
  }

  /** Clusters rows by these columns from now on, or by none. */
  public Alter clusterBy(String... paths) {
    return only(new ClusterBy(Arrays.stream(paths).map(ColumnPath::parse).toList()));
  }

  /** Adds a table feature: programs that do not know it can no longer use the table. */
  public Alter addFeature(String name) {
    return only(new AddFeature(name));
  }

  /**
   * Drops a table feature of which nothing is left in the table: {@code checkConstraints}, {@code
   * domainMetadata} or {@code inCommitTimestamp}. Older versions stay as they are.
   */
  public Alter dropFeature(String name) {
    return only(new DropFeature(name));
  }

  /** As {@link Append#idempotent}. */
  public Alter idempotent(String appId, long version) {
    settings.idempotent(appId, version);
    return this;
  }

  /** As {@link Append#commitInfo}. */
  public Alter commitInfo(Map<String, String> info) {
    settings.commitInfo(info);
    return this;
  }

  /** As {@link Append#retryOnConflict}. */
  public Alter retryOnConflict(int times) {
    settings.retryOnConflict(times);
    return this;
  }

  /**
   * Makes the change as a new version; none if the table is so already, except for properties and
   * constraints.
   *
   * @throws IllegalStateException if no change was said
   * @throws IllegalArgumentException if a property or feature is not known, or has a wrong value
   * @throws dev.lakehouse.error.SchemaMismatchException if the table's columns do not allow it
   * @throws dev.lakehouse.error.UnsupportedFeatureException if the table lacks a feature that the
   *     change needs, or this library does not write one
   * @throws dev.lakehouse.error.ConstraintViolationException if rows that are there break what is
   *     to hold
   * @throws dev.lakehouse.error.ExpressionException if SQL text is none
   * @throws dev.lakehouse.error.ConflictException if another commit came first that this cannot
   *     follow
   */
  public AlterResult execute() {
    Alteration change = alteration;
    if (change == null) {
      throw new IllegalStateException(
          moved == null
              ? "Say what to alter"
              : "Say where '" + moved + "' moves: first() or after(column)");
    }
    settings.use();
    return new AlterRun(table, change, settings).run();
  }
}
