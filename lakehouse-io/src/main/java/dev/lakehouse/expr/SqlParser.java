package dev.lakehouse.expr;

import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.expr.text.Identifiers;
import dev.lakehouse.expr.text.SqlToken;
import dev.lakehouse.expr.text.SqlToken.Kind;
import dev.lakehouse.expr.text.SqlTokens;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads an expression: by precedence climbing for what stands between two values, by recursive
 * descent for the rest. docs/reference/expressions.md has the grammar.
 */
final class SqlParser {
  private static final Map<String, Operator> COMPARISONS =
      Map.ofEntries(
          Map.entry("=", Operator.EQUAL),
          Map.entry("==", Operator.EQUAL),
          Map.entry("<>", Operator.NOT_EQUAL),
          Map.entry("!=", Operator.NOT_EQUAL),
          Map.entry("<", Operator.LESS),
          Map.entry("<=", Operator.LESS_OR_EQUAL),
          Map.entry("!>", Operator.LESS_OR_EQUAL),
          Map.entry(">", Operator.GREATER),
          Map.entry(">=", Operator.GREATER_OR_EQUAL),
          Map.entry("!<", Operator.GREATER_OR_EQUAL),
          Map.entry("<=>", Operator.EQUAL_NULL_SAFE));
  private static final Map<String, Operator> SUMS =
      Map.of("+", Operator.ADD, "-", Operator.SUBTRACT, "||", Operator.CONCAT);
  private static final Map<String, Operator> PRODUCTS =
      Map.of(
          "*", Operator.MULTIPLY,
          "/", Operator.DIVIDE,
          "%", Operator.REMAINDER,
          "DIV", Operator.INTEGER_DIVIDE);

  /** Deeper nesting would risk the stack, here or when the expression is bound and computed. */
  private static final int MAX_DEPTH = 100;

  /** As many operators of one rank may follow one another, which nest to the left. */
  private static final int MAX_LINKS = 200;

  private final SqlTokens tokens;
  private final @Nullable Object[] bindValues;
  private int bound;
  private int depth;

  private SqlParser(String text, @Nullable Object[] bindValues) {
    this.tokens = new SqlTokens(text);
    this.bindValues = bindValues;
  }

  /**
   * The expression that {@code text} spells.
   *
   * @throws ExpressionException naming text and position if it spells none
   */
  static Expression parse(String text, @Nullable Object... bindValues) {
    SqlParser parser = new SqlParser(text, bindValues);
    Expression expression = parser.expression();
    parser.tokens.requireEnd("the expression");
    if (parser.bound != bindValues.length) {
      throw parser.tokens.failure(
          parser.tokens.peek(),
          "there are " + bindValues.length + " values for " + parser.bound + " question marks");
    }
    return expression;
  }

  // Conditions.

  private Expression expression() {
    requireShallow(++depth);
    Expression expression = junction(Operator.OR);
    depth--;
    return expression;
  }

  private Expression junction(Operator operator) {
    List<Expression> operands = new ArrayList<>();
    do {
      operands.add(operator == Operator.OR ? junction(Operator.AND) : negation());
    } while (tokens.takeIf(operator.text()));
    return operands.size() == 1 ? operands.get(0) : new Call(operator, operands);
  }

  private Expression negation() {
    int negations = 0;
    while (tokens.takeIf("NOT") || tokens.takeIf("!")) {
      requireShallow(++negations);
    }
    Expression condition = predicate();
    for (int i = 0; i < negations; i++) {
      condition = condition.not();
    }
    return condition;
  }

  private Expression predicate() {
    Expression value = comparison();
    boolean negated = tokens.takeIf("NOT");
    tokens.require(
        !negated || !tokens.isNext("IS"), "expected BETWEEN, IN, LIKE or RLIKE after NOT");
    Optional<Expression> predicate = predicateOf(value);
    tokens.require(
        predicate.isPresent() || !negated, "expected BETWEEN, IN, LIKE or RLIKE after NOT");
    return predicate.map(found -> negated ? found.not() : found).orElse(value);
  }

