package dev.lakehouse.expr.eval;

import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.expr.Call;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.Literal;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is left of a predicate when some columns are known, such as those of a partition. */
public final class Residual {
  private static final StructType NO_COLUMNS = StructType.of();

  private final ExpressionContext context;

  private Residual(ExpressionContext context) {
    this.context = context;
  }

  /**
   * {@code predicate} with {@code known} columns replaced, conditions without columns computed, and
   * AND, OR and NOT over what is known dissolved: TRUE or FALSE if nothing else is left. What fails
   * to compute stays.
   */
  public static Expression of(
      Expression predicate, Map<ColumnPath, Literal> known, ExpressionContext context) {
    return new Residual(context).simplified(Expressions.substitute(predicate, known));
  }

  private Expression simplified(Expression condition) {
    if (condition instanceof Call call && call.operator().isJunction()) {
      return junction(call);
    } else if (condition instanceof Call call && call.operator() == Operator.NOT) {
      Expression operand = simplified(call.argument(0));
      return isLiteral(operand) ? computed(operand.not()) : operand.not();
    }
    return computed(condition);
  }

  private Expression junction(Call call) {
    boolean decisive = call.operator() == Operator.OR;
    List<Expression> left = new ArrayList<>();
    for (Expression argument : call.arguments()) {
      Expression simple = simplified(argument);
      if (simple.equals(Expressions.lit(decisive))) {
        return simple;
      } else if (!simple.equals(Expressions.lit(!decisive))) {
        left.add(simple);
      }
    }
    return decisive ? Expressions.or(left) : Expressions.and(left);
  }

  private static boolean isLiteral(Expression expression) {
    return expression instanceof Literal;
  }

  private Expression computed(Expression condition) {
    if (!Expressions.references(condition).isEmpty()) {
      return condition;
    }
    try {
      BoundExpression bound = BoundExpression.bind(condition, NO_COLUMNS, context);
      return bound.type() == DataType.BOOLEAN
          ? new Literal(DataType.BOOLEAN, Values.get(bound.evaluate(Nodes.ONE_ROW), 0))
          : condition;
    } catch (LakehouseException e) {
      return condition;
    }
  }
}
