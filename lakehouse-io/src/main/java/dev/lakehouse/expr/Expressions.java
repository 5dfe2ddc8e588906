package dev.lakehouse.expr;

import dev.lakehouse.types.ColumnPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes expressions: {@code and(col("amount").gt(100), col("city").eq("Oslo"))}. */
public final class Expressions {
  private Expressions() {}

  /**
   * The column called {@code path}, or a field inside one: names joined by dots, in back-ticks
   * where a name holds a dot ({@link ColumnPath#parse}).
   */
  public static Expression col(String path) {
    return new ColumnReference(ColumnPath.parse(path));
  }

  /** The column at {@code path}. */
  public static Expression col(ColumnPath path) {
    return new ColumnReference(path);
  }

  /**
   * {@code value} as a literal, of the type that {@link dev.lakehouse.columnar.Values} names for
   * its class, {@code null} as NULL, a {@code BigInteger} as a decimal; an {@code Expression} as
   * itself.
   *
   * @throws IllegalArgumentException if the class is none of these
   */
  public static Expression lit(@Nullable Object value) {
    return value instanceof Expression expression ? expression : LiteralValues.literal(value);
  }

  /**
   * The expression that the SQL text {@code text} spells.
   *
   * @param bindValues one value for each {@code ?} of the text, in order, as for {@link #lit}
   * @throws dev.lakehouse.error.ExpressionException if it is no expression of the language: the
   *     message has text and position
   */
  public static Expression sql(String text, @Nullable Object... bindValues) {
    return SqlParser.parse(text, bindValues);
  }

  /** All of {@code conditions}; TRUE if there are none. */
  public static Expression and(Expression... conditions) {
    return and(Arrays.asList(conditions));
  }

  /** All of {@code conditions}; TRUE if there are none. */
  public static Expression and(List<Expression> conditions) {
    return junction(Operator.AND, conditions);
  }

  /** Any of {@code conditions}; FALSE if there are none. */
  public static Expression or(Expression... conditions) {
    return or(Arrays.asList(conditions));
  }

  /** Any of {@code conditions}; FALSE if there are none. */
  public static Expression or(List<Expression> conditions) {
    return junction(Operator.OR, conditions);
  }

  private static Expression junction(Operator operator, List<Expression> conditions) {
    if (conditions.isEmpty()) {
      return lit(operator == Operator.AND);
    }
    return conditions.size() == 1 ? conditions.get(0) : new Call(operator, conditions);
  }

  /** {@code NOT condition}. */
  public static Expression not(Expression condition) {
    return condition.not();
  }

  /**
   * {@code operator} over {@code arguments}, each an expression or a value for {@link #lit}: {@code
   * call(Operator.DATE_TRUNC, "month", col("at"))}.
   *
   * @throws IllegalArgumentException if it does not take so many arguments
   */
  public static Expression call(Operator operator, @Nullable Object... arguments) {
    return new Call(operator, Arrays.stream(arguments).map(Expressions::lit).toList());
  }

  /**
   * The conditions that {@code predicate} joins by AND at its top: itself if there is no AND. One
   * may fail for a row for which one before it is FALSE: {@code a <> 0 AND 10 / a > 1}.
   */
  public static List<Expression> splitConjuncts(Expression predicate) {
    return predicate instanceof Call call && call.operator() == Operator.AND
        ? call.arguments()
        : List.of(predicate);
  }

  /** The columns and fields that {@code expression} names, as it spells them. */
  public static Set<ColumnPath> references(Expression expression) {
    Set<ColumnPath> references = new LinkedHashSet<>();
    collectReferences(expression, references);
    return references;
  }

  private static void collectReferences(Expression expression, Set<ColumnPath> references) {
    if (expression instanceof ColumnReference column) {
      references.add(column.path());
    }
    expression.children().forEach(child -> collectReferences(child, references));
  }

  /**
   * {@code expression} with columns replaced by what is known of them. Names are compared without
   * regard to case.
   */
  public static Expression substitute(Expression expression, Map<ColumnPath, Literal> known) {
    if (expression instanceof ColumnReference column) {
      for (Map.Entry<ColumnPath, Literal> entry : known.entrySet()) {
        if (isSame(column.path(), entry.getKey())) {
          return entry.getValue();
        }
      }
    }
    List<Expression> children = new ArrayList<>();
    expression.children().forEach(child -> children.add(substitute(child, known)));
    return children.equals(expression.children()) ? expression : expression.withChildren(children);
  }

  private static boolean isSame(ColumnPath left, ColumnPath right) {
    int size = left.names().size();
    for (int i = 0; i < size && size == right.names().size(); i++) {
      if (!left.names().get(i).equalsIgnoreCase(right.names().get(i))) {
        return false;
      }
    }
    return size == right.names().size();
  }
}
