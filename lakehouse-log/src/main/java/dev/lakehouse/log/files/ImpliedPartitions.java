package dev.lakehouse.log.files;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.Literal;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.log.files.ColumnLimit.Side;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What conditions on columns say of the partition columns that are generated of them: {@code at >=
 * '2026-03-04'} says {@code day >= '2026-03-04'} where {@code day} is {@code CAST(at AS DATE)}.
 *
 * <p>Never more than they say: who wrote a row may have had any zone, so that a limit of a
 * timestamp is moved by the most that zones differ, and so is a timestamp that is computed of one;
 * and a partition without value may hold anything.
 */
final class ImpliedPartitions {
  /** From UTC-12 to UTC+14. */
  private static final Duration ZONES_DIFFER = Duration.ofHours(26);

  private final FileSchema schema;
  private final ExpressionContext context;
  private final List<Generated> partitions = new ArrayList<>();

  /** A partition column and the expression that it is generated of. */
  private record Generated(StructField field, Expression expression, ColumnPath base) {
    ColumnPath column() {
      return ColumnPath.of(field.name());
    }
  }

  private ImpliedPartitions(FileSchema schema, ExpressionContext context) {
    this.schema = schema;
    this.context = context;
    for (StructField field : schema.partitionFields()) {
      field.generatedAs().flatMap(text -> generated(field, text)).ifPresent(partitions::add);
    }
  }

  /** Conditions on partition columns that hold, or are null, wherever all of {@code said} hold. */
  static List<Expression> of(List<Expression> said, FileSchema schema, ExpressionContext context) {
    ImpliedPartitions implied = new ImpliedPartitions(schema, context);
    if (implied.partitions.isEmpty()) {
      return List.of();
    }
    List<Expression> conditions = new ArrayList<>();
    for (Expression condition : said) {
      for (ColumnLimit limit : ColumnLimit.of(condition, schema.schema(), context)) {
        implied.add(limit, conditions);
      }
    }
    return conditions;
  }

  /** An expression outside of the language implies nothing. */
  private Optional<Generated> generated(StructField field, String text) {
    try {
      BoundExpression bound = BoundExpression.bind(Expressions.sql(text), schema.schema(), context);
      return bound.columns().size() == 1
          ? Optional.of(
              new Generated(field, Expressions.sql(text), bound.columns().iterator().next()))
          : Optional.empty();
    } catch (ExpressionException | SchemaMismatchException e) {
      return Optional.empty();
    }
  }

  private void add(ColumnLimit limit, List<Expression> conditions) {
    List<Generated> ofColumn =
        partitions.stream().filter(p -> p.base().equals(limit.column())).toList();
    for (Generated partition : ofColumn) {
      implied(partition, limit).ifPresent(c -> conditions.add(orUnknown(c, List.of(partition))));
    }
    List<Generated> parts = partsOfTime(ofColumn);
    if (parts.size() > 1 && limit.side() != Side.EXACTLY) {
      lexicographic(parts, limit).ifPresent(c -> conditions.add(orUnknown(c, parts)));
    }
  }

  private static Expression orUnknown(Expression condition, List<Generated> read) {
    Expression any = condition;
    for (Generated partition : read) {
      any = any.or(Expressions.col(partition.column()).isNull());
    }
    return any;
  }

  private Optional<Expression> implied(Generated partition, ColumnLimit limit) {
    Order order = Order.of(partition.expression(), schema.schema());
    return switch (limit.side()) {
      case EXACTLY -> {
        List<Expression> any = new ArrayList<>();
        for (Literal value : limit.values()) {
          Optional<Expression> one = exactly(partition, order, value);
          if (one.isEmpty()) {
            yield Optional.empty();
          }
          any.add(one.get());
        }
        yield Optional.of(Expressions.or(any));
      }
      case FROM -> from(partition, order, limit.value());
      case UP_TO -> upTo(partition, order, limit.value());
    };
  }

