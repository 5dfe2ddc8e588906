package dev.lakehouse.expr.bind;

import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Call;
import dev.lakehouse.expr.Cast;
import dev.lakehouse.expr.ColumnReference;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.FieldAccess;
import dev.lakehouse.expr.Literal;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Binds expressions to one schema: resolves names, finds types, writes implicit casts out, and
 * computes what is constant.
 */
public final class Binder {
  private final StructType schema;
  private final ConstantFolder folder;
  private final Expression whole;

  private Binder(StructType schema, ConstantFolder folder, Expression whole) {
    this.schema = schema;
    this.folder = folder;
    this.whole = whole;
  }

  /**
   * {@code expression} over columns of {@code schema}.
   *
   * @throws SchemaMismatchException if it names a column or field that is not there
   * @throws ExpressionException if types do not go together
   */
  public static Bound bind(Expression expression, StructType schema, ConstantFolder folder) {
    return new Binder(schema, folder, expression).bind(expression);
  }

  /**
   * {@code predicate} over columns of {@code schema}. Errors as {@link #bind}.
   *
   * @throws ExpressionException also if it does not give a boolean
   */
  public static Bound bindPredicate(
      Expression predicate, StructType schema, ConstantFolder folder) {
    Bound bound = bind(predicate, schema, folder);
    if (bound.type() == DataType.VOID) {
      return new Bound.Constant(DataType.BOOLEAN, null);
    } else if (bound.type() != DataType.BOOLEAN) {
      throw new ExpressionException(
          "'" + predicate + "' gives " + bound.type() + " where a condition is needed");
    }
    return bound;
  }

  private Bound bind(Expression expression) {
    if (expression instanceof Literal literal) {
      return new Bound.Constant(literal.type(), literal.value());
    } else if (expression instanceof ColumnReference column) {
      return column(column);
    } else if (expression instanceof Cast cast) {
      return cast(cast);
    } else if (expression instanceof FieldAccess access) {
      return field(bind(access.operand()), access.operand(), access.name());
    }
    return call((Call) expression);
  }

  // Names.

  private Bound column(ColumnReference column) {
    List<String> names = column.path().names();
    StructField first = schema.find(names.get(0)).orElseThrow(() -> unknown(column));
    Bound bound = new Bound.ColumnRead(ColumnPath.of(first.name()), first.type());
    for (int i = 1; i < names.size(); i++) {
      ColumnReference parent = new ColumnReference(new ColumnPath(names.subList(0, i)));
      bound = field(bound, parent, names.get(i));
    }
    return bound;
  }

  private SchemaMismatchException unknown(ColumnReference column) {
    return new SchemaMismatchException(
        "There is no column '"
            + column.path()
            + "', which the expression '"
            + whole
            + "' reads. The columns are "
            + schema.names());
  }

  /** The field {@code name} of {@code operand}, which {@code parent} spells. */
  private Bound field(Bound operand, Expression parent, String name) {
    if (operand.type() instanceof StructType struct) {
      int index = fieldIndex(struct, parent, name);
      StructField field = struct.field(index);
      return operand instanceof Bound.ColumnRead read
          ? new Bound.ColumnRead(read.path().child(field.name()), field.type())
          : folder.folded(new Bound.FieldRead(operand, index, field.type()));
    } else if (operand.type() instanceof ArrayType array
        && array.element() instanceof StructType struct) {
      int index = fieldIndex(struct, parent, name);
      DataType type = DataType.array(struct.field(index).type());
      return folder.folded(new Bound.FieldRead(operand, index, type));
    } else if (operand.type() instanceof MapType map) {
      Literal key = new Literal(DataType.STRING, name);
      Call call = new Call(Operator.ELEMENT, List.of(parent, key));
      return mapValue(new Arguments(call, List.of(operand, bind(key)), whole, folder), map);
    } else if (operand.type() == DataType.VOID) {
      return operand;
    }
    throw failure(parent, "is a " + operand.type() + ", which has no field '" + name + "'");
  }

  private int fieldIndex(StructType struct, Expression parent, String name) {
    int found = -1;
    for (int i = 0; i < struct.size(); i++) {
      if (struct.field(i).name().equalsIgnoreCase(name)) {
        if (found >= 0) {
          throw failure(parent, "has more than one field called '" + name + "'");
        }
        found = i;
      }
    }
    if (found < 0) {
      throw new SchemaMismatchException(
          "'"
              + parent
              + "' in the expression '"
              + whole
              + "' has no field '"
              + name
              + "'. Its fields are "
              + struct.names());
    }
    return found;
  }

