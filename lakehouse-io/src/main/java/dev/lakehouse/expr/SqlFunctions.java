package dev.lakehouse.expr;

import dev.lakehouse.types.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Calls by name: functions, their other names, and those that are spelled by means of others. */
final class SqlFunctions {
  private static final Map<String, Operator> OTHER_NAMES =
      Map.ofEntries(
          Map.entry("ceiling", Operator.CEIL),
          Map.entry("char_length", Operator.LENGTH),
          Map.entry("character_length", Operator.LENGTH),
          Map.entry("date_diff", Operator.DATEDIFF),
          Map.entry("dateadd", Operator.DATE_ADD),
          Map.entry("dayofmonth", Operator.DAY),
          Map.entry("cardinality", Operator.SIZE),
          Map.entry("ifnull", Operator.COALESCE),
          Map.entry("isnull", Operator.IS_NULL),
          Map.entry("lcase", Operator.LOWER),
          Map.entry("len", Operator.LENGTH),
          Map.entry("like", Operator.LIKE),
          Map.entry("mod", Operator.REMAINDER),
          Map.entry("negative", Operator.NEGATE),
          Map.entry("now", Operator.CURRENT_TIMESTAMP),
          Map.entry("nvl", Operator.COALESCE),
          Map.entry("positive", Operator.POSITIVE),
          Map.entry("regexp", Operator.RLIKE),
          Map.entry("regexp_like", Operator.RLIKE),
          Map.entry("rlike", Operator.RLIKE),
          Map.entry("substr", Operator.SUBSTRING),
          Map.entry("ucase", Operator.UPPER));

  private static final Map<String, DataType> CASTS =
      Map.ofEntries(
          Map.entry("boolean", DataType.BOOLEAN),
          Map.entry("tinyint", DataType.BYTE),
          Map.entry("smallint", DataType.SHORT),
          Map.entry("int", DataType.INT),
          Map.entry("bigint", DataType.LONG),
          Map.entry("float", DataType.FLOAT),
          Map.entry("double", DataType.DOUBLE),
          Map.entry("decimal", DataType.decimal(10, 0)),
          Map.entry("string", DataType.STRING),
          Map.entry("binary", DataType.BINARY),
          Map.entry("date", DataType.DATE),
          Map.entry("timestamp", DataType.TIMESTAMP));

  private SqlFunctions() {}

  /**
   * The call of the function called {@code name}, in any case; empty if there is none.
   *
   * @throws IllegalArgumentException if it does not take so many arguments
   */
  static Optional<Expression> call(String name, List<Expression> arguments) {
    String key = name.toLowerCase(Locale.ROOT);
    Operator operator = Operator.function(key).orElse(OTHER_NAMES.get(key));
    if (operator != null) {
      boolean pair = operator == Operator.COALESCE && !key.equals("coalesce");
      requireCount(!pair || arguments.size() == 2, key, 2);
      return Optional.of(new Call(operator, arguments));
    } else if (CASTS.containsKey(key)) {
      requireCount(arguments.size() == 1, key, 1);
      return Optional.of(arguments.get(0).cast(CASTS.get(key)));
    } else if (key.equals("isnotnull")) {
      requireCount(arguments.size() == 1, key, 1);
      return Optional.of(arguments.get(0).isNotNull());
    } else if (key.equals("nvl2")) {
      requireCount(arguments.size() == 3, key, 3);
      return Optional.of(
          Expressions.call(
              Operator.IF, arguments.get(0).isNotNull(), arguments.get(1), arguments.get(2)));
    }
    return Optional.empty();
  }

  private static void requireCount(boolean condition, String name, int count) {
    if (!condition) {
      throw new IllegalArgumentException(name + " takes " + count + " arguments");
    }
  }

  /** The struct of {@code values}, its fields called {@code col1}, {@code col2} and so on. */
  static Expression struct(List<Expression> values) {
    List<Expression> arguments = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      arguments.add(Expressions.lit("col" + (i + 1)));
      arguments.add(values.get(i));
    }
    return new Call(Operator.NAMED_STRUCT, arguments);
  }

  /** What a field that is made of {@code value} without a name of its own is called. */
  static String fieldName(Expression value, int position) {
    if (value instanceof ColumnReference column) {
      List<String> names = column.path().names();
      return names.get(names.size() - 1);
    }
    return value instanceof FieldAccess access ? access.name() : "col" + position;
  }
}
