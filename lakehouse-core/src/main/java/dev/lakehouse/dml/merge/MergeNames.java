package dev.lakehouse.dml.merge;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.ColumnReference;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The names of a merge: a row is a pair of two structs, {@code target} and {@code source}, so that
 * qualified names are paths. Immutable.
 */
final class MergeNames {
  static final String TARGET = "target";
  static final String SOURCE = "source";

  private final StructType target;
  private final StructType source;

  MergeNames(StructType target, StructType source) {
    this.target = target;
    this.source = source;
  }

  /** What an expression may use. */
  enum Scope {
    BOTH,
    TARGET_ONLY,
    SOURCE_ONLY;

    private boolean sees(String side) {
      return this == BOTH || (this == TARGET_ONLY) == side.equals(TARGET);
    }
  }

  /** The columns of a pair. */
  StructType schema() {
    return StructType.of(
        StructField.required(TARGET, target), StructField.required(SOURCE, source));
  }

  /** A batch of pairs, of which some columns are there. */
  static Batch pairs(StructColumn target, StructColumn source) {
    StructType schema =
        StructType.of(
            StructField.required(TARGET, target.type()),
            StructField.required(SOURCE, source.type()));
    return new Batch(schema, List.of(target, source), target.size());
  }

  /** A batch of one side. */
  static Batch side(String name, StructColumn rows) {
    return new Batch(
        StructType.of(StructField.required(name, rows.type())), List.of(rows), rows.size());
  }

  /** The columns of a batch as one column. */
  static StructColumn struct(Batch batch) {
    List<Column> columns = batch.columns();
    return new StructColumn(batch.schema(), columns, null, batch.rowCount());
  }

  /**
   * {@code expression} with every name qualified.
   *
   * @throws SchemaMismatchException if a name is not there, could be one of either side, or is out
   *     of scope
   */
  Expression qualified(Expression expression, Scope scope) {
    if (expression instanceof ColumnReference column) {
      return new ColumnReference(qualified(column.path(), scope));
    }
    List<Expression> children = new ArrayList<>();
    expression.children().forEach(child -> children.add(qualified(child, scope)));
    return children.equals(expression.children()) ? expression : expression.withChildren(children);
  }

  private ColumnPath qualified(ColumnPath path, Scope scope) {
    String first = path.root().toLowerCase(Locale.ROOT);
    boolean isQualifier = first.equals(TARGET) || first.equals(SOURCE);
    if (isQualifier && path.names().size() > 1 && of(first).indexOf(path.names().get(1)) >= 0) {
      if (!scope.sees(first)) {
        throw new SchemaMismatchException(
            "'" + path + "' cannot be used here: the rows of this clause have no " + first);
      }
      List<String> names = new ArrayList<>(path.names());
      names.set(0, first);
      return new ColumnPath(names);
    }
    boolean inTarget = scope.sees(TARGET) && target.indexOf(path.root()) >= 0;
    boolean inSource = scope.sees(SOURCE) && source.indexOf(path.root()) >= 0;
    if (inTarget && inSource) {
      throw new SchemaMismatchException(
          "'"
              + path
              + "' may be the target's or the source's: write target."
              + path
              + " or source."
              + path);
    } else if (!inTarget && !inSource) {
      throw new SchemaMismatchException(
          "There is no column '"
              + path
              + "' that can be used here. The target has "
              + target.names()
              + ", the source "
              + source.names());
    }
    List<String> names = new ArrayList<>();
    names.add(inTarget ? TARGET : SOURCE);
    names.addAll(path.names());
    return new ColumnPath(names);
  }

  private StructType of(String side) {
    return side.equals(TARGET) ? target : source;
  }

  /** The column {@code name} of a side, qualified. */
  static Expression column(String side, String name) {
    return Expressions.col(new ColumnPath(List.of(side, name)));
  }

  /** {@code expression}, which reads the target only, with the names of the table. */
  static Expression ofTable(Expression expression) {
    if (expression instanceof ColumnReference column) {
      List<String> names = column.path().names();
      return new ColumnReference(new ColumnPath(names.subList(1, names.size())));
    }
    List<Expression> children = new ArrayList<>();
    expression.children().forEach(child -> children.add(ofTable(child)));
    return children.equals(expression.children()) ? expression : expression.withChildren(children);
  }

  /** True if {@code expression}, whose names are qualified, reads columns of {@code side} alone. */
  static boolean readsOnly(Expression expression, String side) {
    Set<ColumnPath> references = Expressions.references(expression);
    return !references.isEmpty() && references.stream().allMatch(path -> path.root().equals(side));
  }

  /** The columns of {@code side} that {@code paths} name or go into. */
  static Set<String> roots(Set<ColumnPath> paths, String side) {
    Set<String> roots = new LinkedHashSet<>();
    for (ColumnPath path : paths) {
      if (path.root().equals(side)) {
        roots.add(path.names().get(1));
      }
    }
    return roots;
  }
}
