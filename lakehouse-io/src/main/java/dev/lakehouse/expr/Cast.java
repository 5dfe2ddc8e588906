package dev.lakehouse.expr;

import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;
import java.util.List;

/**
 * {@code CAST} or {@code TRY_CAST}.
 *
 * @param operand what is cast
 * @param type the wanted type
 * @param onFailure what a value gives that does not fit the type
 */
public record Cast(Expression operand, DataType type, OnFailure onFailure) implements Expression {
  /** What a value gives that does not fit. */
  public enum OnFailure {
    /** {@code CAST}: an error. */
    ERROR,
    /** {@code TRY_CAST}: null. */
    NULL
  }

  /**
   * The cast of {@code operand}; a literal where SQL has no other spelling for it (a typed NULL, a
   * decimal with room to spare, NaN and the infinities).
   */
  public static Expression of(Expression operand, DataType type, OnFailure onFailure) {
    if (operand instanceof Literal literal && onFailure == OnFailure.ERROR) {
      return spelledLiteral(literal, type, onFailure);
    }
    return new Cast(operand, type, onFailure);
  }

  private static Expression spelledLiteral(Literal literal, DataType type, OnFailure onFailure) {
    Object value = literal.value();
    if (literal.type() == DataType.VOID) {
      return new Literal(type, null);
    } else if (value instanceof String text && NonFinite.isName(text) && NonFinite.isType(type)) {
      return new Literal(type, NonFinite.value(text, type));
    } else if (value instanceof BigDecimal number
        && type instanceof DecimalType decimal
        && number.scale() == decimal.scale()
        && number.precision() <= decimal.precision()) {
      return new Literal(type, number);
    }
    return new Cast(literal, type, onFailure);
  }

  @Override
  public List<Expression> children() {
    return List.of(operand);
  }

  @Override
  public Expression withChildren(List<Expression> children) {
    return of(children.get(0), type, onFailure);
  }

  @Override
  public String toString() {
    return SqlPrinter.print(this);
  }

  /** The numbers without a literal of their own. */
  private static final class NonFinite {
    private static boolean isName(String text) {
      return text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity");
    }

    private static boolean isType(DataType type) {
      return type == DataType.DOUBLE || type == DataType.FLOAT;
    }

    private static Object value(String text, DataType type) {
      return type == DataType.DOUBLE
          ? (Object) Double.parseDouble(text)
          : (Object) Float.parseFloat(text);
    }
  }
}