  // Casts.

  private Bound cast(Cast cast) {
    Bound operand = bind(cast.operand());
    if (!CastRules.isAllowed(operand.type(), cast.type())) {
      throw failure(cast, "casts " + operand.type() + " to " + cast.type() + ", which cannot be");
    }
    return operand.type().equals(cast.type())
        ? operand
        : folder.folded(new Bound.Conversion(operand, cast.type(), cast.onFailure(), cast));
  }

  // Calls.

  private Bound call(Call call) {
    List<Bound> bound = new ArrayList<>();
    call.arguments().forEach(argument -> bound.add(bind(argument)));
    Arguments arguments = new Arguments(call, bound, whole, folder);
    return switch (call.operator()) {
      case AND, OR -> junction(arguments);
      case NOT -> arguments.apply(arguments.implicit(DataType.BOOLEAN), DataType.BOOLEAN);
      case IS_NULL -> arguments.apply(DataType.BOOLEAN);
      case IN -> in(arguments);
      case LIKE, RLIKE -> arguments.apply(arguments.implicit(DataType.STRING), DataType.BOOLEAN);
      case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, EQUAL_NULL_SAFE ->
          comparison(arguments);
      case ELEMENT -> element(arguments);
      default ->
          ArithmeticRules.bind(arguments)
              .or(() -> ChoiceRules.bind(arguments))
              .or(() -> NestedRules.bind(arguments))
              .or(() -> TextRules.bind(arguments))
              .orElseGet(() -> TimeRules.bind(arguments));
    };
  }

  /** One condition after the other: text beside a boolean is cast to it. */
  private static Bound junction(Arguments arguments) {
    Bound first = arguments.get(0);
    DataType type = first.type();
    List<Bound> conditions = new ArrayList<>();
    for (Bound condition : arguments.from(1)) {
      DataType other = condition.type();
      Optional<DataType> common = CommonTypes.forComparison(type, other);
      boolean nulls = type == DataType.VOID && other == DataType.VOID;
      if (!nulls && !common.equals(Optional.of(DataType.BOOLEAN))) {
        throw arguments.failure("joins " + type + " and " + other + ", not conditions");
      }
      conditions.add(arguments.convert(condition, DataType.BOOLEAN));
      type = DataType.BOOLEAN;
    }
    conditions.add(0, arguments.convert(first, DataType.BOOLEAN));
    return arguments.apply(conditions, DataType.BOOLEAN);
  }

  private static Bound comparison(Arguments arguments) {
    DataType left = arguments.type(0);
    DataType right = arguments.type(1);
    DataType type =
        CommonTypes.forComparison(left, right)
            .orElseThrow(() -> arguments.failure("compares " + left + " with " + right));
    requireOrdered(arguments, type);
    return arguments.apply(arguments.convert(arguments.all(), type), DataType.BOOLEAN);
  }

  static void requireOrdered(Arguments arguments, DataType type) {
    if (!TypeClass.isOrdered(type)) {
      throw arguments.failure("compares values of type " + type + ", which have no order");
    }
  }

  private static Bound in(Arguments arguments) {
    DataType type = arguments.widest(arguments.all());
    requireOrdered(arguments, type);
    return arguments.apply(arguments.convert(arguments.all(), type), DataType.BOOLEAN);
  }

  private Bound element(Arguments arguments) {
    Bound operand = arguments.get(0);
    if (operand.type() instanceof ArrayType array) {
      DataType index = arguments.type(1);
      if (!TypeClass.isInteger(index) && index != DataType.VOID) {
        throw arguments.refused(1, "a whole number");
      }
      DataType wide = index == DataType.LONG ? DataType.LONG : DataType.INT;
      return arguments.apply(
          List.of(operand, arguments.convert(arguments.get(1), wide)), array.element());
    } else if (operand.type() instanceof MapType map) {
      return mapValue(arguments, map);
    } else if (operand.type() == DataType.VOID) {
      return operand;
    } else if (arguments.get(1) instanceof Bound.Constant constant
        && constant.value() instanceof String name
        && operand.type() instanceof StructType) {
      return field(operand, arguments.call().argument(0), name);
    }
    throw arguments.failure("takes an element of a " + operand.type());
  }

  static Bound mapValue(Arguments arguments, MapType map) {
    requireOrdered(arguments, map.key());
    return arguments.apply(
        List.of(arguments.get(0), arguments.implicit(1, map.key())), map.value());
  }

  private ExpressionException failure(Expression part, String what) {
    return Arguments.failure(part, whole, what);
  }
}
