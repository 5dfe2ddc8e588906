package dev.lakehouse.expr.eval;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.expr.bind.Bound;
import dev.lakehouse.expr.kernel.LikePattern;
import dev.lakehouse.expr.kernel.Relation;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns bound expressions into nodes; what is constant is computed once, here. */
final class Compiler {
  private static final Batch ONE_ROW = new Batch(StructType.of(), List.of(), 1);

  private final ExpressionContext context;

  Compiler(ExpressionContext context) {
    this.context = context;
  }

  Node compile(Bound bound) {
    Node node = node(bound);
    return bound.isConstant() ? folded(node) : node;
  }

  /** What fails stays as it is, to fail when, and only if, a row needs it. */
  private static Node folded(Node node) {
    if (node instanceof Nodes.Constant) {
      return node;
    }
    try {
      return new Nodes.Constant(flat(node.evaluate(Nodes.all(ONE_ROW))));
    } catch (ExpressionException e) {
      return node;
    }
  }

  private static Column flat(Column column) {
    return column instanceof DictionaryColumn dictionary ? dictionary.flat() : column;
  }

  private Node node(Bound bound) {
    if (bound instanceof Bound.Constant constant) {
      return Nodes.Constant.of(constant.type(), constant.value());
    } else if (bound instanceof Bound.ColumnRead read) {
      return new Nodes.ColumnRead(read.path());
    } else if (bound instanceof Bound.Conversion conversion) {
      return new Nodes.Widened(
          compile(conversion.operand()), conversion.type(), context.zone(), conversion.source());
    }
    return application((Bound.Application) bound);
  }

  private Node application(Bound.Application call) {
    return switch (call.operator()) {
      case AND, OR -> junction(call);
      case NOT -> new Nodes.Negation(compile(call.argument(0)));
      case IS_NULL -> new Nodes.NullTest(compile(call.argument(0)));
      case IN -> in(call);
      case LIKE -> like(call);
      default -> comparison(call.operator(), compile(call.argument(0)), compile(call.argument(1)));
    };
  }

  private Node junction(Bound.Application call) {
    boolean decisive = call.operator() == Operator.OR;
    Node result = compile(call.argument(0));
    for (Bound argument : call.arguments().subList(1, call.arguments().size())) {
      result = new Nodes.Junction(decisive, result, compile(argument));
    }
    return result;
  }

  private Node in(Bound.Application call) {
    Node value = compile(call.argument(0));
    List<Node> equalities = new ArrayList<>();
    for (Bound option : call.arguments().subList(1, call.arguments().size())) {
      equalities.add(comparison(Operator.EQUAL, value, compile(option)));
    }
    return equalities.stream()
        .reduce((left, right) -> new Nodes.Junction(true, left, right))
        .orElseThrow();
  }

  private Node like(Bound.Application call) {
    LikePattern pattern = constantPattern(call);
    if (pattern == null) {
      throw new ExpressionException(
          "'" + call.source() + "' needs a constant pattern and a single escape character");
    }
    return new Nodes.Match(compile(call.argument(0)), pattern);
  }

  static @Nullable LikePattern constantPattern(Bound.Application call) {
    String escape = call.arguments().size() < 3 ? "\\" : text(call.argument(2));
    String pattern = text(call.argument(1));
    if (pattern == null || escape == null || escape.codePointCount(0, escape.length()) != 1) {
      return null;
    }
    return LikePattern.parse(pattern, escape.codePointAt(0));
  }

  private static @Nullable String text(Bound bound) {
    return bound instanceof Bound.Constant constant && constant.type() == DataType.STRING
        ? (String) constant.value()
        : null;
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

  static Relation relation(Operator comparison) {
    return switch (comparison) {
      case EQUAL, EQUAL_NULL_SAFE -> Relation.EQUAL;
      case NOT_EQUAL -> Relation.NOT_EQUAL;
      case LESS -> Relation.LESS;
      case LESS_OR_EQUAL -> Relation.LESS_OR_EQUAL;
      case GREATER -> Relation.GREATER;
      case GREATER_OR_EQUAL -> Relation.GREATER_OR_EQUAL;
      default -> throw new IllegalArgumentException(comparison + " is no comparison");
    };
  }
}