  private Optional<Expression> predicateOf(Expression value) {
    if (tokens.takeIf("BETWEEN")) {
      Expression low = comparison();
      tokens.expect("AND");
      return Optional.of(value.between(low, comparison()));
    } else if (tokens.takeIf("IN")) {
      return Optional.of(value.in(inList()));
    } else if (tokens.takeIf("LIKE")) {
      return Optional.of(like(value));
    } else if (tokens.takeIf("RLIKE") || tokens.takeIf("REGEXP")) {
      return Optional.of(value.rlike(comparison()));
    } else if (tokens.takeIf("IS")) {
      return Optional.of(is(value));
    }
    return Optional.empty();
  }

  private List<Expression> inList() {
    tokens.expect("(");
    tokens.require(!tokens.isNext("SELECT"), "a subquery is no part of the language");
    List<Expression> options = listUntilParenthesis();
    tokens.require(!options.isEmpty(), "an IN list needs a value");
    return options;
  }

  private Expression like(Expression value) {
    tokens.require(
        !tokens.isNext("ANY") && !tokens.isNext("ALL"), "LIKE ANY and LIKE ALL are not supported");
    Expression pattern = comparison();
    if (!tokens.takeIf("ESCAPE")) {
      return value.like(pattern);
    }
    SqlToken escape = tokens.take();
    boolean one = escape.text().codePointCount(0, escape.text().length()) == 1;
    if (escape.kind() != Kind.STRING || !one) {
      throw tokens.failure(escape, "ESCAPE takes one character in quotes");
    }
    return Expressions.call(Operator.LIKE, value, pattern, Expressions.lit(escape.text()));
  }

  private Expression is(Expression value) {
    boolean negated = tokens.takeIf("NOT");
    Expression test;
    if (tokens.takeIf("NULL")) {
      test = value.isNull();
    } else if (tokens.takeIf("TRUE")) {
      test = value.eqNullSafe(true);
    } else if (tokens.takeIf("FALSE")) {
      test = value.eqNullSafe(false);
    } else if (tokens.takeIf("UNKNOWN")) {
      // NOT keeps null, and wants a boolean as IS UNKNOWN does.
      test = value.not().isNull();
    } else {
      tokens.expect("DISTINCT");
      tokens.expect("FROM");
      test = value.eqNullSafe(comparison()).not();
    }
    return negated ? test.not() : test;
  }

  // Values.

  private Expression comparison() {
    Expression left = sum();
    for (int links = 0; COMPARISONS.containsKey(tokens.sign()); links++) {
      left = linked(left, operator(COMPARISONS), sum(), links);
    }
    return left;
  }

  private Expression sum() {
    Expression left = product();
    for (int links = 0; SUMS.containsKey(tokens.sign()); links++) {
      left = linked(left, operator(SUMS), product(), links);
    }
    return left;
  }

  private Expression product() {
    Expression left = signed();
    for (int links = 0; PRODUCTS.containsKey(tokens.sign()) || tokens.isNext("DIV"); links++) {
      left = linked(left, operator(PRODUCTS), signed(), links);
    }
    return left;
  }

  private Operator operator(Map<String, Operator> operators) {
    return Objects.requireNonNull(operators.get(tokens.take().text().toUpperCase(Locale.ROOT)));
  }

  private Expression linked(Expression left, Operator operator, Expression right, int links) {
    if (links > MAX_LINKS) {
      throw tokens.failure(
          tokens.peek(), "more than " + MAX_LINKS + " operators of one rank follow one another");
    }
    return Expressions.call(operator, left, right);
  }

  private void requireShallow(int levels) {
    if (levels > MAX_DEPTH) {
      throw tokens.failure(tokens.peek(), "the expression is nested deeper than " + MAX_DEPTH);
    }
  }

