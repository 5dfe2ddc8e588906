package dev.lakehouse.expr;

import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random expressions over a fixed schema, typed so that most of them bind. */
public final class RandomExpressions {
  /** The columns that the expressions read. */
  public static final StructType SCHEMA =
      StructType.of(
          StructField.optional("b", DataType.BOOLEAN),
          StructField.optional("y", DataType.BYTE),
          StructField.optional("i", DataType.INT),
          StructField.optional("l", DataType.LONG),
          StructField.optional("f", DataType.FLOAT),
          StructField.optional("d", DataType.DOUBLE),
          StructField.optional("p", DataType.decimal(10, 2)),
          StructField.optional("w", DataType.decimal(38, 10)),
          StructField.optional("s", DataType.STRING),
          StructField.optional("z", DataType.STRING),
          StructField.optional("e", DataType.DATE),
          StructField.optional("t", DataType.TIMESTAMP),
          StructField.optional("n", DataType.TIMESTAMP_NTZ),
          StructField.optional("a", DataType.array(DataType.INT)),
          StructField.optional("m", DataType.map(DataType.STRING, DataType.INT)),
          StructField.optional(
              "x",
              StructType.of(
                  StructField.optional("q", DataType.INT),
                  StructField.optional("r", DataType.STRING))));

  private static final List<String> TEXTS =
      List.of("", "a", "Abc", "7", "-2.5", "2024-02-29", "é😀", "true", " x ", "it's", "%l_%");

  private final Random random;

  /** Expressions that {@code random} chooses. */
  public RandomExpressions(Random random) {
    this.random = random;
  }

  private int below(int bound) {
    return random.nextInt(bound);
  }

  private <T> T one(List<T> choices) {
    return choices.get(below(choices.size()));
  }

  private static Expression call(Operator operator, @Nullable Object... arguments) {
    return Expressions.call(operator, arguments);
  }

  /** An expression of any kind. */
  public Expression any(int depth) {
    return switch (below(6)) {
      case 0 -> condition(depth);
      case 1, 2 -> number(depth);
      case 3 -> text(depth);
      case 4 -> date(depth);
      default -> timestamp(depth);
    };
  }

  /** An expression of any kind, at its top often a function that {@link #any} does without. */
  public Expression anyFunction(int depth) {
    return switch (below(26)) {
      case 0 -> text(depth - 1).rlike(one(List.of("a+", "^[A-C]", "\\d", "é|x", "(a)(b)?")));
      case 1 -> call(Operator.INTEGER_DIVIDE, number(depth - 1), number(depth - 1));
      case 2 -> call(Operator.PMOD, number(depth - 1), number(depth - 1));
      case 3 -> call(Operator.ARRAY_CONTAINS, column("a"), number(depth - 1));
      case 4 -> call(Operator.ARRAY_DISTINCT, call(Operator.ARRAY, i(depth), column("i"), 1));
      case 5 -> call(Operator.SLICE, column("a"), below(5) - 2, below(4) - 1);
      case 6 -> call(Operator.ELEMENT_AT, column("a"), below(6) - 3);
      case 7 -> call(Operator.ELEMENT_AT, column("m"), one(List.of("k", "other")));
      case 8 ->
          call(one(List.of(Operator.HOUR, Operator.MINUTE, Operator.SECOND)), timestamp(depth - 1));
      case 9 ->
          call(
              Operator.DATE_FORMAT,
              timestamp(depth - 1),
              one(List.of("yyyy-MM-dd", "HH:mm:ss.SSS", "EEE d MMM y", "D h a", "qqq")));
      case 10 -> call(one(List.of(Operator.TO_DATE, Operator.TO_TIMESTAMP)), text(depth - 1));
      case 11 -> call(Operator.DATEDIFF, date(depth - 1), date(depth - 1));
      case 12 -> call(Operator.DATE_SUB, date(depth - 1), column(one(List.of("y", "i"))));
      case 13 -> call(Operator.MAKE_DATE, i(depth), below(14), below(33));
      case 14 -> call(Operator.NAMED_STRUCT, "u", number(depth - 1), "v", text(depth - 1));
      case 15 -> call(Operator.MAP, "k", number(depth - 1), text(0), number(depth - 1));
      case 16 -> call(comparison(), any(depth - 1), any(depth - 1));
      case 17 -> any(depth - 1).cast(anyType());
      case 18 -> any(depth - 1).tryCast(anyType());
      case 19 -> call(Operator.ISNAN, number(depth - 1));
      case 20 ->
          call(
              one(List.of(Operator.CEIL, Operator.FLOOR, Operator.ROUND)),
              number(depth - 1).cast(DataType.decimal(20, 4)),
              below(7) - 2);
      case 21 -> date(depth - 1).plus(column(one(List.of("y", "i"))));
      case 22 -> any(depth - 1).in(any(depth - 1), any(depth - 2));
      case 23 -> call(Operator.CONCAT_WS, ",", column("z"), call(Operator.ARRAY, text(depth - 1)));
      case 24 -> number(depth - 1).plus(text(depth - 1));
      default -> any(depth);
    };
  }

