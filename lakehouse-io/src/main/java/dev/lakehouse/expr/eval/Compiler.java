package dev.lakehouse.expr.eval;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.expr.bind.Bound;
import dev.lakehouse.expr.cast.Casts;
import dev.lakehouse.expr.kernel.Concatenation;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.Membership;
import dev.lakehouse.expr.kernel.Nulls;
import dev.lakehouse.expr.kernel.Relation;
import dev.lakehouse.expr.nested.Access;
import dev.lakehouse.expr.string.LikePattern;
import dev.lakehouse.expr.string.Matching;
import dev.lakehouse.expr.time.Truncation;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns bound expressions into nodes. */
final class Compiler {
  private static final int BACKSLASH = '\\';

  private final ExpressionContext context;
  private final Functions functions;

  /** The column whose dictionary is being computed on, if one is. */
  private final @Nullable ColumnPath slot;

  Compiler(ExpressionContext context) {
    this(context, null);
  }

  private Compiler(ExpressionContext context, @Nullable ColumnPath slot) {
    this.context = context;
    this.functions = new Functions(context);
    this.slot = slot;
  }

  Node compile(Bound bound) {
    Optional<Bound.ColumnRead> text = onlyText(bound);
    if (slot == null && text.isPresent() && !text.get().equals(bound)) {
      Node overEntries = new Compiler(context, text.get().path()).node(bound);
      if (!overEntries.canFail()) {
        return new DictionaryNode(
            new Nodes.ColumnRead(text.get().path()), text.get().type(), overEntries);
      }
    }
    return node(bound);
  }

  /** The text column that {@code bound} reads, if it reads that one alone. */
  private static Optional<Bound.ColumnRead> onlyText(Bound bound) {
    Set<Bound.ColumnRead> reads = new HashSet<>();
    collectReads(bound, reads);
    return reads.size() == 1
        ? reads.stream().findAny().filter(read -> isText(read.type()))
        : Optional.empty();
  }

  private static boolean isText(DataType type) {
    return type == DataType.STRING || type == DataType.BINARY;
  }

  private static void collectReads(Bound bound, Set<Bound.ColumnRead> reads) {
    if (bound instanceof Bound.ColumnRead read) {
      reads.add(read);
    }
    bound.children().forEach(child -> collectReads(child, reads));
  }

  private Node node(Bound bound) {
    if (bound instanceof Bound.Constant constant) {
      return constant(constant.type(), constant.value());
    } else if (bound instanceof Bound.ColumnRead read) {
      return new Nodes.ColumnRead(
          read.path().equals(slot) ? ColumnPath.of(DictionaryNode.SLOT) : read.path());
    } else if (bound instanceof Bound.FieldRead read) {
      return field(read);
    } else if (bound instanceof Bound.Conversion conversion) {
      return conversion(conversion);
    }
    return application((Bound.Application) bound);
  }

  private static Node constant(DataType type, @Nullable Object value) {
    return Nodes.Constant.of(
        value == null ? Nulls.column(type, 1) : ColumnBuilder.of(type).append(value).build());
  }

  private Node field(Bound.FieldRead read) {
    Kernel kernel =
        read.operand().type() instanceof StructType
            ? Access.field(read.field())
            : Access.fieldOfEach(read.field(), read.type());
    return new Nodes.FieldRead(compile(read.operand()), kernel);
  }

  private Node conversion(Bound.Conversion conversion) {
    DataType from = conversion.operand().type();
    Kernel kernel = Casts.of(from, conversion.type(), conversion.onFailure(), context);
    boolean total = Casts.isTotal(from, conversion.type(), conversion.onFailure());
    return new Nodes.Applied(
        List.of(compile(conversion.operand())), kernel, true, !total, conversion.source());
  }

  private List<Node> compile(List<Bound> bounds) {
    return bounds.stream().map(this::compile).toList();
  }

  private Node application(Bound.Application call) {
    return switch (call.operator()) {
      case AND, OR -> junction(call);
      case NOT -> new Nodes.Negation(compile(call.argument(0)));
      case IS_NULL -> new Nodes.NullTest(compile(call.argument(0)));
      case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, EQUAL_NULL_SAFE ->
          comparison(call.operator(), compile(call.argument(0)), compile(call.argument(1)));
      case IN -> in(call);
      case LIKE -> like(call);
      case CASE -> cases(call);
      case COALESCE -> new ChoiceNodes.FirstValid(compile(call.arguments()));
      case NULLIF -> nullif(call);
      case GREATEST -> new ChoiceNodes.Extreme(Relation.GREATER, compile(call.arguments()));
      case LEAST -> new ChoiceNodes.Extreme(Relation.LESS, compile(call.arguments()));
      case TRUNC -> truncation(call, call.argument(0), call.argument(1));
      case DATE_TRUNC -> truncation(call, call.argument(1), call.argument(0));
      case CURRENT_DATE ->
          constant(call.type(), context.now().atZone(context.zone()).toLocalDate());
      case CURRENT_TIMESTAMP -> constant(call.type(), context.now());
      default -> function(call);
    };
  }

