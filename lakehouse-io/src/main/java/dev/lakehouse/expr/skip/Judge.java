package dev.lakehouse.expr.skip;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.expr.kernel.Booleans;
import dev.lakehouse.expr.kernel.Relation;
import dev.lakehouse.expr.string.LikePattern;
import dev.lakehouse.types.DataType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what a predicate may come to: {@link Outcomes}. */
interface Judge {
  byte[] outcomes(StatisticsBatch statistics);

  /** The same for every container. */
  record Always(byte outcomes) implements Judge {
    @Override
    public byte[] outcomes(StatisticsBatch statistics) {
      return Outcomes.same(outcomes, statistics.size());
    }
  }

  /** AND. */
  record And(List<Judge> conditions) implements Judge {
    @Override
    public byte[] outcomes(StatisticsBatch statistics) {
      byte[] result = conditions.get(0).outcomes(statistics);
      for (Judge condition : conditions.subList(1, conditions.size())) {
        result = Outcomes.and(result, condition.outcomes(statistics));
      }
      return result;
    }
  }

  /** OR. */
  record Or(List<Judge> conditions) implements Judge {
    @Override
    public byte[] outcomes(StatisticsBatch statistics) {
      byte[] result = conditions.get(0).outcomes(statistics);
      for (Judge condition : conditions.subList(1, conditions.size())) {
        result = Outcomes.or(result, condition.outcomes(statistics));
      }
      return result;
    }
  }

  /** NOT. */
  record Not(Judge operand) implements Judge {
    @Override
    public byte[] outcomes(StatisticsBatch statistics) {
      return Outcomes.not(operand.outcomes(statistics));
    }
  }

  /** IS NULL of a condition. */
  record ConditionIsNull(Judge operand) implements Judge {
    @Override
    public byte[] outcomes(StatisticsBatch statistics) {
      return Outcomes.isNull(operand.outcomes(statistics));
    }
  }

  /** IS NULL of a value. */
  record IsNull(Gauge operand) implements Judge {
    @Override
    public byte[] outcomes(StatisticsBatch statistics) {
      Extent extent = operand.extent(statistics);
      byte[] out = new byte[statistics.size()];
      for (int i = 0; i < out.length; i++) {
        int contents = extent.contents(i);
        out[i] =
            (byte)
                (((contents & Extent.NULLS) != 0 ? Outcomes.TRUE : 0)
                    | ((contents & (Extent.VALUES | Extent.NANS)) != 0 ? Outcomes.FALSE : 0));
      }
      return out;
    }
  }

  /** A comparison, also {@code <=>}. */
  record Comparison(Operator operator, Gauge left, Gauge right) implements Judge {
    @Override
    public byte[] outcomes(StatisticsBatch statistics) {
      Extent a = left.extent(statistics);
      Extent b = right.extent(statistics);
      int size = statistics.size();
      byte[] out = withNans(a, b, size);
      return operator == Operator.EQUAL_NULL_SAFE ? nullSafe(out, a, b) : nullable(out, a, b);
    }

    /** What comparing the values, none of them null, may give. */
    private byte[] withNans(Extent a, Extent b, int size) {
      byte[] out = ofValues(a, b, size);
      Column nan = nan(a, b);
      if (nan == null) {
        return out;
      }
      Extent nans = Extent.ofConstant(nan);
      if (!a.isConstant()) {
        joinNans(out, ofValues(nans, b, size), a);
      }
      if (!b.isConstant()) {
        joinNans(out, ofValues(a, nans, size), b);
      }
      byte both = ofSign(0);
      for (int i = 0; i < size; i++) {
        out[i] |= (a.contents(i) & b.contents(i) & Extent.NANS) != 0 ? both : 0;
      }
      return out;
    }

    /** Adds the outcomes of a NaN in {@code extent}, where there may be one. */
    private static void joinNans(byte[] out, byte[] ofNan, Extent extent) {
      for (int i = 0; i < out.length; i++) {
        out[i] |= (extent.contents(i) & Extent.NANS) != 0 ? ofNan[i] : 0;
      }
    }