  /** A number that is an INT, or nearly. */
  private Expression i(int depth) {
    return number(depth - 2).tryCast(DataType.INT);
  }

  private DataType anyType() {
    return one(
        List.of(
            DataType.BOOLEAN,
            DataType.BYTE,
            DataType.SHORT,
            DataType.INT,
            DataType.LONG,
            DataType.FLOAT,
            DataType.DOUBLE,
            DataType.decimal(5, 2),
            DataType.decimal(38, 18),
            DataType.STRING,
            DataType.BINARY,
            DataType.DATE,
            DataType.TIMESTAMP,
            DataType.TIMESTAMP_NTZ));
  }

  /** A condition. */
  public Expression condition(int depth) {
    if (depth <= 0) {
      return below(3) == 0 ? Expressions.lit(one(List.of(true, false))) : column("b");
    }
    return switch (below(12)) {
      case 0 -> Expressions.and(condition(depth - 1), condition(depth - 1));
      case 1 -> Expressions.or(condition(depth - 1), condition(depth - 1), condition(depth - 1));
      case 2 -> condition(depth - 1).not();
      case 3 -> any(depth - 1).isNull();
      case 4 -> any(depth - 1).isNotNull();
      case 5 -> number(depth - 1).in(1, number(depth - 2), below(4) == 0 ? null : 2);
      case 6 -> text(depth - 1).like(one(List.of("a%", "%b_", "é%", "\\%l%", "a\\_%")));
      case 7 -> number(depth - 1).between(number(depth - 2), number(depth - 2));
      case 8 -> call(comparison(), text(depth - 1), text(depth - 1));
      case 9 ->
          call(comparison(), date(depth - 1), one(List.of(date(depth - 1), timestamp(depth - 1))));
      case 10 -> text(depth - 1).in("a", "7", text(depth - 2), "Abc", "é😀");
      default -> call(comparison(), number(depth - 1), number(depth - 1));
    };
  }

  private Operator comparison() {
    return one(
        List.of(
            Operator.EQUAL,
            Operator.NOT_EQUAL,
            Operator.LESS,
            Operator.LESS_OR_EQUAL,
            Operator.GREATER,
            Operator.GREATER_OR_EQUAL,
            Operator.EQUAL_NULL_SAFE));
  }

  /** A number of some type. */
  public Expression number(int depth) {
    if (depth <= 0) {
      return below(3) == 0
          ? numberLiteral()
          : column(one(List.of("y", "i", "l", "f", "d", "p", "w")));
    }
    return switch (below(16)) {
      case 0 -> number(depth - 1).plus(number(depth - 1));
      case 1 -> number(depth - 1).minus(number(depth - 1));
      case 2 -> number(depth - 1).times(number(depth - 1));
      case 3 -> number(depth - 1).dividedBy(number(depth - 1));
      case 4 -> number(depth - 1).mod(number(depth - 1));
      case 5 -> call(Operator.NEGATE, number(depth - 1));
      case 6 -> call(Operator.ABS, number(depth - 1));
      case 7 -> call(one(List.of(Operator.CEIL, Operator.FLOOR)), number(depth - 1));
      case 8 -> call(Operator.ROUND, number(depth - 1), below(4) - 1);
      case 9 -> call(Operator.IF, condition(depth - 1), number(depth - 1), number(depth - 1));
      case 10 -> call(Operator.COALESCE, number(depth - 1), number(depth - 1));
      case 11 ->
          call(
              one(List.of(Operator.GREATEST, Operator.LEAST)),
              number(depth - 1),
              number(depth - 1));
      case 12 ->
          call(
              one(List.of(Operator.YEAR, Operator.MONTH, Operator.DAY, Operator.DAYOFWEEK)),
              date(depth - 1));
      case 13 ->
          number(depth - 1)
              .tryCast(
                  one(
                      List.of(
                          DataType.INT, DataType.LONG, DataType.decimal(12, 3), DataType.DOUBLE)));
      case 14 -> call(Operator.LENGTH, text(depth - 1));
      default ->
          one(
              List.of(
                  call(
                      Operator.CASE,
                      condition(depth - 1),
                      number(depth - 1),
                      condition(depth - 1),
                      number(depth - 1)),
                  column("x.q"),
                  column("a").at(below(2)),
                  column("m").at("k"),
                  call(Operator.SIZE, column("a"))));
    };
  }

  private Expression numberLiteral() {
    return Expressions.lit(
        one(
            List.of(
                (byte) 2,
                (short) -3,
                0,
                1,
                -7,
                10,
                3_000_000_000L,
                1.5f,
                -0.0,
                2.25,
                1e10,
                new BigDecimal("0.50"),
                new BigDecimal("-12.345"),
                new BigDecimal("7"))));
  }

