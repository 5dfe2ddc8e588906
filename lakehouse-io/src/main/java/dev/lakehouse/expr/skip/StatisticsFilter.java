package dev.lakehouse.expr.skip;

import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.expr.bind.Bound;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.expr.eval.LikePatterns;
import dev.lakehouse.expr.string.LikePattern;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A predicate over statistics: which containers may hold a row for which it is TRUE, and in which
 * it is TRUE for every row. What it does not understand, and what is not known, keeps a container.
 * Thread-safe.
 */
public final class StatisticsFilter {
  private static final Judge UNKNOWN = new Judge.Always(Outcomes.ANY);

  private final Judge judge;
  private final Set<ColumnPath> columns;

  private StatisticsFilter(Judge judge, Set<ColumnPath> columns) {
    this.judge = judge;
    this.columns = columns;
  }

  /** {@code predicate} over columns of {@code schema}; one that does not bind keeps everything. */
  public static StatisticsFilter bind(
      Expression predicate, StructType schema, ExpressionContext context) {
    try {
      Bound bound = BoundExpression.bindPredicate(predicate, schema, context);
      Set<ColumnPath> columns = new LinkedHashSet<>();
      Judge judge = new Rules(context, columns).judge(bound);
      return new StatisticsFilter(judge, Set.copyOf(columns));
    } catch (ExpressionException | SchemaMismatchException e) {
      return new StatisticsFilter(UNKNOWN, Set.of());
    }
  }

  /** For each container: false only if the predicate is TRUE for none of its rows. */
  public boolean[] mayMatch(StatisticsBatch statistics) {
    byte[] outcomes = judge.outcomes(statistics);
    boolean[] may = new boolean[outcomes.length];
    for (int i = 0; i < may.length; i++) {
      may[i] = (outcomes[i] & Outcomes.TRUE) != 0;
    }
    return may;
  }

  /** For each container: true only if the predicate is TRUE for every one of its rows. */
  public boolean[] mustMatch(StatisticsBatch statistics) {
    byte[] outcomes = judge.outcomes(statistics);
    boolean[] must = new boolean[outcomes.length];
    for (int i = 0; i < must.length; i++) {
      must[i] = (outcomes[i] & (Outcomes.FALSE | Outcomes.NULL)) == 0;
    }
    return must;
  }

  /** The columns and fields whose statistics are used, as the schema spells them. */
  public Set<ColumnPath> columns() {
    return columns;
  }

  /** How bound expressions are judged. */
  private record Rules(ExpressionContext context, Set<ColumnPath> columns) {
    private Judge judge(Bound bound) {
      if (bound instanceof Bound.Application call) {
        return judge(call);
      } else if (bound instanceof Bound.Constant constant) {
        return new Judge.Always(
            constant.value() == null
                ? Outcomes.NULL
                : constant.value().equals(true) ? Outcomes.TRUE : Outcomes.FALSE);
      }
      Gauge flag = gauge(bound);
      return flag == null ? UNKNOWN : new Judge.Flag(flag);
    }

    private Judge judge(Bound.Application call) {
      return switch (call.operator()) {
        case AND -> new Judge.And(call.arguments().stream().map(this::judge).toList());
        case OR -> new Judge.Or(call.arguments().stream().map(this::judge).toList());
        case NOT -> new Judge.Not(judge(call.argument(0)));
        case IS_NULL -> isNull(call.argument(0));
        case IN -> in(call);
        case LIKE -> like(call);
        default ->
            call.operator().isComparison()
                ? comparison(call.operator(), call.argument(0), call.argument(1))
                : UNKNOWN;
      };
    }

    private Judge isNull(Bound operand) {
      if (operand instanceof Bound.Application condition) {
        return new Judge.ConditionIsNull(judge(condition));
      } else if (isNullConstant(operand)) {
        return new Judge.Always(Outcomes.TRUE);
      }
      Gauge gauge = gauge(operand);
      return gauge == null ? UNKNOWN : new Judge.IsNull(gauge);
    }

    private Judge in(Bound.Application call) {
      List<Bound> options = call.arguments().subList(1, call.arguments().size());
      Optional<Judge> ofConstants = inConstants(call.argument(0), options);
      return ofConstants.orElseGet(
          () ->
              new Judge.Or(
                  options.stream()
                      .map(option -> comparison(Operator.EQUAL, call.argument(0), option))
                      .toList()));
    }

    /** Long lists are searched, not tried one by one. */
    private Optional<Judge> inConstants(Bound value, List<Bound> options) {
      boolean constants = options.stream().allMatch(Bound.Constant.class::isInstance);
      if (options.size() < 4 || !constants) {
        return Optional.empty();
      }
      Gauge gauge = gauge(value);
      return gauge == null || gauge instanceof Gauge.Constant
          ? Optional.empty()
          : Optional.of(MemberJudge.of(gauge, value.type(), options));
    }

    private Judge comparison(Operator operator, Bound left, Bound right) {
      if (isNullConstant(left) || isNullConstant(right)) {
        Bound other = isNullConstant(left) ? right : left;
        return operator == Operator.EQUAL_NULL_SAFE
            ? isNull(other)
            : new Judge.Always(Outcomes.NULL);
      }
      Gauge first = gauge(left);
      Gauge second = gauge(right);
      return first == null || second == null
          ? UNKNOWN
          : new Judge.Comparison(operator, first, second);
    }

    private Judge like(Bound.Application call) {
      Gauge operand = gauge(call.argument(0));
      Optional<LikePattern> pattern = LikePatterns.constant(call);
      return operand == null || pattern.isEmpty()
          ? UNKNOWN
          : new Judge.Like(operand, pattern.get());
    }

    private static boolean isNullConstant(Bound bound) {
      return bound instanceof Bound.Constant constant && constant.value() == null;
    }

    /** Null if nothing can be said of {@code bound}. */
    private @Nullable Gauge gauge(Bound bound) {
      if (bound instanceof Bound.Constant constant && constant.value() != null) {
        return new Gauge.Constant(
            ColumnBuilder.of(constant.type()).append(constant.value()).build());
      } else if (bound instanceof Bound.ColumnRead read && isOrdered(read.type())) {
        columns.add(read.path());
        return new Gauge.ColumnRead(read.path(), read.type());
      } else if (bound.children().size() > 0 && Monotone.isMonotone(bound, context.zone())) {
        Bound operand = Monotone.operand(bound);
        Gauge gauge = gauge(operand);
        return gauge == null || gauge instanceof Gauge.Constant
            ? null
            : new Gauge.Mapped(
                gauge,
                operand.type(),
                BoundExpression.of(Monotone.of(bound, ColumnPath.of(Gauge.Mapped.SLOT)), context));
      }
      return null;
    }

    private static boolean isOrdered(DataType type) {
      return !DataType.isNested(type) && type != DataType.VARIANT && type != DataType.VOID;
    }
  }
}