  private Optional<Expression> exactly(Generated partition, Order order, Literal value) {
    if (value.type() == DataType.TIMESTAMP) {
      Optional<Expression> low = from(partition, order, value);
      Optional<Expression> high = upTo(partition, order, value);
      return low.isPresent() && high.isPresent()
          ? Optional.of(low.get().and(high.get()))
          : low.or(() -> high);
    } else if (value.type() == DataType.DOUBLE || value.type() == DataType.FLOAT) {
      // 0.0 and -0.0 are equal, but an expression may tell them apart.
      return Optional.empty();
    }
    return valueOf(partition, value).map(Expressions.col(partition.column())::eq);
  }

  private Optional<Expression> from(Generated partition, Order order, Literal limit) {
    Expression column = Expressions.col(partition.column());
    return switch (order) {
      case NONE -> Optional.empty();
      case KEPT ->
          valueOf(partition, moved(limit, ZONES_DIFFER.negated()))
              .map(value -> column.ge(moved(value, ZONES_DIFFER.negated())));
      case KEPT_WITHIN_FOUR_DIGITS ->
          valueOf(partition, moved(limit, ZONES_DIFFER.negated()))
              .filter(value -> String.valueOf(value.value()).matches("\\d{4}.*"))
              // Later years begin with a sign, which is less than a digit.
              .map(value -> column.ge(value).or(column.like("+%")));
    };
  }

  private Optional<Expression> upTo(Generated partition, Order order, Literal limit) {
    return order == Order.KEPT
        ? valueOf(partition, moved(limit, ZONES_DIFFER))
            .map(value -> Expressions.col(partition.column()).le(moved(value, ZONES_DIFFER)))
        : Optional.empty();
  }

  private static Literal moved(Literal limit, Duration by) {
    return limit.type() == DataType.TIMESTAMP && limit.value() instanceof Instant instant
        ? new Literal(DataType.TIMESTAMP, instant.plus(by))
        : limit;
  }

  /** The partition's value for rows whose column has {@code value}; empty if it cannot be told. */
  private Optional<Literal> valueOf(Generated partition, Literal value) {
    try {
      Expression constant =
          Expressions.substitute(partition.expression(), Map.of(partition.base(), value))
              .cast(partition.field().type());
      BoundExpression bound = BoundExpression.bind(constant, StructType.of(), context);
      Object result = Values.get(bound.evaluate(new Batch(StructType.of(), List.of(), 1)), 0);
      return result == null
          ? Optional.empty()
          : Optional.of(new Literal(partition.field().type(), result));
    } catch (ExpressionException | SchemaMismatchException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** Year, month, day and hour, as far as they are there without a gap, the year first. */
  private List<Generated> partsOfTime(List<Generated> ofColumn) {
    List<Generated> parts = new ArrayList<>();
    for (Operator part : List.of(Operator.YEAR, Operator.MONTH, Operator.DAY, Operator.HOUR)) {
      Optional<Generated> found =
          ofColumn.stream()
              .filter(p -> Order.isPartOfTime(p.expression(), part, schema.schema()))
              .findFirst();
      if (found.isEmpty()) {
        return parts;
      }
      parts.add(found.get());
    }
    return parts;
  }

  /** {@code year > 2026 OR year = 2026 AND (month > 3 OR month = 3 AND day >= 4)}, or so. */
  private Optional<Expression> lexicographic(List<Generated> parts, ColumnLimit limit) {
    boolean from = limit.side() == Side.FROM;
    Literal value = moved(limit.value(), from ? ZONES_DIFFER.negated() : ZONES_DIFFER);
    Expression condition = null;
    for (int i = parts.size() - 1; i >= 0; i--) {
      Expression column = Expressions.col(parts.get(i).column());
      Optional<Literal> part = valueOf(parts.get(i), value);
      if (part.isEmpty()) {
        return Optional.empty();
      } else if (condition == null) {
        condition = from ? column.ge(part.get()) : column.le(part.get());
      } else {
        Expression past = from ? column.gt(part.get()) : column.lt(part.get());
        condition = past.or(column.eq(part.get()).and(condition));
      }
    }
    return Optional.ofNullable(condition);
  }
}
