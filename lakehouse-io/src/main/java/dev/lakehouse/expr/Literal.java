package dev.lakehouse.expr;

import dev.lakehouse.types.DataType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A constant.
 *
 * @param type its type
 * @param value its value, of the class that {@link dev.lakehouse.columnar.Values} names for the
 *     type; null for a typed NULL. Not copied
 */
public record Literal(DataType type, @Nullable Object value) implements Expression {
  /** The untyped NULL. */
  public static final Literal NULL = new Literal(DataType.VOID, null);

  /** Checks that the value is of the type's class. */
  public Literal {
    LiteralValues.requireFits(type, value);
  }

  @Override
  public List<Expression> children() {
    return List.of();
  }

  @Override
  public Expression withChildren(List<Expression> children) {
    return this;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Literal literal
        && type.equals(literal.type)
        && Objects.deepEquals(value, literal.value);
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + Arrays.deepHashCode(new @Nullable Object[] {value});
  }

  @Override
  public String toString() {
    return SqlPrinter.print(this);
  }
}