    private static @Nullable Column nan(Extent a, Extent b) {
      Column sample = a.min() != null ? a.min() : b.min();
      if (sample instanceof DoubleColumn) {
        return ColumnBuilder.of(DataType.DOUBLE).append(Double.NaN).build();
      }
      return sample instanceof FloatColumn
          ? ColumnBuilder.of(DataType.FLOAT).append(Float.NaN).build()
          : null;
    }

    private byte ofSign(int sign) {
      boolean holds =
          switch (operator) {
            case EQUAL, EQUAL_NULL_SAFE -> sign == 0;
            case NOT_EQUAL -> sign != 0;
            case LESS -> sign < 0;
            case LESS_OR_EQUAL -> sign <= 0;
            case GREATER -> sign > 0;
            default -> sign >= 0;
          };
      return holds ? Outcomes.TRUE : Outcomes.FALSE;
    }

    private byte[] ofValues(Extent a, Extent b, int size) {
      byte[] out =
          switch (operator) {
            case EQUAL, EQUAL_NULL_SAFE -> equality(a, b, size);
            case NOT_EQUAL -> Outcomes.not(equality(a, b, size));
            case LESS -> order(Relation.LESS, Relation.GREATER_OR_EQUAL, a, b, size);
            case LESS_OR_EQUAL -> order(Relation.LESS_OR_EQUAL, Relation.GREATER, a, b, size);
            case GREATER -> order(Relation.LESS, Relation.GREATER_OR_EQUAL, b, a, size);
            default -> order(Relation.LESS_OR_EQUAL, Relation.GREATER, b, a, size);
          };
      for (int i = 0; i < size; i++) {
        boolean pairs = (a.contents(i) & b.contents(i) & Extent.VALUES) != 0;
        out[i] = pairs ? out[i] : Outcomes.NONE;
      }
      return out;
    }

    /**
     * TRUE may come of the least on the left and the greatest on the right, FALSE of the others.
     */
    private static byte[] order(Relation ifTrue, Relation ifFalse, Extent a, Extent b, int size) {
      boolean[] mayBeTrue = Extent.possibly(ifTrue, a, a.min(), b, b.max(), size);
      boolean[] mayBeFalse = Extent.possibly(ifFalse, a, a.max(), b, b.min(), size);
      return joined(mayBeTrue, mayBeFalse);
    }

    private static byte[] equality(Extent a, Extent b, int size) {
      boolean[] overlap =
          both(
              Extent.possibly(Relation.LESS_OR_EQUAL, a, a.min(), b, b.max(), size),
              Extent.possibly(Relation.GREATER_OR_EQUAL, a, a.max(), b, b.min(), size));
      // Only if all four bounds are one value can nothing differ.
      boolean[] differ =
          either(
              Extent.possibly(Relation.NOT_EQUAL, a, a.min(), b, b.max(), size),
              Extent.possibly(Relation.NOT_EQUAL, a, a.max(), b, b.min(), size));
      return joined(overlap, differ);
    }

    private static boolean[] both(boolean[] left, boolean[] right) {
      for (int i = 0; i < left.length; i++) {
        left[i] &= right[i];
      }
      return left;
    }

    private static boolean[] either(boolean[] left, boolean[] right) {
      for (int i = 0; i < left.length; i++) {
        left[i] |= right[i];
      }
      return left;
    }

    private static byte[] nullable(byte[] out, Extent a, Extent b) {
      for (int i = 0; i < out.length; i++) {
        boolean nulls = ((a.contents(i) | b.contents(i)) & Extent.NULLS) != 0;
        out[i] |= nulls ? Outcomes.NULL : 0;
      }
      return out;
    }

    private static byte[] nullSafe(byte[] out, Extent a, Extent b) {
      int values = Extent.VALUES | Extent.NANS;
      for (int i = 0; i < out.length; i++) {
        int left = a.contents(i);
        int right = b.contents(i);
        boolean bothNull = (left & right & Extent.NULLS) != 0;
        boolean oneNull =
            ((left & Extent.NULLS) != 0 && (right & values) != 0)
                || ((right & Extent.NULLS) != 0 && (left & values) != 0);
        out[i] |= bothNull ? Outcomes.TRUE : Outcomes.NONE;
        out[i] |= oneNull ? Outcomes.FALSE : Outcomes.NONE;
      }
      return out;
    }
  }

