package dev.lakehouse.expr;

import java.util.Locale;

/** What a {@link Call} computes. */
public enum Operator {
  /** {@code a AND b AND …}. */
  AND(Form.INFIX, "AND", 2, 2, Integer.MAX_VALUE),
  /** {@code a OR b OR …}. */
  OR(Form.INFIX, "OR", 1, 2, Integer.MAX_VALUE),
  /** {@code NOT a}. */
  NOT(Form.SPECIAL, "NOT", 3, 1, 1),
  /** {@code a = b}. */
  EQUAL(Form.INFIX, "=", 5, 2, 2),
  /** {@code a <> b}. */
  NOT_EQUAL(Form.INFIX, "<>", 5, 2, 2),
  /** {@code a < b}. */
  LESS(Form.INFIX, "<", 5, 2, 2),
  /** {@code a <= b}. */
  LESS_OR_EQUAL(Form.INFIX, "<=", 5, 2, 2),
  /** {@code a > b}. */
  GREATER(Form.INFIX, ">", 5, 2, 2),
  /** {@code a >= b}. */
  GREATER_OR_EQUAL(Form.INFIX, ">=", 5, 2, 2),
  /** {@code a <=> b}: equal, or both null. */
  EQUAL_NULL_SAFE(Form.INFIX, "<=>", 5, 2, 2),
  /** {@code a IN (b, c, …)}; the value comes first. */
  IN(Form.SPECIAL, "IN", 4, 2, Integer.MAX_VALUE),
  /** {@code a IS NULL}. */
  IS_NULL(Form.SPECIAL, "IS NULL", 4, 1, 1),
  /** {@code a LIKE b [ESCAPE c]}. */
  LIKE(Form.SPECIAL, "LIKE", 4, 2, 3),
  /** {@code a RLIKE b}. */
  RLIKE(Form.SPECIAL, "RLIKE", 4, 2, 2);

  /** How a call is spelled. */
  enum Form {
    /** Between its arguments. */
    INFIX,
    /** As the printer and the parser know. */
    SPECIAL,
    /** {@code name(arguments)}. */
    FUNCTION
  }

  private final Form form;
  private final String text;
  private final int precedence;
  private final int minArguments;
  private final int maxArguments;

  Operator(Form form, String text, int precedence, int minArguments, int maxArguments) {
    this.form = form;
    this.text = text;
    this.precedence = precedence;
    this.minArguments = minArguments;
    this.maxArguments = maxArguments;
  }

  /** As it stands in SQL: a symbol, keywords, or a function's name in lower case. */
  public String text() {
    return text;
  }

  /** True for {@code = <> < <= > >= <=>}. */
  public boolean isComparison() {
    return precedence == EQUAL.precedence && form == Form.INFIX;
  }

  /** True for AND and OR. */
  public boolean isJunction() {
    return this == AND || this == OR;
  }

  /**
   * The comparison that gives the same with its sides swapped.
   *
   * @throws IllegalArgumentException if this is no comparison
   */
  public Operator mirrored() {
    return switch (this) {
      case EQUAL, NOT_EQUAL, EQUAL_NULL_SAFE -> this;
      case LESS -> GREATER;
      case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
      case GREATER -> LESS;
      case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
      default -> throw new IllegalArgumentException(text + " is no comparison");
    };
  }

  Form form() {
    return form;
  }

  /** The higher, the closer it binds. */
  int precedence() {
    return precedence;
  }

  void requireArgumentCount(int count) {
    if (count < minArguments || count > maxArguments) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "%s takes %s, not %d arguments", text, argumentCounts(), count));
    }
  }

  private String argumentCounts() {
    if (minArguments == maxArguments) {
      return Integer.toString(minArguments);
    }
    return maxArguments == Integer.MAX_VALUE
        ? "at least " + minArguments
        : minArguments + " to " + maxArguments;
  }
}
