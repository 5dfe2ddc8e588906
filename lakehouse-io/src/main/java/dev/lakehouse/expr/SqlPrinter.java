package dev.lakehouse.expr;

import dev.lakehouse.expr.text.Identifiers;
import dev.lakehouse.expr.text.LiteralText;
import java.util.List;
import java.util.stream.Collectors;

/** SQL text of expressions, with the parentheses it needs and no others. */
final class SqlPrinter {
  private static final int LOOSEST = 0;
  private static final int VALUE = Operator.EQUAL.precedence();
  private static final int PRIMARY = 10;

  private SqlPrinter() {}

  static String print(Expression expression) {
    return print(expression, LOOSEST);
  }

  private static String print(Expression expression, int atLeast) {
    String text = text(expression);
    return precedence(expression) < atLeast ? "(" + text + ")" : text;
  }

  private static int precedence(Expression expression) {
    if (expression instanceof Call call) {
      return isNegatedPredicate(call) ? Operator.IN.precedence() : call.operator().precedence();
    }
    return isNegativeNumber(expression) ? Operator.NEGATE.precedence() : PRIMARY;
  }

  private static boolean isNegativeNumber(Expression expression) {
    return expression instanceof Literal literal
        && literal.value() instanceof Number
        && text(literal).startsWith("-");
  }

  private static String text(Expression expression) {
    if (expression instanceof Literal literal) {
      return LiteralText.of(literal.type(), literal.value());
    } else if (expression instanceof ColumnReference column) {
      return column.path().names().stream()
          .map(Identifiers::quoted)
          .collect(Collectors.joining("."));
    } else if (expression instanceof FieldAccess access) {
      return print(access.operand(), PRIMARY) + "." + Identifiers.quoted(access.name());
    } else if (expression instanceof Cast cast) {
      return (cast.onFailure() == Cast.OnFailure.ERROR ? "CAST(" : "TRY_CAST(")
          + print(cast.operand(), LOOSEST)
          + " AS "
          + LiteralText.type(cast.type())
          + ")";
    }
    return call((Call) expression);
  }

  private static String call(Call call) {
    return switch (call.operator().form()) {
      case INFIX -> infix(call);
      case SPECIAL -> special(call);
      case FUNCTION -> call.operator().text() + "(" + list(call.arguments()) + ")";
    };
  }

  private static String infix(Call call) {
    int precedence = call.operator().precedence();
    StringBuilder text = new StringBuilder(print(call.argument(0), precedence));
    for (Expression argument : call.arguments().subList(1, call.arguments().size())) {
      text.append(' ').append(call.operator().text()).append(' ');
      text.append(print(argument, precedence + 1));
    }
    return text.toString();
  }

  private static String special(Call call) {
    return switch (call.operator()) {
      case NOT ->
          isNegatedPredicate(call)
              ? predicate((Call) call.argument(0), "NOT ")
              : "NOT " + print(call.argument(0), Operator.NOT.precedence());
      case NEGATE, POSITIVE -> call.operator().text() + signed(call.argument(0));
      case ELEMENT -> print(call.argument(0), PRIMARY) + "[" + print(call.argument(1)) + "]";
      case CASE -> caseText(call.arguments());
      default -> predicate(call, "");
    };
  }

  /** A number after a sign would take the sign for its own, and two minus signs are a comment. */
  private static String signed(Expression operand) {
    boolean number = operand instanceof Literal literal && literal.value() instanceof Number;
    return number ? "(" + text(operand) + ")" : print(operand, PRIMARY);
  }

  private static String caseText(List<Expression> arguments) {
    StringBuilder text = new StringBuilder("CASE");
    int pairs = arguments.size() / 2;
    for (int i = 0; i < pairs; i++) {
      text.append(" WHEN ").append(print(arguments.get(2 * i)));
      text.append(" THEN ").append(print(arguments.get(2 * i + 1)));
    }
    if (arguments.size() % 2 != 0) {
      text.append(" ELSE ").append(print(arguments.get(2 * pairs)));
    }
    return text.append(" END").toString();
  }

  private static boolean isNegatedPredicate(Call call) {
    return call.operator() == Operator.NOT
        && call.argument(0) instanceof Call inner
        && inner.operator().precedence() == Operator.IN.precedence();
  }

  private static String predicate(Call call, String not) {
    String value = print(call.argument(0), VALUE);
    List<Expression> others = call.arguments().subList(1, call.arguments().size());
    return switch (call.operator()) {
      case IS_NULL -> value + " IS " + not + "NULL";
      case IN -> value + " " + not + "IN (" + list(others) + ")";
      default ->
          value
              + " "
              + not
              + call.operator().text()
              + " "
              + print(others.get(0), VALUE)
              + (others.size() > 1 ? " ESCAPE " + print(others.get(1), LOOSEST) : "");
    };
  }

  private static String list(List<Expression> expressions) {
    return expressions.stream().map(SqlPrinter::print).collect(Collectors.joining(", "));
  }
}