  /** LIKE: the matches lie between the pattern's prefix and the first text beyond it. */
  record Like(Gauge operand, LikePattern pattern) implements Judge {
    @Override
    public byte[] outcomes(StatisticsBatch statistics) {
      Extent extent = operand.extent(statistics);
      int size = statistics.size();
      byte[] out = joined(mayMatch(extent, size), mayDiffer(extent, size));
      for (int i = 0; i < size; i++) {
        int contents = extent.contents(i);
        out[i] =
            (byte)
                (((contents & Extent.VALUES) != 0 ? out[i] : Outcomes.NONE)
                    | ((contents & Extent.NULLS) != 0 ? Outcomes.NULL : 0));
      }
      return out;
    }

    private boolean[] mayMatch(Extent extent, int size) {
      boolean[] match = filled(size);
      if (pattern.prefix().length > 0 || pattern.isExact()) {
        and(match, extent, extent.max(), Relation.GREATER_OR_EQUAL, pattern.prefix());
        if (pattern.isExact()) {
          and(match, extent, extent.min(), Relation.LESS_OR_EQUAL, pattern.prefix());
        } else {
          and(match, extent, extent.min(), Relation.LESS, beyond(pattern.prefix()));
        }
      }
      return match;
    }

    /** Whether some text may not match. */
    private boolean[] mayDiffer(Extent extent, int size) {
      if (!pattern.isPrefix() && !pattern.isExact()) {
        return filled(size);
      }
      boolean[] same = filled(size);
      if (pattern.isExact()) {
        andNot(same, extent, extent.min(), Relation.NOT_EQUAL, pattern.prefix());
        andNot(same, extent, extent.max(), Relation.NOT_EQUAL, pattern.prefix());
      } else if (pattern.prefix().length > 0) {
        andNot(same, extent, extent.min(), Relation.LESS, pattern.prefix());
        andNot(same, extent, extent.max(), Relation.GREATER_OR_EQUAL, beyond(pattern.prefix()));
      }
      for (int i = 0; i < size; i++) {
        same[i] = !same[i];
      }
      return same;
    }

    private static boolean[] filled(int size) {
      boolean[] out = new boolean[size];
      Arrays.fill(out, true);
      return out;
    }

    private static void and(
        boolean[] out, Extent extent, @Nullable Column bound, Relation relation, byte[] text) {
      boolean[] possible = possibly(extent, bound, relation, text, out.length);
      for (int i = 0; i < out.length; i++) {
        out[i] &= possible[i];
      }
    }

    private static void andNot(
        boolean[] out, Extent extent, @Nullable Column bound, Relation relation, byte[] text) {
      boolean[] possible = possibly(extent, bound, relation, text, out.length);
      for (int i = 0; i < out.length; i++) {
        out[i] &= !possible[i];
      }
    }

    private static boolean[] possibly(
        Extent extent, @Nullable Column bound, Relation relation, byte[] text, int size) {
      Column constant = new BytesColumn(DataType.STRING, new int[] {0, text.length}, text, null, 1);
      return Extent.possibly(relation, extent, bound, Extent.ofConstant(constant), constant, size);
    }

    /** The least bytes that are above every text with this prefix. No UTF-8 byte is 0xFF. */
    private static byte[] beyond(byte[] prefix) {
      byte[] beyond = prefix.clone();
      beyond[beyond.length - 1]++;
      return beyond;
    }
  }

  /** A column of booleans as condition. */
  record Flag(Gauge operand) implements Judge {
    @Override
    public byte[] outcomes(StatisticsBatch statistics) {
      Column yes = Booleans.constant(true, 1);
      return new Comparison(Operator.EQUAL, operand, new Gauge.Constant(yes)).outcomes(statistics);
    }
  }

  private static byte[] joined(boolean[] mayBeTrue, boolean[] mayBeFalse) {
    byte[] out = new byte[mayBeTrue.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (byte) ((mayBeTrue[i] ? Outcomes.TRUE : 0) | (mayBeFalse[i] ? Outcomes.FALSE : 0));
    }
    return out;
  }
}
