package dev.lakehouse.expr;

import dev.lakehouse.types.ColumnPath;
import java.util.List;

/**
 * A column or a field inside one, by name. Names resolve without regard to case.
 *
 * @param path the names, outermost first
 */
public record ColumnReference(ColumnPath path) implements Expression {
  @Override
  public List<Expression> children() {
    return List.of();
  }

  @Override
  public Expression withChildren(List<Expression> children) {
    return this;
  }

  @Override
  public String toString() {
    return SqlPrinter.print(this);
  }
}
