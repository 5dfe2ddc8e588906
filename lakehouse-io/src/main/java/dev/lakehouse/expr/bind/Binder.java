package dev.lakehouse.expr.bind;

import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Call;
import dev.lakehouse.expr.Cast;
import dev.lakehouse.expr.ColumnReference;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.FieldAccess;
import dev.lakehouse.expr.Literal;
import dev.lakehouse.expr.kernel.Widening;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Binds expressions to one schema: resolves names, finds types, makes implicit casts explicit. */
public final class Binder {
  private final StructType schema;
  private final Expression whole;

  private Binder(StructType schema, Expression whole) {
    this.schema = schema;
    this.whole = whole;
  }

  /**
   * {@code expression} over columns of {@code schema}.
   *
   * @throws SchemaMismatchException if it names a column that is not there
   * @throws ExpressionException if types do not go together
   */
  public static Bound bind(Expression expression, StructType schema) {
    return new Binder(schema, expression).bind(expression);
  }

  /**
   * {@code predicate} over columns of {@code schema}. Errors as {@link #bind}.
   *
   * @throws ExpressionException also if it does not give a boolean
   */
  public static Bound bindPredicate(Expression predicate, StructType schema) {
    Binder binder = new Binder(schema, predicate);
    return binder.condition(predicate);
  }

  private Bound bind(Expression expression) {
    if (expression instanceof Literal literal) {
      return new Bound.Constant(literal.type(), literal.value());
    } else if (expression instanceof ColumnReference column) {
      return read(column.path());
    } else if (expression instanceof Cast cast) {
      return cast(cast);
    } else if (expression instanceof FieldAccess access) {
      throw failure(access, "reads a field of what is no column");
    }
    return call((Call) expression);
  }

  private Bound read(ColumnPath path) {
    StructType fields = schema;
    List<String> names = new ArrayList<>();
    DataType type = schema;
    for (String name : path.names()) {
      StructField field = fields.find(name).orElseThrow(() -> unknown(path));
      names.add(field.name());
      type = field.type();
      fields = type instanceof StructType struct ? struct : new StructType(List.of());
    }
    return new Bound.ColumnRead(new ColumnPath(names), type);
  }

  private SchemaMismatchException unknown(ColumnPath path) {
    return new SchemaMismatchException(
        "There is no column '"
            + path
            + "', which the expression '"
            + whole
            + "' reads. The columns are "
            + schema.names());
  }

  private Bound cast(Cast cast) {
    Bound operand = bind(cast.operand());
    if (!Widening.isWidening(operand.type(), cast.type())) {
      throw failure(cast, "casts " + operand.type() + " to " + cast.type());
    }
    return new Bound.Conversion(operand, cast.type(), cast.onFailure(), cast);
  }

  private Bound call(Call call) {
    return switch (call.operator()) {
      case AND, OR, NOT -> apply(call, conditions(call), DataType.BOOLEAN);
      case IS_NULL -> apply(call, List.of(bind(call.argument(0))), DataType.BOOLEAN);
      case IN -> in(call);
      case LIKE -> like(call);
      case RLIKE -> throw failure(call, "is no predicate of this version");
      default -> comparison(call);
    };
  }

  private static Bound apply(Call call, List<Bound> arguments, DataType type) {
    return new Bound.Application(call.operator(), arguments, type, call);
  }

  private List<Bound> conditions(Call call) {
    return call.arguments().stream().map(this::condition).toList();
  }

  private Bound condition(Expression expression) {
    Bound bound = bind(expression);
    if (bound.type() == DataType.VOID) {
      return convert(bound, DataType.BOOLEAN, expression);
    } else if (bound.type() != DataType.BOOLEAN) {
      throw failure(expression, "gives " + bound.type() + " where a boolean is needed");
    }
    return bound;
  }

  private Bound comparison(Call call) {
    Bound left = bind(call.argument(0));
    Bound right = bind(call.argument(1));
    DataType type = common(call, left.type(), right.type());
    return apply(
        call, List.of(convert(left, type, call), convert(right, type, call)), DataType.BOOLEAN);
  }

  private Bound in(Call call) {
    List<Bound> arguments = call.arguments().stream().map(this::bind).toList();
    DataType type = arguments.get(0).type();
    for (Bound argument : arguments) {
      type = common(call, type, argument.type());
    }
    DataType target = type;
    return apply(
        call,
        arguments.stream().map(argument -> convert(argument, target, call)).toList(),
        DataType.BOOLEAN);
  }

  private Bound like(Call call) {
    List<Bound> arguments = call.arguments().stream().map(this::bind).toList();
    for (Bound argument : arguments) {
      if (argument.type() != DataType.STRING) {
        throw failure(call, "matches " + argument.type() + ", not text");
      }
    }
    return apply(call, arguments, DataType.BOOLEAN);
  }

  private DataType common(Call call, DataType left, DataType right) {
    Optional<DataType> common = CommonTypes.of(left, right);
    return common.orElseThrow(() -> failure(call, "compares " + left + " with " + right));
  }

  private Bound convert(Bound operand, DataType type, Expression source) {
    if (operand.type().equals(type)) {
      return operand;
    } else if (operand instanceof Bound.Constant constant && constant.value() == null) {
      return new Bound.Constant(type, null);
    } else if (!Widening.isWidening(operand.type(), type)) {
      throw failure(source, "needs a cast from " + operand.type() + " to " + type);
    }
    return new Bound.Conversion(operand, type, Cast.OnFailure.ERROR, source);
  }

  private ExpressionException failure(Expression part, String what) {
    String within = part == whole ? "" : " in '" + whole + "'";
    return new ExpressionException("'" + part + "'" + within + " " + what);
  }
}
