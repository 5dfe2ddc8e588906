package dev.lakehouse.expr.bind;

import java.util.Optional;
import java.util.function.Function;

/** Computes expressions that read no column. */
@FunctionalInterface
public interface ConstantFolder {
  /** The value of {@code constant}; empty if computing it fails. */
  Optional<Bound.Constant> fold(Bound constant);

  /** {@code expression}, or its value if it is made of constants and does not fail. */
  default Bound folded(Bound expression) {
    boolean constant = expression.children().stream().allMatch(Bound.Constant.class::isInstance);
    return constant
        ? fold(expression).<Bound>map(Function.identity()).orElse(expression)
        : expression;
  }
}