  private Expression signed() {
    if (tokens.isNext("-") && tokens.peek(1).kind() == Kind.NUMBER) {
      tokens.take();
      return suffixed(number("-"));
    } else if (tokens.isNext("-") || tokens.isNext("+")) {
      Operator operator = tokens.take().is("-") ? Operator.NEGATE : Operator.POSITIVE;
      requireShallow(++depth);
      Expression operand = signed();
      depth--;
      return Expressions.call(operator, operand);
    }
    return suffixed(primary());
  }

  private Expression suffixed(Expression primary) {
    Expression value = primary;
    while (true) {
      if (tokens.takeIf("[")) {
        value = value.at(expression());
        tokens.expect("]");
      } else if (tokens.takeIf(".")) {
        value = FieldAccess.of(value, tokens.name());
      } else if (tokens.takeIf("::")) {
        value = value.cast(new SqlTypes(tokens).type());
      } else {
        return value;
      }
    }
  }

  private Expression primary() {
    SqlToken token = tokens.peek();
    return switch (token.kind()) {
      case NUMBER -> number("");
      case STRING -> Expressions.lit(tokens.strings());
      case QUOTED_NAME -> column();
      case WORD -> word(token);
      case SIGN -> parenthesized(token);
      case END -> throw tokens.failure(token, "a value is missing");
    };
  }

  private Expression parenthesized(SqlToken token) {
    if (tokens.takeIf("?")) {
      return bindValue(token);
    }
    expectValue(tokens.takeIf("("), token);
    List<Expression> values = listUntilParenthesis();
    if (values.isEmpty()) {
      throw tokens.failure(token, "a value is missing between the parentheses");
    }
    return values.size() == 1 ? values.get(0) : SqlFunctions.struct(values);
  }

  private void expectValue(boolean condition, SqlToken token) {
    if (!condition) {
      throw tokens.failure(token, "expected a value, found '" + token.text() + "'");
    }
  }

  private Expression bindValue(SqlToken token) {
    if (bound == bindValues.length) {
      throw tokens.failure(token, "there is no value for this question mark");
    }
    return Expressions.lit(bindValues[bound++]);
  }

  private Expression number(String sign) {
    SqlToken token = tokens.take();
    try {
      return SqlLiterals.number(sign + token.text());
    } catch (IllegalArgumentException e) {
      throw tokens.failure(token, String.valueOf(e.getMessage()));
    }
  }

  private Expression word(SqlToken token) {
    if (tokens.takeIf("CASE")) {
      return caseExpression();
    } else if (tokens.peek(1).kind() == Kind.STRING) {
      tokens.take();
      return typedLiteral(token);
    } else if (tokens.peek(1).is("(") && (token.is("CAST") || token.is("TRY_CAST"))) {
      return cast();
    } else if (token.is("CURRENT_DATE")
        || token.is("CURRENT_TIMESTAMP")
        || tokens.peek(1).is("(")) {
      return call();
    } else if (tokens.takeIf("NULL")) {
      return Literal.NULL;
    } else if (tokens.takeIf("TRUE")) {
      return Expressions.lit(true);
    } else if (tokens.takeIf("FALSE")) {
      return Expressions.lit(false);
    }
    expectValue(!Identifiers.isReserved(token.text()), token);
    return column();
  }

  private Expression column() {
    return Expressions.col(ColumnPath.of(tokens.name()));
  }

  private Expression typedLiteral(SqlToken type) {
    String value = tokens.take().text();
    try {
      return SqlLiterals.typed(type.text(), value);
    } catch (IllegalArgumentException e) {
      throw tokens.failure(type, String.valueOf(e.getMessage()));
    }
  }

  private Expression caseExpression() {
    Optional<Expression> subject =
        tokens.isNext("WHEN") ? Optional.empty() : Optional.of(expression());
    List<Expression> arguments = new ArrayList<>();
    tokens.require(tokens.isNext("WHEN"), "expected WHEN");
    while (tokens.takeIf("WHEN")) {
      Expression condition = expression();
      arguments.add(subject.map(value -> value.eq(condition)).orElse(condition));
      tokens.expect("THEN");
      arguments.add(expression());
    }
    if (tokens.takeIf("ELSE")) {
      arguments.add(expression());
    }
    tokens.expect("END");
    return new Call(Operator.CASE, arguments);
  }

