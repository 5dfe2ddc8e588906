package dev.lakehouse.expr;

import dev.lakehouse.types.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An expression of the SQL dialect that docs/reference/expressions.md describes, not yet bound to a
 * schema. Immutable; equal if the trees are.
 *
 * <p>{@code toString()} gives SQL text. Where a method takes an {@code Object}, an {@code
 * Expression} stands for itself and any other value for {@link Expressions#lit} of it.
 */
public sealed interface Expression permits Literal, ColumnReference, FieldAccess, Cast, Call {
  /** The expressions this one is made of, in the order of its text. */
  List<Expression> children();

  /** This expression over other children, as many as it has. */
  Expression withChildren(List<Expression> children);

  /** {@code this = other}: null if either side is. */
  default Expression eq(@Nullable Object other) {
    return with(Operator.EQUAL, other);
  }

  /** {@code this <> other}. */
  default Expression ne(@Nullable Object other) {
    return with(Operator.NOT_EQUAL, other);
  }

  /** {@code this < other}. */
  default Expression lt(@Nullable Object other) {
    return with(Operator.LESS, other);
  }

  /** {@code this <= other}. */
  default Expression le(@Nullable Object other) {
    return with(Operator.LESS_OR_EQUAL, other);
  }

  /** {@code this > other}. */
  default Expression gt(@Nullable Object other) {
    return with(Operator.GREATER, other);
  }

  /** {@code this >= other}. */
  default Expression ge(@Nullable Object other) {
    return with(Operator.GREATER_OR_EQUAL, other);
  }

  /** {@code this <=> other}: equal, or both null; never null. */
  default Expression eqNullSafe(@Nullable Object other) {
    return with(Operator.EQUAL_NULL_SAFE, other);
  }

  /** {@code this >= low AND this <= high}. */
  default Expression between(Object low, Object high) {
    return Expressions.and(ge(low), le(high));
  }

  /** {@code this IS NULL}. */
  default Expression isNull() {
    return Expressions.call(Operator.IS_NULL, this);
  }

  /** {@code this IS NOT NULL}. */
  default Expression isNotNull() {
    return isNull().not();
  }

  /** {@code this IN (values)}: FALSE if there are none. */
  default Expression in(@Nullable Object... values) {
    return in(Arrays.asList(values));
  }

  /** {@code this IN (values)}: FALSE if there are none. */
  default Expression in(List<? extends @Nullable Object> values) {
    if (values.isEmpty()) {
      return Expressions.lit(false);
    }
    List<Expression> arguments = new ArrayList<>();
    arguments.add(this);
    values.forEach(value -> arguments.add(Expressions.lit(value)));
    return new Call(Operator.IN, arguments);
  }

  /** {@code this LIKE pattern}: {@code %} any text, {@code _} one character, backslash escapes. */
  default Expression like(Object pattern) {
    return with(Operator.LIKE, pattern);
  }

  /** {@code this RLIKE pattern}: a part of the text matches the regular expression. */
  default Expression rlike(Object pattern) {
    return with(Operator.RLIKE, pattern);
  }

  /** {@code this AND other}. */
  default Expression and(Expression other) {
    return Expressions.and(this, other);
  }

  /** {@code this OR other}. */
  default Expression or(Expression other) {
    return Expressions.or(this, other);
  }

  /** {@code NOT this}. */
  default Expression not() {
    return Expressions.call(Operator.NOT, this);
  }

  /** {@code this + other}. */
  default Expression plus(@Nullable Object other) {
    return with(Operator.ADD, other);
  }

  /** {@code this - other}. */
  default Expression minus(@Nullable Object other) {
    return with(Operator.SUBTRACT, other);
  }

  /** {@code this * other}. */
  default Expression times(@Nullable Object other) {
    return with(Operator.MULTIPLY, other);
  }

  /** {@code this / other}: of whole numbers a double. */
  default Expression dividedBy(@Nullable Object other) {
    return with(Operator.DIVIDE, other);
  }

  /** {@code this % other}. */
  default Expression mod(@Nullable Object other) {
    return with(Operator.REMAINDER, other);
  }

  /** {@code CAST(this AS type)}: what does not fit is an error. */
  default Expression cast(DataType type) {
    return Cast.of(this, type, Cast.OnFailure.ERROR);
  }

  /** {@code TRY_CAST(this AS type)}: what does not fit is null. */
  default Expression tryCast(DataType type) {
    return Cast.of(this, type, Cast.OnFailure.NULL);
  }

  /** {@code this.name}: a field of a struct, of each struct of an array, or a key of a map. */
  default Expression field(String name) {
    return FieldAccess.of(this, name);
  }

  /** {@code this[key]}: an element of an array, from 0, or the value of a map's key. */
  default Expression at(Object key) {
    return with(Operator.ELEMENT, key);
  }

  private Expression with(Operator operator, @Nullable Object other) {
    return Expressions.call(operator, this, Expressions.lit(other));
  }
}