  private Node function(Bound.Application call) {
    boolean strict = Functions.isStrict(call.operator());
    boolean nullArgument =
        call.arguments().stream().anyMatch(argument -> argument.type() == DataType.VOID);
    if (strict && nullArgument) {
      return constant(call.type(), null);
    }
    Kernel kernel = functions.kernel(call);
    List<Node> arguments = compile(call.arguments());
    if (Functions.isDivision(call.operator())) {
      // As in Spark the divisor comes first, and a null one spares the dividend.
      Kernel division = kernel;
      kernel = (columns, live) -> division.apply(List.of(columns.get(1), columns.get(0)), live);
      arguments = List.of(arguments.get(1), arguments.get(0));
    }
    return new Nodes.Applied(arguments, kernel, strict, Functions.mayFail(call), call.source());
  }

  private Node junction(Bound.Application call) {
    return new Nodes.Junction(call.operator() == Operator.OR, compile(call.arguments()));
  }

  private static Node comparison(Operator operator, Node left, Node right) {
    if (operator == Operator.EQUAL_NULL_SAFE) {
      return new Nodes.NullSafeEquality(left, right);
    } else if (right instanceof Nodes.Constant constant && !constant.isNull()) {
      return new Nodes.ConstantComparison(relation(operator), left, constant.value());
    } else if (left instanceof Nodes.Constant constant && !constant.isNull()) {
      return new Nodes.ConstantComparison(relation(operator.mirrored()), right, constant.value());
    }
    return new Nodes.Comparison(relation(operator), left, right);
  }

  private static Relation relation(Operator comparison) {
    return switch (comparison) {
      case EQUAL -> Relation.EQUAL;
      case NOT_EQUAL -> Relation.NOT_EQUAL;
      case LESS -> Relation.LESS;
      case LESS_OR_EQUAL -> Relation.LESS_OR_EQUAL;
      case GREATER -> Relation.GREATER;
      default -> Relation.GREATER_OR_EQUAL;
    };
  }

  private Node in(Bound.Application call) {
    Node value = compile(call.argument(0));
    List<Node> options = compile(call.arguments().subList(1, call.arguments().size()));
    return membership(value, options).orElseGet(() -> anyEqual(value, options));
  }

  private static Optional<Node> membership(Node value, List<Node> options) {
    List<Column> constants = new ArrayList<>();
    for (Node option : options) {
      if (option instanceof Nodes.Constant constant) {
        constants.add(constant.value());
      }
    }
    if (constants.size() < options.size() || options.size() < 4) {
      return Optional.empty();
    }
    return Membership.of(Concatenation.of(constants))
        .map(found -> new Nodes.MembershipTest(value, found));
  }

  private static Node anyEqual(Node value, List<Node> options) {
    List<Node> equalities =
        options.stream().map(option -> comparison(Operator.EQUAL, value, option)).toList();
    return new Nodes.Junction(true, equalities);
  }

  private Node like(Bound.Application call) {
    int escape = escape(call);
    Optional<LikePattern> pattern = LikePatterns.constant(call);
    if (pattern.isPresent()) {
      return new Nodes.Applied(
          List.of(compile(call.argument(0))),
          Matching.like(pattern.get()),
          true,
          false,
          call.source());
    }
    List<Node> arguments = List.of(compile(call.argument(0)), compile(call.argument(1)));
    return new Nodes.Applied(arguments, Matching.like(escape), true, true, call.source());
  }

  private static int escape(Bound.Application call) {
    return call.arguments().size() > 2
            && call.argument(2) instanceof Bound.Constant constant
            && constant.value() instanceof String text
        ? text.codePointAt(0)
        : BACKSLASH;
  }

  private Node cases(Bound.Application call) {
    List<Node> conditions = new ArrayList<>();
    List<Node> values = new ArrayList<>();
    int pairs = call.arguments().size() / 2;
    for (int i = 0; i < pairs; i++) {
      conditions.add(compile(call.argument(2 * i)));
      values.add(compile(call.argument(2 * i + 1)));
    }
    values.add(compile(call.argument(2 * pairs)));
    return new ChoiceNodes.Case(conditions, values, call.type());
  }

  private Node nullif(Bound.Application call) {
    Node equality =
        comparison(Operator.EQUAL, compile(call.argument(1)), compile(call.argument(2)));
    return new ChoiceNodes.NullIf(compile(call.argument(0)), equality);
  }

  private Node truncation(Bound.Application call, Bound cut, Bound unit) {
    Node units =
        new Nodes.Applied(
            List.of(compile(unit)), Truncation.units(call.type()), true, false, call.source());
    return new Nodes.Applied(
        List.of(units, compile(cut)), functions.kernel(call), true, false, call.source());
  }
}
