package dev.lakehouse.expr;

import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.expr.SqlToken.Kind;
import dev.lakehouse.expr.text.Identifiers;
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

  private final String text;
  private final List<SqlToken> tokens;
  private final @Nullable Object[] bindValues;
  private int at;
  private int bound;
  private int depth;

  private SqlParser(String text, @Nullable Object[] bindValues) {
    this.text = text;
    this.tokens = SqlLexer.tokens(text);
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
    parser.require(parser.peek().kind() == Kind.END, "the expression should end here");
    if (parser.bound != bindValues.length) {
      throw failure(
          text,
          text.length(),
          "there are " + bindValues.length + " values for " + parser.bound + " question marks");
    }
    return expression;
  }

  /** The type that {@code text} spells. Errors as {@link #parse}. */
  static DataType parseType(String text) {
    SqlParser parser = new SqlParser(text, new Object[0]);
    DataType type = new SqlTypes(parser).type();
    parser.require(parser.peek().kind() == Kind.END, "the type should end here");
    return type;
  }

  static ExpressionException failure(String text, int position, String what) {
    String shown = text.length() > 400 ? text.substring(0, 400) + "…" : text;
    return new ExpressionException(
        "Cannot read the expression '" + shown + "' at character " + (position + 1) + ": " + what);
  }

  // Tokens.

  SqlToken peek() {
    return tokens.get(at);
  }

  private SqlToken peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  SqlToken take() {
    SqlToken token = peek();
    at += token.kind() == Kind.END ? 0 : 1;
    return token;
  }

  boolean takeIf(String wordOrSign) {
    boolean found = peek().is(wordOrSign);
    at += found ? 1 : 0;
    return found;
  }

  void expect(String wordOrSign) {
    require(takeIf(wordOrSign), "expected " + wordOrSign);
  }

  void require(boolean condition, String what) {
    if (!condition) {
      throw failure(peek(), what + found());
    }
  }

  private String found() {
    return peek().kind() == Kind.END ? ", found the end" : ", found '" + peek().text() + "'";
  }

  ExpressionException failure(SqlToken where, String what) {
    return failure(text, where.start(), what);
  }

  String name() {
    SqlToken token = peek();
    require(token.kind() == Kind.QUOTED_NAME || token.kind() == Kind.WORD, "expected a name");
    return take().text();
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
    } while (takeIf(operator.text()));
    return operands.size() == 1 ? operands.get(0) : new Call(operator, operands);
  }

  private Expression negation() {
    int negations = 0;
    while (takeIf("NOT") || takeIf("!")) {
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
    boolean negated = takeIf("NOT");
    require(!negated || !peek().is("IS"), "expected BETWEEN, IN, LIKE or RLIKE after NOT");
    Optional<Expression> predicate = predicateOf(value);
    require(predicate.isPresent() || !negated, "expected BETWEEN, IN, LIKE or RLIKE after NOT");
    return predicate.map(found -> negated ? found.not() : found).orElse(value);
  }

  private Optional<Expression> predicateOf(Expression value) {
    if (takeIf("BETWEEN")) {
      Expression low = comparison();
      expect("AND");
      return Optional.of(value.between(low, comparison()));
    } else if (takeIf("IN")) {
      return Optional.of(value.in(inList()));
    } else if (takeIf("LIKE")) {
      return Optional.of(like(value));
    } else if (takeIf("RLIKE") || takeIf("REGEXP")) {
      return Optional.of(value.rlike(comparison()));
    } else if (takeIf("IS")) {
      return Optional.of(is(value));
    }
    return Optional.empty();
  }

  private List<Expression> inList() {
    expect("(");
    require(!peek().is("SELECT"), "a subquery is no part of the language");
    List<Expression> options = listUntilParenthesis();
    require(!options.isEmpty(), "an IN list needs a value");
    return options;
  }

  private Expression like(Expression value) {
    require(!peek().is("ANY") && !peek().is("ALL"), "LIKE ANY and LIKE ALL are not supported");
    Expression pattern = comparison();
    if (!takeIf("ESCAPE")) {
      return value.like(pattern);
    }
    SqlToken escape = take();
    boolean one = escape.text().codePointCount(0, escape.text().length()) == 1;
    if (escape.kind() != Kind.STRING || !one) {
      throw failure(escape, "ESCAPE takes one character in quotes");
    }
    return Expressions.call(Operator.LIKE, value, pattern, Expressions.lit(escape.text()));
  }

  private Expression is(Expression value) {
    boolean negated = takeIf("NOT");
    Expression test;
    if (takeIf("NULL")) {
      test = value.isNull();
    } else if (takeIf("TRUE")) {
      test = value.eqNullSafe(true);
    } else if (takeIf("FALSE")) {
      test = value.eqNullSafe(false);
    } else if (takeIf("UNKNOWN")) {
      // NOT keeps null, and wants a boolean as IS UNKNOWN does.
      test = value.not().isNull();
    } else {
      expect("DISTINCT");
      expect("FROM");
      test = value.eqNullSafe(comparison()).not();
    }
    return negated ? test.not() : test;
  }

  // Values.

  private Expression comparison() {
    Expression left = sum();
    for (int links = 0; COMPARISONS.containsKey(sign()); links++) {
      left = linked(left, operator(COMPARISONS), sum(), links);
    }
    return left;
  }

  private String sign() {
    return peek().kind() == Kind.SIGN ? peek().text() : "";
  }

  private Expression sum() {
    Expression left = product();
    for (int links = 0; SUMS.containsKey(sign()); links++) {
      left = linked(left, operator(SUMS), product(), links);
    }
    return left;
  }

  private Expression product() {
    Expression left = signed();
    for (int links = 0; PRODUCTS.containsKey(sign()) || peek().is("DIV"); links++) {
      left = linked(left, operator(PRODUCTS), signed(), links);
    }
    return left;
  }

  private Operator operator(Map<String, Operator> operators) {
    return Objects.requireNonNull(operators.get(take().text().toUpperCase(Locale.ROOT)));
  }

  private Expression linked(Expression left, Operator operator, Expression right, int links) {
    if (links > MAX_LINKS) {
      throw failure(peek(), "more than " + MAX_LINKS + " operators of one rank follow one another");
    }
    return Expressions.call(operator, left, right);
  }

  private void requireShallow(int levels) {
    if (levels > MAX_DEPTH) {
      throw failure(peek(), "the expression is nested deeper than " + MAX_DEPTH);
    }
  }

  private Expression signed() {
    if (peek().is("-") && peek(1).kind() == Kind.NUMBER) {
      take();
      return suffixed(number("-"));
    } else if (peek().is("-") || peek().is("+")) {
      Operator operator = take().is("-") ? Operator.NEGATE : Operator.POSITIVE;
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
      if (takeIf("[")) {
        value = value.at(expression());
        expect("]");
      } else if (takeIf(".")) {
        value = FieldAccess.of(value, name());
      } else if (takeIf("::")) {
        value = value.cast(new SqlTypes(this).type());
      } else {
        return value;
      }
    }
  }

  private Expression primary() {
    SqlToken token = peek();
    return switch (token.kind()) {
      case NUMBER -> number("");
      case STRING -> Expressions.lit(strings());
      case QUOTED_NAME -> column();
      case WORD -> word(token);
      case SIGN -> parenthesized(token);
      case END -> throw failure(token, "a value is missing");
    };
  }

  private Expression parenthesized(SqlToken token) {
    if (takeIf("?")) {
      return bindValue(token);
    }
    expectValue(takeIf("("), token);
    List<Expression> values = listUntilParenthesis();
    if (values.isEmpty()) {
      throw failure(token, "a value is missing between the parentheses");
    }
    return values.size() == 1 ? values.get(0) : SqlFunctions.struct(values);
  }

  private void expectValue(boolean condition, SqlToken token) {
    if (!condition) {
      throw failure(token, "expected a value, found '" + token.text() + "'");
    }
  }

  private Expression bindValue(SqlToken token) {
    if (bound == bindValues.length) {
      throw failure(token, "there is no value for this question mark");
    }
    return Expressions.lit(bindValues[bound++]);
  }

  private Expression number(String sign) {
    SqlToken token = take();
    try {
      return SqlLiterals.number(sign + token.text());
    } catch (IllegalArgumentException e) {
      throw failure(token, String.valueOf(e.getMessage()));
    }
  }

  /** Strings that follow one another are one. */
  private String strings() {
    StringBuilder value = new StringBuilder();
    while (peek().kind() == Kind.STRING) {
      value.append(take().text());
    }
    return value.toString();
  }

  private Expression word(SqlToken token) {
    if (takeIf("CASE")) {
      return caseExpression();
    } else if (peek(1).kind() == Kind.STRING) {
      take();
      return typedLiteral(token);
    } else if (peek(1).is("(") && (token.is("CAST") || token.is("TRY_CAST"))) {
      return cast();
    } else if (token.is("CURRENT_DATE") || token.is("CURRENT_TIMESTAMP") || peek(1).is("(")) {
      return call();
    } else if (takeIf("NULL")) {
      return Literal.NULL;
    } else if (takeIf("TRUE")) {
      return Expressions.lit(true);
    } else if (takeIf("FALSE")) {
      return Expressions.lit(false);
    }
    expectValue(!Identifiers.isReserved(token.text()), token);
    return column();
  }

  private Expression column() {
    return Expressions.col(ColumnPath.of(name()));
  }

  private Expression typedLiteral(SqlToken type) {
    String value = take().text();
    try {
      return SqlLiterals.typed(type.text(), value);
    } catch (IllegalArgumentException e) {
      throw failure(type, String.valueOf(e.getMessage()));
    }
  }

  private Expression caseExpression() {
    Optional<Expression> subject = peek().is("WHEN") ? Optional.empty() : Optional.of(expression());
    List<Expression> arguments = new ArrayList<>();
    require(peek().is("WHEN"), "expected WHEN");
    while (takeIf("WHEN")) {
      Expression condition = expression();
      arguments.add(subject.map(value -> value.eq(condition)).orElse(condition));
      expect("THEN");
      arguments.add(expression());
    }
    if (takeIf("ELSE")) {
      arguments.add(expression());
    }
    expect("END");
    return new Call(Operator.CASE, arguments);
  }

  private Expression cast() {
    boolean trying = take().is("TRY_CAST");
    expect("(");
    Expression operand = expression();
    expect("AS");
    DataType type = new SqlTypes(this).type();
    expect(")");
    return trying ? operand.tryCast(type) : operand.cast(type);
  }

  // Functions.

  private Expression call() {
    SqlToken name = take();
    if (!takeIf("(")) {
      return build(name, List.of());
    } else if (name.is("TRIM")) {
      return trim(name);
    } else if (name.is("STRUCT")) {
      return struct();
    }
    List<Expression> arguments = new ArrayList<>();
    if (!takeIf(")")) {
      do {
        arguments.add(expression());
        takeFromAndFor(name, arguments);
      } while (takeIf(","));
      expect(")");
    }
    return build(name, arguments);
  }

  /** {@code SUBSTRING(text FROM position [FOR length])}. */
  private void takeFromAndFor(SqlToken name, List<Expression> arguments) {
    boolean substring = name.is("SUBSTRING") || name.is("SUBSTR");
    if (substring && arguments.size() == 1 && takeIf("FROM")) {
      arguments.add(expression());
      if (takeIf("FOR")) {
        arguments.add(expression());
      }
    }
  }

  private Expression build(SqlToken name, List<Expression> arguments) {
    try {
      return SqlFunctions.call(name.text(), arguments)
          .orElseThrow(() -> failure(name, "'" + name.text() + "' is no function of the language"));
    } catch (IllegalArgumentException e) {
      throw failure(name, String.valueOf(e.getMessage()));
    }
  }

  /** {@code TRIM([BOTH | LEADING | TRAILING] [characters] FROM text)}, or a plain call. */
  private Expression trim(SqlToken name) {
    Operator operator = Operator.TRIM;
    boolean sided = peek(1).kind() != Kind.SIGN || peek(1).is("(");
    if (sided && takeIf("LEADING")) {
      operator = Operator.LTRIM;
    } else if (sided && takeIf("TRAILING")) {
      operator = Operator.RTRIM;
    } else {
      sided = sided && takeIf("BOTH");
    }
    List<Expression> arguments = new ArrayList<>();
    if (!(sided && peek().is("FROM")) && !peek().is(")")) {
      arguments.add(expression());
    }
    if (takeIf("FROM")) {
      arguments.add(expression());
    } else {
      require(!sided, "expected FROM");
      while (takeIf(",")) {
        arguments.add(expression());
      }
    }
    expect(")");
    return build(new SqlToken(Kind.WORD, operator.text(), name.start()), arguments);
  }

  /** {@code struct(value [AS name], …)}. */
  private Expression struct() {
    List<Expression> arguments = new ArrayList<>();
    do {
      Expression value = expression();
      String name = takeIf("AS") ? name() : SqlFunctions.fieldName(value, arguments.size() / 2 + 1);
      arguments.add(Expressions.lit(name));
      arguments.add(value);
    } while (takeIf(","));
    expect(")");
    return new Call(Operator.NAMED_STRUCT, arguments);
  }

  private List<Expression> listUntilParenthesis() {
    List<Expression> values = new ArrayList<>();
    if (!takeIf(")")) {
      do {
        require(!peek().is("SELECT"), "a subquery is no part of the language");
        values.add(expression());
      } while (takeIf(","));
      expect(")");
    }
    return values;
  }
}
