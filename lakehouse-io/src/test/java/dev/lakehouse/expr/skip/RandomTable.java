package dev.lakehouse.expr.skip;

import static dev.lakehouse.types.StructField.optional;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random rows, their statistics, and predicates over them, from few values so that they meet. */
final class RandomTable {
  static final StructType SCHEMA =
      StructType.of(
          optional("i", DataType.INT),
          optional("j", DataType.INT),
          optional("l", DataType.LONG),
          optional("d", DataType.DOUBLE),
          optional("f", DataType.FLOAT),
          optional("n", DataType.decimal(10, 2)),
          optional("w", DataType.decimal(30, 3)),
          optional("s", DataType.STRING),
          optional("t", DataType.DATE));

  private static final List<String> TEXTS =
      List.of("", "a", "ab", "abc", "b", "ba", "\uD83D\uDE00");
  private static final double[] DOUBLES = {
    -1, -0.0, 0.0, 1.5, 3, Double.NaN, Double.POSITIVE_INFINITY
  };

  private RandomTable() {}

  private static Object value(DataType type, Random random, int around) {
    int small = around + random.nextInt(3);
    if (type == DataType.INT) {
      return small;
    } else if (type == DataType.LONG) {
      return (long) small;
    } else if (type == DataType.DOUBLE) {
      return DOUBLES[random.nextInt(DOUBLES.length)];
    } else if (type == DataType.FLOAT) {
      return (float) DOUBLES[random.nextInt(DOUBLES.length)];
    } else if (type == DataType.STRING) {
      return TEXTS.get(random.nextInt(TEXTS.size()));
    } else if (type == DataType.DATE) {
      return LocalDate.ofEpochDay(small);
    }
    int scale = ((DecimalType) type).scale();
    return BigDecimal.valueOf(small * 10L + random.nextInt(2) * 5, 1).setScale(scale);
  }

  static Batch file(Random random) {
    int rows = 1 + random.nextInt(4);
    int around = random.nextInt(6) - 2;
    List<Column> columns = new ArrayList<>();
    for (StructField field : SCHEMA) {
      int nulls = random.nextInt(4) == 0 ? 2 : random.nextInt(3) == 0 ? 1 : 0;
      ColumnBuilder builder = ColumnBuilder.of(field.type());
      for (int i = 0; i < rows; i++) {
        boolean isNull = nulls == 2 || nulls == 1 && random.nextInt(3) == 0;
        builder.append(isNull ? null : value(field.type(), random, around));
      }
      columns.add(builder.build());
    }
    return new Batch(SCHEMA, columns, rows);
  }

  static StatisticsBatch statistics(List<Batch> files, Random random) {
    Map<ColumnPath, Column> min = new HashMap<>();
    Map<ColumnPath, Column> max = new HashMap<>();
    Map<ColumnPath, LongColumn> nulls = new HashMap<>();
    Map<ColumnPath, LongColumn> nans = new HashMap<>();
    for (StructField field : SCHEMA) {
      ColumnPath path = ColumnPath.of(field.name());
      List<@Nullable Object> least = new ArrayList<>();
      List<@Nullable Object> greatest = new ArrayList<>();
      List<@Nullable Object> nullCounts = new ArrayList<>();
      List<@Nullable Object> nanCounts = new ArrayList<>();
      for (Batch file : files) {
        Column column = file.column(field.name());
        least.add(random.nextInt(8) == 0 ? null : bound(column, -1));
        greatest.add(random.nextInt(8) == 0 ? null : bound(column, 1));
        nullCounts.add(random.nextInt(8) == 0 ? null : (Long) (long) column.nullCount());
        nanCounts.add(random.nextBoolean() ? null : (Long) nanCount(column));
      }
      if (random.nextInt(8) != 0) {
        min.put(path, ColumnBuilder.column(field.type(), least));
        max.put(path, ColumnBuilder.column(field.type(), greatest));
      }
      if (random.nextInt(8) != 0) {
        nulls.put(path, (LongColumn) ColumnBuilder.column(DataType.LONG, nullCounts));
      }
      nans.put(path, (LongColumn) ColumnBuilder.column(DataType.LONG, nanCounts));
    }
    List<Object> rows = new ArrayList<>();
    files.forEach(file -> rows.add((long) file.rowCount()));
    LongColumn rowCounts = (LongColumn) ColumnBuilder.column(DataType.LONG, rows);
    return new Known(files.size(), min, max, nulls, nans, rowCounts);
  }

  private static long nanCount(Column column) {
    long count = 0;
    for (int i = 0; i < column.size(); i++) {
      count += isNan(Values.get(column, i)) ? 1 : 0;
    }
    return count;
  }

  private static boolean isNan(@Nullable Object value) {
    return value instanceof Double d && d.isNaN() || value instanceof Float f && f.isNaN();
  }

