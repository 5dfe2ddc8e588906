package dev.lakehouse.expr;

import java.util.List;

/**
 * {@code operand.name}: a field of a struct, that field of each struct of an array, or the value of
 * a map's key.
 *
 * @param operand what is accessed; never a {@link ColumnReference}, whose path is longer instead
 * @param name the field or key
 */
public record FieldAccess(Expression operand, String name) implements Expression {
  /** Checks that the operand is no column. */
  public FieldAccess {
    if (operand instanceof ColumnReference) {
      throw new IllegalArgumentException("Use FieldAccess.of for a field of a column");
    }
  }

  /** The field {@code name} of {@code operand}. */
  public static Expression of(Expression operand, String name) {
    return operand instanceof ColumnReference column
        ? new ColumnReference(column.path().child(name))
        : new FieldAccess(operand, name);
  }

  @Override
  public List<Expression> children() {
    return List.of(operand);
  }

  @Override
  public Expression withChildren(List<Expression> children) {
    return of(children.get(0), name);
  }

  @Override
  public String toString() {
    return SqlPrinter.print(this);
  }
}