  /** A text. */
  public Expression text(int depth) {
    if (depth <= 0) {
      return below(3) == 0 ? Expressions.lit(one(TEXTS)) : column(one(List.of("s", "z", "x.r")));
    }
    return switch (below(12)) {
      case 0 -> call(Operator.CONCAT, text(depth - 1), text(depth - 1));
      case 1 -> call(one(List.of(Operator.LOWER, Operator.UPPER)), text(depth - 1));
      case 2 -> call(one(List.of(Operator.TRIM, Operator.LTRIM, Operator.RTRIM)), text(depth - 1));
      case 3 -> call(Operator.TRIM, text(depth - 2), text(depth - 1));
      case 4 -> call(Operator.SUBSTRING, text(depth - 1), below(6) - 2, below(4));
      case 5 -> call(one(List.of(Operator.LEFT, Operator.RIGHT)), text(depth - 1), below(4));
      case 6 -> call(Operator.REPLACE, text(depth - 1), text(depth - 2), text(depth - 2));
      case 7 -> call(Operator.NULLIF, text(depth - 1), text(depth - 1));
      case 8 -> call(Operator.COALESCE, text(depth - 1), text(depth - 1));
      case 9 -> any(depth - 1).cast(DataType.STRING);
      case 10 -> call(Operator.CONCAT_WS, "-", text(depth - 1), text(depth - 1));
      default -> call(Operator.CASE, condition(depth - 1), text(depth - 1), text(depth - 1));
    };
  }

  /** A date. */
  public Expression date(int depth) {
    if (depth <= 0) {
      return below(3) == 0 ? Expressions.lit(LocalDate.of(2024, 2, 29)) : column("e");
    }
    return switch (below(7)) {
      case 0 -> call(Operator.DATE_ADD, date(depth - 1), below(400) - 200);
      case 1 -> call(Operator.TRUNC, date(depth - 1), one(List.of("month", "YEAR", "week", "no")));
      case 2 -> timestamp(depth - 1).cast(DataType.DATE);
      case 3 -> text(depth - 1).tryCast(DataType.DATE);
      case 4 -> call(Operator.COALESCE, date(depth - 1), date(depth - 1));
      case 5 -> call(Operator.IF, condition(depth - 1), date(depth - 1), date(depth - 1));
      default -> call(Operator.LEAST, date(depth - 1), date(depth - 1));
    };
  }

  /** A timestamp, with a zone or without. */
  public Expression timestamp(int depth) {
    if (depth <= 0) {
      return switch (below(4)) {
        case 0 -> Expressions.lit(Instant.parse("2024-02-29T12:34:56.789Z"));
        case 1 -> Expressions.lit(LocalDateTime.parse("2024-02-29T12:34:56"));
        default -> column(one(List.of("t", "n")));
      };
    }
    return switch (below(5)) {
      case 0 -> date(depth - 1).cast(DataType.TIMESTAMP);
      case 1 ->
          call(
              Operator.DATE_TRUNC,
              one(List.of("day", "HOUR", "month", "no")),
              timestamp(depth - 1));
      case 2 -> text(depth - 1).tryCast(DataType.TIMESTAMP);
      case 3 -> call(Operator.COALESCE, timestamp(depth - 1), timestamp(depth - 1));
      default -> call(Operator.GREATEST, timestamp(depth - 1), timestamp(depth - 1));
    };
  }

  private static Expression column(String path) {
    return Expressions.col(ColumnPath.parse(path));
  }

  /** {@code size} random values of {@code type}, one in five of them null. */
  public List<@Nullable Object> values(DataType type, int size) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      values.add(below(5) == 0 ? null : value(type));
    }
    return values;
  }

  private Object value(DataType type) {
    int small = below(21) - 10;
    if (type == DataType.BOOLEAN) {
      return random.nextBoolean();
    } else if (type == DataType.BYTE) {
      return (byte) small;
    } else if (type == DataType.INT) {
      return below(8) == 0 ? Integer.MAX_VALUE : small;
    } else if (type == DataType.LONG) {
      return below(8) == 0 ? Long.MIN_VALUE : (long) small;
    } else if (type == DataType.FLOAT) {
      return below(8) == 0 ? Float.NaN : small / 4f;
    } else if (type == DataType.DOUBLE) {
      return below(8) == 0 ? Double.NEGATIVE_INFINITY : small / 8d;
    } else if (type == DataType.STRING) {
      return one(TEXTS);
    } else if (type == DataType.DATE) {
      return LocalDate.ofEpochDay(19_782 + 37L * small);
    } else if (type == DataType.TIMESTAMP) {
      return Instant.ofEpochSecond(
          1_709_000_000L + 7_654_321L * small, small < 0 ? 0 : 500_000_000);
    } else if (type == DataType.TIMESTAMP_NTZ) {
      return LocalDateTime.of(2024, 3, 31, 2, 30).plusHours(small);
    } else if (type.equals(DataType.decimal(10, 2))) {
      return BigDecimal.valueOf(small * 125L, 2);
    } else if (type.equals(DataType.decimal(38, 10))) {
      return new BigDecimal("12345678901234567.1234567890")
          .multiply(BigDecimal.valueOf(small))
          .setScale(10);
    } else if (type instanceof ArrayType array) {
      return values(array.element(), below(3));
    } else if (type instanceof MapType) {
      return Map.of("k", small);
    }
    List<@Nullable Object> fields = new ArrayList<>();
    ((StructType) type).forEach(field -> fields.add(below(5) == 0 ? null : value(field.type())));
    return fields;
  }
}
