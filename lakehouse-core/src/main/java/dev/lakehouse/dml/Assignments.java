package dev.lakehouse.dml;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.ColumnReference;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * New values for columns of a table, bound to what they are computed of. Every value sees the rows
 * as they were before. Immutable.
 */
public final class Assignments {
  private final StructType table;
  private final Map<Integer, Node> columns;
  private final Set<ColumnPath> reads;

  private Assignments(StructType table, Map<Integer, Node> columns, Set<ColumnPath> reads) {
    this.table = table;
    this.columns = columns;
    this.reads = reads;
  }

  /** What becomes of one column or field: a value, or a struct with other fields. */
  private interface Node {
    Column apply(@Nullable Column old, Batch rows);
  }

  /** Collects the assignments to one column or field and those inside it. */
  private static final class Tree {
    private final StructField field;
    private final String where;
    private @Nullable Expression value;
    private final Map<Integer, Tree> fields = new LinkedHashMap<>();

    private Tree(StructField field, String where) {
      this.field = field;
      this.where = where;
    }
  }

  /**
   * The assignments {@code list}.
   *
   * @param table the columns that values are assigned to
   * @param binding the columns of which values are computed
   * @throws SchemaMismatchException if a column or field is not there, is assigned twice, or values
   *     cannot be cast to its type
   * @throws dev.lakehouse.error.ExpressionException if an expression does not bind
   */
  public static Assignments of(
      StructType table, List<Assignment> list, StructType binding, ExpressionContext context) {
    Map<Integer, Tree> trees = new LinkedHashMap<>();
    for (Assignment assignment : list) {
      add(assignment, table, trees);
    }
    Set<ColumnPath> reads = new LinkedHashSet<>();
    Map<Integer, Node> columns = new LinkedHashMap<>();
    trees.forEach((index, tree) -> columns.put(index, node(tree, binding, context, reads)));
    return new Assignments(table, columns, reads);
  }

  private static void add(Assignment assignment, StructType table, Map<Integer, Tree> trees) {
    StructType struct = table;
    Map<Integer, Tree> level = trees;
    Tree tree = null;
    String where = "";
    for (String name : assignment.column().names()) {
      if (tree != null && tree.value != null) {
        throw twice(assignment.column());
      }
      int index = struct == null ? -1 : struct.indexOf(name);
      if (struct == null || index < 0) {
        throw new SchemaMismatchException(
            "There is no column '"
                + assignment.column()
                + "' to assign a value to. The columns are "
                + table.names());
      }
      StructField field = struct.field(index);
      where = where.isEmpty() ? field.name() : where + "." + field.name();
      String path = where;
      tree = level.computeIfAbsent(index, absent -> new Tree(field, path));
      level = tree.fields;
      struct = field.type() instanceof StructType nested ? nested : null;
    }
    Tree last = java.util.Objects.requireNonNull(tree);
    if (last.value != null || !last.fields.isEmpty()) {
      throw twice(assignment.column());
    }
    last.value = assignment.value();
  }

  private static SchemaMismatchException twice(ColumnPath column) {
    return new SchemaMismatchException("Column '" + column + "' is assigned a value twice");
  }

  private static Node node(
      Tree tree, StructType binding, ExpressionContext context, Set<ColumnPath> reads) {
    if (tree.value != null) {
      return value(tree, tree.value, binding, context, reads);
    }
    StructType type = (StructType) tree.field.type();
    Map<Integer, Node> fields = new LinkedHashMap<>();
    tree.fields.forEach((index, field) -> fields.put(index, node(field, binding, context, reads)));
    return (old, rows) -> {
      List<Column> children = new ArrayList<>();
      for (int i = 0; i < type.size(); i++) {
        Column before =
            old instanceof StructColumn struct
                ? struct.child(i)
                : NullColumn.of(type.field(i).type(), rows.rowCount());
        Node assigned = fields.get(i);
        children.add(assigned == null ? before : assigned.apply(before, rows));
      }
      return new StructColumn(type, children, null, rows.rowCount());
    };
  }

  private static Node value(
      Tree tree,
      Expression value,
      StructType binding,
      ExpressionContext context,
      Set<ColumnPath> reads) {
    DataType type = tree.field.type();
    Expression expression = isDefault(value, binding) ? defaultOf(tree.field) : value;
    BoundExpression bound = BoundExpression.bind(expression, binding, context);
    boolean castsWhole = !DataType.isNested(type) && !DataType.isNested(bound.type());
    if (castsWhole && !bound.type().equals(type) && bound.type() != DataType.VOID) {
      // One expression: a value that does not fit is reported with the user's own text.
      bound = BoundExpression.bind(expression.cast(type), binding, context);
    }
    reads.addAll(bound.columns());
    NestedConversion conversion = NestedConversion.of(bound.type(), type, tree.where, context);
    BoundExpression values = bound;
    return (old, rows) -> conversion.convert(values.evaluate(rows));
  }

  private static boolean isDefault(Expression value, StructType binding) {
    return value instanceof ColumnReference column
        && column.path().names().size() == 1
        && column.path().root().equalsIgnoreCase("DEFAULT")
        && binding.indexOf("DEFAULT") < 0;
  }

  private static Expression defaultOf(StructField field) {
    return field.defaultValue().map(Expressions::sql).orElseGet(() -> Expressions.lit(null));
  }

  /** The names of the columns that get values, wholly or in part. */
  public List<String> columns() {
    return columns.keySet().stream().map(index -> table.field(index).name()).toList();
  }

  /** The columns and fields of the binding that values are computed of. */
  public Set<ColumnPath> reads() {
    return reads;
  }

  /**
   * The table's columns with their new values.
   *
   * @param old the columns as they are; null where all that are not assigned are null
   * @param rows of what values are computed, one row for each
   */
  public Batch apply(@Nullable List<Column> old, Batch rows) {
    List<Column> values = new ArrayList<>();
    for (int i = 0; i < table.size(); i++) {
      Column before =
          old == null ? NullColumn.of(table.field(i).type(), rows.rowCount()) : old.get(i);
      Node assigned = columns.get(i);
      values.add(assigned == null ? before : assigned.apply(old == null ? null : before, rows));
    }
    return new Batch(table, values, rows.rowCount());
  }
}
