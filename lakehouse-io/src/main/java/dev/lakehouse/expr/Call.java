package dev.lakehouse.expr;

import java.util.ArrayList;
import java.util.List;

/**
 * An operator or function over arguments.
 *
 * @param operator what is computed
 * @param arguments as many as the operator takes. An AND directly within an AND, and an OR within
 *     an OR, gives its arguments to the outer one
 */
public record Call(Operator operator, List<Expression> arguments) implements Expression {
  /** Flattens AND and OR and checks the number of arguments. */
  public Call {
    arguments = operator.isJunction() ? flattened(operator, arguments) : List.copyOf(arguments);
    operator.requireArgumentCount(arguments.size());
  }

  private static List<Expression> flattened(Operator operator, List<Expression> arguments) {
    List<Expression> flat = new ArrayList<>();
    for (Expression argument : arguments) {
      if (argument instanceof Call call && call.operator == operator) {
        flat.addAll(call.arguments);
      } else {
        flat.add(argument);
      }
    }
    return List.copyOf(flat);
  }

  /** The argument at {@code index}, from 0. */
  public Expression argument(int index) {
    return arguments.get(index);
  }

  @Override
  public List<Expression> children() {
    return arguments;
  }

  @Override
  public Expression withChildren(List<Expression> children) {
    return new Call(operator, children);
  }

  @Override
  public String toString() {
    return SqlPrinter.print(this);
  }
}
