package dev.lakehouse.expr.eval;

import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.bind.Bound;
import dev.lakehouse.expr.bind.ConstantFolder;
import java.util.Optional;

/**
 * Computes constants once, when an expression is bound. One that fails is left as it is, to fail
 * when, and only if, a row needs it.
 */
final class Folding implements ConstantFolder {
  private final ExpressionContext context;

  Folding(ExpressionContext context) {
    this.context = context;
  }

  @Override
  public Optional<Bound.Constant> fold(Bound constant) {
    Optional<Object> special =
        constant instanceof Bound.Conversion conversion
            ? SpecialTimes.value(conversion, context)
            : Optional.empty();
    if (special.isPresent()) {
      return Optional.of(new Bound.Constant(constant.type(), special.get()));
    }
    try {
      Object value =
          Values.get(new Compiler(context).compile(constant).evaluate(Nodes.all(Nodes.ONE_ROW)), 0);
      return Optional.of(new Bound.Constant(constant.type(), value));
    } catch (ExpressionException e) {
      return Optional.empty();
    }
  }
}