  private Expression cast() {
    boolean trying = tokens.take().is("TRY_CAST");
    tokens.expect("(");
    Expression operand = expression();
    tokens.expect("AS");
    DataType type = new SqlTypes(tokens).type();
    tokens.expect(")");
    return trying ? operand.tryCast(type) : operand.cast(type);
  }

  // Functions.

  private Expression call() {
    SqlToken name = tokens.take();
    if (!tokens.takeIf("(")) {
      return build(name, List.of());
    } else if (name.is("TRIM")) {
      return trim(name);
    } else if (name.is("STRUCT")) {
      return struct();
    }
    List<Expression> arguments = new ArrayList<>();
    if (!tokens.takeIf(")")) {
      do {
        arguments.add(expression());
        takeFromAndFor(name, arguments);
      } while (tokens.takeIf(","));
      tokens.expect(")");
    }
    return build(name, arguments);
  }

  /** {@code SUBSTRING(text FROM position [FOR length])}. */
  private void takeFromAndFor(SqlToken name, List<Expression> arguments) {
    boolean substring = name.is("SUBSTRING") || name.is("SUBSTR");
    if (substring && arguments.size() == 1 && tokens.takeIf("FROM")) {
      arguments.add(expression());
      if (tokens.takeIf("FOR")) {
        arguments.add(expression());
      }
    }
  }

  private Expression build(SqlToken name, List<Expression> arguments) {
    try {
      return SqlFunctions.call(name.text(), arguments)
          .orElseThrow(
              () -> tokens.failure(name, "'" + name.text() + "' is no function of the language"));
    } catch (IllegalArgumentException e) {
      throw tokens.failure(name, String.valueOf(e.getMessage()));
    }
  }

  /** {@code TRIM([BOTH | LEADING | TRAILING] [characters] FROM text)}, or a plain call. */
  private Expression trim(SqlToken name) {
    Operator operator = Operator.TRIM;
    boolean sided = tokens.peek(1).kind() != Kind.SIGN || tokens.peek(1).is("(");
    if (sided && tokens.takeIf("LEADING")) {
      operator = Operator.LTRIM;
    } else if (sided && tokens.takeIf("TRAILING")) {
      operator = Operator.RTRIM;
    } else {
      sided = sided && tokens.takeIf("BOTH");
    }
    List<Expression> arguments = new ArrayList<>();
    if (!(sided && tokens.isNext("FROM")) && !tokens.isNext(")")) {
      arguments.add(expression());
    }
    if (tokens.takeIf("FROM")) {
      arguments.add(expression());
    } else {
      tokens.require(!sided, "expected FROM");
      while (tokens.takeIf(",")) {
        arguments.add(expression());
      }
    }
    tokens.expect(")");
    return build(new SqlToken(Kind.WORD, operator.text(), name.start()), arguments);
  }

  /** {@code struct(value [AS name], …)}. */
  private Expression struct() {
    List<Expression> arguments = new ArrayList<>();
    do {
      Expression value = expression();
      String name =
          tokens.takeIf("AS")
              ? tokens.name()
              : SqlFunctions.fieldName(value, arguments.size() / 2 + 1);
      arguments.add(Expressions.lit(name));
      arguments.add(value);
    } while (tokens.takeIf(","));
    tokens.expect(")");
    return new Call(Operator.NAMED_STRUCT, arguments);
  }

  private List<Expression> listUntilParenthesis() {
    List<Expression> values = new ArrayList<>();
    if (!tokens.takeIf(")")) {
      do {
        tokens.require(!tokens.isNext("SELECT"), "a subquery is no part of the language");
        values.add(expression());
      } while (tokens.takeIf(","));
      tokens.expect(")");
    }
    return values;
  }
}
