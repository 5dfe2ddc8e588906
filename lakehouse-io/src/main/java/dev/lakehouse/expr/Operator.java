package dev.lakehouse.expr;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a {@link Call} computes: the operators and functions of the language. */
public enum Operator {
  /** {@code a AND b AND …}. */
  AND(Form.INFIX, "AND", 2, 2, Integer.MAX_VALUE),
  /** {@code a OR b OR …}. */
  OR(Form.INFIX, "OR", 1, 2, Integer.MAX_VALUE),
  /** {@code NOT a}. */
  NOT(Form.SPECIAL, "NOT", 3, 1, 1),
  /** {@code a = b}. */
  EQUAL(Form.INFIX, "=", 5, 2, 2),
  /** {@code a <> b}. */
  NOT_EQUAL(Form.INFIX, "<>", 5, 2, 2),
  /** {@code a < b}. */
  LESS(Form.INFIX, "<", 5, 2, 2),
  /** {@code a <= b}. */
  LESS_OR_EQUAL(Form.INFIX, "<=", 5, 2, 2),
  /** {@code a > b}. */
  GREATER(Form.INFIX, ">", 5, 2, 2),
  /** {@code a >= b}. */
  GREATER_OR_EQUAL(Form.INFIX, ">=", 5, 2, 2),
  /** {@code a <=> b}: equal, or both null. */
  EQUAL_NULL_SAFE(Form.INFIX, "<=>", 5, 2, 2),
  /** {@code a IN (b, c, …)}; the value comes first. */
  IN(Form.SPECIAL, "IN", 4, 2, Integer.MAX_VALUE),
  /** {@code a IS NULL}. */
  IS_NULL(Form.SPECIAL, "IS NULL", 4, 1, 1),
  /** {@code a LIKE b [ESCAPE c]}. */
  LIKE(Form.SPECIAL, "LIKE", 4, 2, 3),
  /** {@code a RLIKE b}. */
  RLIKE(Form.SPECIAL, "RLIKE", 4, 2, 2),

  /** {@code a + b}. */
  ADD(Form.INFIX, "+", 6, 2, 2),
  /** {@code a - b}. */
  SUBTRACT(Form.INFIX, "-", 6, 2, 2),
  /** {@code a * b}. */
  MULTIPLY(Form.INFIX, "*", 7, 2, 2),
  /** {@code a / b}. */
  DIVIDE(Form.INFIX, "/", 7, 2, 2),
  /** {@code a % b}, also {@code mod(a, b)}. */
  REMAINDER(Form.INFIX, "%", 7, 2, 2),
  /** {@code a DIV b}. */
  INTEGER_DIVIDE(Form.INFIX, "DIV", 7, 2, 2),
  /** {@code -a}. */
  NEGATE(Form.SPECIAL, "-", 8, 1, 1),
  /** {@code +a}. */
  POSITIVE(Form.SPECIAL, "+", 8, 1, 1),

  /** {@code CASE WHEN a THEN b … [ELSE c] END}: conditions and values in turn, the else last. */
  CASE(Form.SPECIAL, "CASE", 10, 2, Integer.MAX_VALUE),
  /** {@code a[b]}: an element of an array, from 0, the value of a map's key, a struct's field. */
  ELEMENT(Form.SPECIAL, "[]", 10, 2, 2),

  /** {@code if(condition, a, b)}. */
  IF("if", 3, 3),
  /** {@code coalesce(a, …)}: the first that is not null. */
  COALESCE("coalesce", 1, Integer.MAX_VALUE),
  /** {@code nullif(a, b)}: null if they are equal, else a. */
  NULLIF("nullif", 2, 2),
  /** {@code greatest(a, b, …)}, nulls left out. */
  GREATEST("greatest", 2, Integer.MAX_VALUE),
  /** {@code least(a, b, …)}, nulls left out. */
  LEAST("least", 2, Integer.MAX_VALUE),

  /** {@code array(a, …)}. */
  ARRAY("array", 0, Integer.MAX_VALUE),
  /** {@code map(key, value, …)}. */
  MAP("map", 0, Integer.MAX_VALUE),
  /** {@code named_struct(name, value, …)}, also {@code struct(value, …)}. */
  NAMED_STRUCT("named_struct", 2, Integer.MAX_VALUE),
  /** {@code size(array or map)}. */
  SIZE("size", 1, 1),
  /** {@code array_contains(array, value)}. */
  ARRAY_CONTAINS("array_contains", 2, 2),
  /** {@code array_distinct(array)}. */
  ARRAY_DISTINCT("array_distinct", 1, 1),
  /** {@code slice(array, start, length)}. */
  SLICE("slice", 3, 3),
  /** {@code element_at(array or map, index from 1, or key)}. */
  ELEMENT_AT("element_at", 2, 2),

  /** {@code abs(a)}. */
  ABS("abs", 1, 1),
  /** {@code ceil(a [, scale])}. */
  CEIL("ceil", 1, 2),
  /** {@code floor(a [, scale])}. */
  FLOOR("floor", 1, 2),
  /** {@code round(a [, scale])}: half away from zero. */
  ROUND("round", 1, 2),
  /** {@code pmod(a, b)}: the remainder that is not negative. */
  PMOD("pmod", 2, 2),
  /** {@code isnan(a)}. */
  ISNAN("isnan", 1, 1),

