package dev.lakehouse.expr.skip;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ColumnBuilder;
import dev.lakehouse.expr.bind.Bound;
import dev.lakehouse.expr.kernel.RowOrder;
import dev.lakehouse.types.DataType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * IN with constants: whether one of them lies between the bounds, by binary search.
 *
 * @param operand the values
 * @param options the constants that are not null, ascending
 * @param nullAmong whether null is an option
 * @param nanAmong whether NaN is one; it is then the last
 */
record MemberJudge(Gauge operand, Column options, boolean nullAmong, boolean nanAmong)
    implements Judge {
  static MemberJudge of(Gauge operand, DataType type, List<Bound> constants) {
    List<Object> values = new ArrayList<>();
    for (Bound constant : constants) {
      if (constant instanceof Bound.Constant c && c.value() != null) {
        values.add(c.value());
      }
    }
    Column unsorted = ColumnBuilder.column(type, values);
    RowOrder order = RowOrder.of(unsorted, unsorted);
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      rows.add(i);
    }
    rows.sort((left, right) -> order.compare(left, right));
    int[] sorted = rows.stream().mapToInt(Integer::intValue).toArray();
    boolean nan = values.stream().anyMatch(MemberJudge::isNan);
    boolean nulls = values.size() < constants.size();
    return new MemberJudge(operand, unsorted.gather(sorted, sorted.length), nulls, nan);
  }

  private static boolean isNan(Object value) {
    return (value instanceof Double d && d.isNaN()) || (value instanceof Float f && f.isNaN());
  }

  @Override
  public byte[] outcomes(StatisticsBatch statistics) {
    Extent extent = operand.extent(statistics);
    Column min = extent.min();
    Column max = extent.max();
    RowOrder fromMin = min == null ? (i, j) -> 0 : RowOrder.of(options, min);
    RowOrder toMax = max == null ? (i, j) -> 0 : RowOrder.of(options, max);
    byte no = nullAmong ? Outcomes.NULL : Outcomes.FALSE;
    byte[] out = new byte[statistics.size()];
    for (int i = 0; i < out.length; i++) {
      int contents = extent.contents(i);
      if ((contents & Extent.VALUES) != 0) {
        out[i] |= ofValues(min, max, fromMin, toMax, i, no);
      }
      if ((contents & Extent.NANS) != 0) {
        out[i] |= nanAmong ? Outcomes.TRUE : no;
      }
      out[i] |= (contents & Extent.NULLS) != 0 ? Outcomes.NULL : Outcomes.NONE;
    }
    return out;
  }

  private byte ofValues(
      @Nullable Column min,
      @Nullable Column max,
      RowOrder fromMin,
      RowOrder toMax,
      int container,
      byte no) {
    boolean minKnown = min != null && !min.isNull(container);
    boolean maxKnown = max != null && !max.isNull(container);
    int first = minKnown ? firstFrom(fromMin, container) : 0;
    boolean within = first < options.size() && (!maxKnown || toMax.compare(first, container) <= 0);
    if (!within) {
      return no;
    }
    boolean single =
        minKnown
            && maxKnown
            && fromMin.compare(first, container) == 0
            && toMax.compare(first, container) == 0;
    return single ? Outcomes.TRUE : (byte) (Outcomes.TRUE | no);
  }

  /** The first option that is not less than the least value. */
  private int firstFrom(RowOrder fromMin, int container) {
    int low = 0;
    int high = options.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (fromMin.compare(middle, container) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
