package dev.lakehouse.log.files;

import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Literal;
import dev.lakehouse.expr.bind.Bound;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a condition says of the values of one column, each compared in the column's own type.
 *
 * @param column as the schema spells it
 * @param side which values are meant
 * @param values the limit; of {@link Side#EXACTLY} one or more, one of which it is
 */
record ColumnLimit(ColumnPath column, Side side, List<Literal> values) {
  /** Which values a limit leaves. */
  enum Side {
    /** Those that are equal to it. */
    EXACTLY,
    /** It, perhaps, and greater ones. */
    FROM,
    /** It, perhaps, and lesser ones. */
    UP_TO
  }

  Literal value() {
    return values.get(0);
  }

  /** All that {@code condition} says in this form, which may be nothing. */
  static List<ColumnLimit> of(Expression condition, StructType schema, ExpressionContext context) {
    List<ColumnLimit> limits = new ArrayList<>();
    try {
      collect(BoundExpression.bindPredicate(condition, schema, context), limits);
    } catch (ExpressionException | SchemaMismatchException e) {
      return List.of();
    }
    return limits;
  }

  private static void collect(Bound condition, List<ColumnLimit> limits) {
    if (!(condition instanceof Bound.Application call)) {
      return;
    }
    switch (call.operator()) {
      case AND -> call.arguments().forEach(argument -> collect(argument, limits));
      case EQUAL, EQUAL_NULL_SAFE -> compared(call, Side.EXACTLY, Side.EXACTLY, limits);
      case LESS, LESS_OR_EQUAL -> compared(call, Side.UP_TO, Side.FROM, limits);
      case GREATER, GREATER_OR_EQUAL -> compared(call, Side.FROM, Side.UP_TO, limits);
      case IN -> member(call, limits);
      default -> {}
    }
  }

  private static void compared(
      Bound.Application call, Side ifFirst, Side ifSecond, List<ColumnLimit> limits) {
    Bound left = call.argument(0);
    Bound right = call.argument(1);
    if (left instanceof Bound.ColumnRead column) {
      literal(right).ifPresent(v -> limits.add(limit(column, ifFirst, List.of(v))));
    } else if (right instanceof Bound.ColumnRead column) {
      literal(left).ifPresent(v -> limits.add(limit(column, ifSecond, List.of(v))));
    }
  }

  private static void member(Bound.Application call, List<ColumnLimit> limits) {
    List<Literal> values = new ArrayList<>();
    for (Bound argument : call.arguments().subList(1, call.arguments().size())) {
      Optional<Literal> value = literal(argument);
      if (value.isEmpty()) {
        return;
      }
      values.add(value.get());
    }
    if (call.argument(0) instanceof Bound.ColumnRead column && !values.isEmpty()) {
      limits.add(limit(column, Side.EXACTLY, values));
    }
  }

  private static ColumnLimit limit(Bound.ColumnRead column, Side side, List<Literal> values) {
    return new ColumnLimit(column.path(), side, values);
  }

  private static Optional<Literal> literal(Bound bound) {
    return bound instanceof Bound.Constant constant && constant.value() != null
        ? Optional.of(new Literal(constant.type(), constant.value()))
        : Optional.empty();
  }
}