  /** {@code concat(a, …)}, also {@code a || b}: texts, bytes or arrays. */
  CONCAT("concat", 0, Integer.MAX_VALUE),
  /** {@code concat_ws(separator, text or array of texts, …)}. */
  CONCAT_WS("concat_ws", 1, Integer.MAX_VALUE),
  /** {@code substring(text, position [, length])}. */
  SUBSTRING("substring", 2, 3),
  /** {@code left(text, length)}. */
  LEFT("left", 2, 2),
  /** {@code right(text, length)}. */
  RIGHT("right", 2, 2),
  /** {@code lower(text)}. */
  LOWER("lower", 1, 1),
  /** {@code upper(text)}. */
  UPPER("upper", 1, 1),
  /** {@code trim([characters,] text)}. */
  TRIM("trim", 1, 2),
  /** {@code ltrim([characters,] text)}. */
  LTRIM("ltrim", 1, 2),
  /** {@code rtrim([characters,] text)}. */
  RTRIM("rtrim", 1, 2),
  /** {@code length(text or bytes)}. */
  LENGTH("length", 1, 1),
  /** {@code replace(text, search [, replacement])}. */
  REPLACE("replace", 2, 3),

  /** {@code year(date or time)}. */
  YEAR("year", 1, 1),
  /** {@code month(date or time)}. */
  MONTH("month", 1, 1),
  /** {@code day(date or time)}, also {@code dayofmonth}. */
  DAY("day", 1, 1),
  /** {@code dayofweek(date or time)}: 1 is Sunday. */
  DAYOFWEEK("dayofweek", 1, 1),
  /** {@code hour(time)}. */
  HOUR("hour", 1, 1),
  /** {@code minute(time)}. */
  MINUTE("minute", 1, 1),
  /** {@code second(time)}. */
  SECOND("second", 1, 1),
  /** {@code date_trunc(unit, time)}. */
  DATE_TRUNC("date_trunc", 2, 2),
  /** {@code trunc(date, unit)}. */
  TRUNC("trunc", 2, 2),
  /** {@code date_format(time, pattern)}. */
  DATE_FORMAT("date_format", 2, 2),
  /** {@code to_date(text [, pattern])}. */
  TO_DATE("to_date", 1, 2),
  /** {@code to_timestamp(text [, pattern])}. */
  TO_TIMESTAMP("to_timestamp", 1, 2),
  /** {@code datediff(end, start)}: in days. */
  DATEDIFF("datediff", 2, 2),
  /** {@code date_add(date, days)}. */
  DATE_ADD("date_add", 2, 2),
  /** {@code date_sub(date, days)}. */
  DATE_SUB("date_sub", 2, 2),
  /** {@code make_date(year, month, day)}. */
  MAKE_DATE("make_date", 3, 3),
  /** {@code current_date()}, also without parentheses. */
  CURRENT_DATE("current_date", 0, 0),
  /** {@code current_timestamp()}, also without parentheses. */
  CURRENT_TIMESTAMP("current_timestamp", 0, 0);

  /** How a call is spelled. */
  enum Form {
    /** Between its arguments. */
    INFIX,
    /** As the printer and the parser know. */
    SPECIAL,
    /** {@code name(arguments)}. */
    FUNCTION
  }

  private static final Map<String, Operator> FUNCTIONS =
      Arrays.stream(values())
          .filter(operator -> operator.form == Form.FUNCTION)
          .collect(Collectors.toMap(Operator::text, Function.identity()));

  private final Form form;
  private final String text;
  private final int precedence;
  private final int minArguments;
  private final int maxArguments;

  Operator(Form form, String text, int precedence, int minArguments, int maxArguments) {
    this.form = form;
    this.text = text;
    this.precedence = precedence;
    this.minArguments = minArguments;
    this.maxArguments = maxArguments;
  }

  Operator(String name, int minArguments, int maxArguments) {
    this(Form.FUNCTION, name, 10, minArguments, maxArguments);
  }

  /** The function called {@code name}, in any case. */
  static Optional<Operator> function(String name) {
    return Optional.ofNullable(FUNCTIONS.get(name.toLowerCase(Locale.ROOT)));
  }

  /** As it stands in SQL: a symbol, keywords, or a function's name in lower case. */
  public String text() {
    return text;
  }

  /** True for {@code = <> < <= > >= <=>}. */
  public boolean isComparison() {
    return precedence == EQUAL.precedence;
  }

  /** True for AND and OR. */
  public boolean isJunction() {
    return this == AND || this == OR;
  }

  /**
   * The comparison that gives the same with its sides swapped.
   *
   * @throws IllegalArgumentException if this is no comparison
   */
  public Operator mirrored() {
    return switch (this) {
      case EQUAL, NOT_EQUAL, EQUAL_NULL_SAFE -> this;
      case LESS -> GREATER;
      case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
      case GREATER -> LESS;
      case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
      default -> throw new IllegalArgumentException(text + " is no comparison");
    };
  }

  Form form() {
    return form;
  }

  /** The higher, the closer it binds; 10 for what needs no parentheses anywhere. */
  int precedence() {
    return precedence;
  }

  void requireArgumentCount(int count) {
    boolean pairs = this == MAP || this == NAMED_STRUCT;
    if (count < minArguments || count > maxArguments || (pairs && count % 2 != 0)) {
      throw new IllegalArgumentException(
          text
              + " takes "
              + argumentCounts()
              + (pairs ? " and even" : "")
              + ", not "
              + count
              + (count == 1 ? " argument" : " arguments"));
    }
  }

  private String argumentCounts() {
    if (minArguments == maxArguments) {
      return Integer.toString(minArguments);
    }
    return maxArguments == Integer.MAX_VALUE
        ? "at least " + minArguments
        : minArguments + " to " + maxArguments;
  }
}
