package dev.lakehouse.expr.bind;

import dev.lakehouse.expr.Cast;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression bound to a schema: names resolved, implicit casts written out. Immutable. */
public sealed interface Bound {
  /** The type of its values. */
  DataType type();

  /** The expressions this one is made of. */
  default List<Bound> children() {
    return List.of();
  }

  /** True if it reads no column. */
  default boolean isConstant() {
    return children().stream().allMatch(Bound::isConstant);
  }

  /**
   * A value, of the class that {@link dev.lakehouse.columnar.Values} names for the type.
   *
   * @param type the type
   * @param value the value, or null
   */
  record Constant(DataType type, @Nullable Object value) implements Bound {}

  /**
   * A column, or a field inside structs.
   *
   * @param path the names as the schema spells them
   * @param type the field's type
   */
  record ColumnRead(ColumnPath path, DataType type) implements Bound {
    @Override
    public boolean isConstant() {
      return false;
    }
  }

  /**
   * A field of a struct that is computed, or of each struct of an array.
   *
   * @param operand the structs, or arrays of structs
   * @param field the index of the field
   * @param type the type of the result
   */
  record FieldRead(Bound operand, int field, DataType type) implements Bound {
    @Override
    public List<Bound> children() {
      return List.of(operand);
    }
  }

  /**
   * A cast, written or implied, between types that {@link CastRules} allows.
   *
   * @param operand what is cast
   * @param type the wanted type
   * @param onFailure what a value gives that does not fit
   * @param source the expression it stems from, for messages
   */
  record Conversion(Bound operand, DataType type, Cast.OnFailure onFailure, Expression source)
      implements Bound {
    @Override
    public List<Bound> children() {
      return List.of(operand);
    }
  }

  /**
   * An operator or function over arguments of the types it takes.
   *
   * @param operator what is computed
   * @param arguments its arguments
   * @param type the type of the result
   * @param source the expression it stems from, for messages
   */
  record Application(Operator operator, List<Bound> arguments, DataType type, Expression source)
      implements Bound {
    /** Copies the arguments. */
    public Application {
      arguments = List.copyOf(arguments);
    }

    /** The argument at {@code index}, from 0. */
    public Bound argument(int index) {
      return arguments.get(index);
    }

    @Override
    public List<Bound> children() {
      return arguments;
    }
  }
}
