package dev.lakehouse.dml.merge;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.Literal;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/** Where the keys of a source lie, as a condition on the table's column. */
final class KeyRanges {
  private static final int MOST_SINGLE = 256;
  private static final int MOST_RANGES = 32;

  private KeyRanges() {}

  /** What is true of {@code column} where it equals one of {@code keys}; empty for nothing. */
  static Optional<Expression> of(ColumnPath column, Column keys) {
    if (!isSupported(keys.type())) {
      return Optional.empty();
    }
    Set<Object> single = new LinkedHashSet<>();
    for (int i = 0; i < keys.size() && single.size() <= MOST_SINGLE; i++) {
      if (!keys.isNull(i)) {
        single.add(java.util.Objects.requireNonNull(Values.get(keys, i)));
      }
    }
    Expression reference = Expressions.col(column);
    if (single.isEmpty()) {
      return Optional.of(Expressions.lit(false));
    } else if (single.size() <= MOST_SINGLE) {
      List<Expression> literals = new ArrayList<>();
      single.forEach(value -> literals.add(new Literal(keys.type(), value)));
      return Optional.of(
          literals.size() == 1 ? reference.eq(literals.get(0)) : reference.in(literals));
    } else if (keys.type() == DataType.STRING) {
      return Optional.of(textRange(reference, keys));
    }
    return numberRanges(reference, keys);
  }

  /** Types whose values are one number each, or texts: what compares them is beyond doubt. */
  private static boolean isSupported(DataType type) {
    return type == DataType.BYTE
        || type == DataType.SHORT
        || type == DataType.INT
        || type == DataType.LONG
        || type == DataType.DATE
        || type == DataType.TIMESTAMP
        || type == DataType.TIMESTAMP_NTZ
        || type == DataType.STRING
        || (type instanceof DecimalType decimal && decimal.fitsLong());
  }

  private static Expression textRange(Expression reference, Column keys) {
    List<byte[]> texts = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      if (Values.get(keys, i) instanceof String text) {
        texts.add(text.getBytes(StandardCharsets.UTF_8));
      }
    }
    byte[] least = Collections.min(texts, Arrays::compareUnsigned);
    byte[] most = Collections.max(texts, Arrays::compareUnsigned);
    return reference.between(text(least), text(most));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The ranges between the widest gaps. */
  private static Optional<Expression> numberRanges(Expression reference, Column keys) {
    int[] rows = new int[keys.size()];
    int count = 0;
    for (int i = 0; i < rows.length; i++) {
      rows[count] = i;
      count += keys.isNull(i) ? 0 : 1;
    }
    Column present = keys.gather(rows, count);
    long[] sorted = numbers(present);
    Arrays.sort(sorted);
    List<Expression> ranges = new ArrayList<>();
    int from = 0;
    for (int end : ends(sorted)) {
      ranges.add(
          Expressions.and(
              reference.ge(literal(keys.type(), sorted[from])),
              reference.le(literal(keys.type(), sorted[end]))));
      from = end + 1;
    }
    return Optional.of(Expressions.or(ranges));
  }

  private static long[] numbers(Column column) {
    if (column instanceof IntColumn ints) {
      return Arrays.stream(ints.values(), 0, ints.size()).asLongStream().toArray();
    }
    return Arrays.copyOf(((LongColumn) column).values(), column.size());
  }

  private static Literal literal(DataType type, long value) {
    boolean isInt =
        type == DataType.BYTE
            || type == DataType.SHORT
            || type == DataType.INT
            || type == DataType.DATE;
    Column one =
        isInt
            ? new IntColumn(type, new int[] {(int) value}, null, 1)
            : new LongColumn(type, new long[] {value}, null, 1);
    return new Literal(type, Values.get(one, 0));
  }

  /** The last index of each range, ascending. */
  private static int[] ends(long[] sorted) {
    PriorityQueue<Integer> widest =
        new PriorityQueue<>((a, b) -> Long.compareUnsigned(gap(sorted, a), gap(sorted, b)));
    for (int i = 0; i + 1 < sorted.length; i++) {
      if (gap(sorted, i) > 1) {
        widest.add(i);
        if (widest.size() >= MOST_RANGES) {
          widest.remove();
        }
      }
    }
    widest.add(sorted.length - 1);
    return widest.stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  /** As an unsigned number; of the last index the widest, so that it is never dropped. */
  private static long gap(long[] sorted, int index) {
    return index + 1 < sorted.length ? sorted[index + 1] - sorted[index] : -1;
  }
}