  private static @Nullable Object bound(Column column, int sign) {
    Object bound = null;
    for (int i = 0; i < column.size(); i++) {
      Object value = Values.get(column, i);
      if (value != null && !isNan(value) && (bound == null || sign * compare(value, bound) > 0)) {
        bound = value;
      }
    }
    return bound;
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object left, Object right) {
    if (left instanceof String text) {
      return Arrays.compareUnsigned(
          text.getBytes(StandardCharsets.UTF_8), ((String) right).getBytes(StandardCharsets.UTF_8));
    }
    return ((Comparable<Object>) left).compareTo(right);
  }

  static Expression predicate(Random random, int depth) {
    int kind = random.nextInt(depth == 0 ? 5 : 12);
    Expression column = column(random);
    return switch (kind) {
      case 0 -> column.isNull();
      case 1 -> column.isNotNull();
      case 2 ->
          Expressions.col("s")
              .like(List.of("a%", "ab%", "%", "ab", "_b%", "a_c", "").get(random.nextInt(7)));
      case 3, 4, 5 -> comparison(random);
      case 6 -> predicate(random, depth - 1).not();
      case 7 -> predicate(random, depth - 1).and(predicate(random, depth - 1));
      case 8 -> longList(random);
      case 9 -> ofFunction(random);
      case 10 -> not(predicate(random, depth - 1), random);
      default -> predicate(random, depth - 1).or(predicate(random, depth - 1));
    };
  }

  private static Expression not(Expression predicate, Random random) {
    return random.nextBoolean() ? predicate.not() : predicate.isNull();
  }

  private static Expression longList(Random random) {
    StructField field = SCHEMA.field(random.nextInt(SCHEMA.size()));
    List<@Nullable Object> options = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      options.add(
          random.nextInt(20) == 0 ? null : value(field.type(), random, random.nextInt(6) - 2));
    }
    return Expressions.col(field.name()).in(options);
  }

  private static Expression ofFunction(Random random) {
    int small = random.nextInt(6) - 2;
    return Expressions.sql(
        List.of(
                "year(t) = " + (1969 + random.nextInt(3)),
                "trunc(t, 'MONTH') < DATE'1970-01-0" + (1 + random.nextInt(2)) + "'",
                "CAST(t AS TIMESTAMP) >= TIMESTAMP'1970-01-0" + (1 + random.nextInt(4)) + "'",
                "date_trunc('day', t) IS NULL",
                "trunc(t, 'nothing') IS NULL",
                "CAST(n AS INT) <= " + small,
                "CAST(d AS FLOAT) > " + small,
                "TRY_CAST(l AS TINYINT) = " + small,
                "CAST(w AS DECIMAL(5, 0)) <> " + small,
                "CAST(s AS BINARY) < X'62'",
                "t BETWEEN '1970-01-01' AND '1970-01-03'")
            .get(random.nextInt(11)));
  }

  private static Expression column(Random random) {
    return Expressions.col(SCHEMA.field(random.nextInt(SCHEMA.size())).name());
  }

  private static Expression comparison(Random random) {
    StructField field = SCHEMA.field(random.nextInt(SCHEMA.size()));
    Expression left = Expressions.col(field.name());
    boolean number = field.type() != DataType.STRING && field.type() != DataType.DATE;
    StructField other = number ? SCHEMA.field(random.nextInt(7)) : field;
    if (random.nextInt(8) == 0) {
      return left.in(
          value(other.type(), random, 0),
          random.nextBoolean() ? null : value(other.type(), random, 1));
    }
    Expression right =
        random.nextInt(3) == 0
            ? Expressions.col(other.name())
            : Expressions.lit(
                random.nextInt(12) == 0
                    ? null
                    : value(other.type(), random, random.nextInt(6) - 2));
    List<Operator> operators =
        Arrays.stream(Operator.values()).filter(Operator::isComparison).toList();
    Operator operator = operators.get(random.nextInt(operators.size()));
    return random.nextBoolean()
        ? Expressions.call(operator, left, right)
        : Expressions.call(operator, right, left);
  }

  private record Known(
      int size,
      Map<ColumnPath, Column> mins,
      Map<ColumnPath, Column> maxs,
      Map<ColumnPath, LongColumn> nulls,
      Map<ColumnPath, LongColumn> nans,
      LongColumn rowCount)
      implements StatisticsBatch {
    @Override
    public @Nullable Column min(ColumnPath path) {
      return mins.get(path);
    }

    @Override
    public @Nullable Column max(ColumnPath path) {
      return maxs.get(path);
    }

    @Override
    public @Nullable LongColumn nullCount(ColumnPath path) {
      return nulls.get(path);
    }

    @Override
    public @Nullable LongColumn nanCount(ColumnPath path) {
      return nans.get(path);
    }
  }
}
