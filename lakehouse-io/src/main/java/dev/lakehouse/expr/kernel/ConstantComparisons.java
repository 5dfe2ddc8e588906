package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.expr.kernel.Relation.Test;
import java.util.Arrays;

/** A column compared with one value of its type. The order is that of {@link Comparisons}. */
public final class ConstantComparisons {
  private ConstantComparisons() {}

  /**
   * Null where the column is null.
   *
   * @param constant a column of one value, which is not null
   */
  public static BooleanColumn compare(Relation relation, Column column, Column constant) {
    return Comparisons.booleans(outcomes(relation, column, constant), column.validity());
  }

  private static boolean[] outcomes(Relation relation, Column column, Column constant) {
    Test test = relation.test();
    boolean negated = relation.negated();
    int size = column.size();
    if (column instanceof IntColumn ints) {
      return ints(test, negated, ints.values(), ((IntColumn) constant).values()[0], size);
    } else if (column instanceof LongColumn longs) {
      return longs(test, negated, longs.values(), ((LongColumn) constant).values()[0], size);
    } else if (column instanceof DoubleColumn doubles) {
      double value = ((DoubleColumn) constant).values()[0];
      return Double.isNaN(value)
          ? nans(relation, doubles.values(), size)
          : doubles(test, negated, doubles.values(), value, size);
    } else if (column instanceof FloatColumn floats) {
      float value = ((FloatColumn) constant).values()[0];
      return Float.isNaN(value)
          ? nans(relation, floats.values(), size)
          : floats(test, negated, floats.values(), value, size);
    } else if (column instanceof Decimal128Column decimals) {
      Decimal128Column value = (Decimal128Column) constant;
      return decimals(test, negated, decimals, value.high()[0], value.low()[0]);
    } else if (column instanceof BytesColumn bytes) {
      return bytes(test, negated, bytes, ((BytesColumn) constant).copy(0));
    } else if (column instanceof DictionaryColumn dictionary) {
      return dictionary(relation, dictionary, constant);
    }
    return rows(relation, column, constant);
  }

  private static boolean[] ints(Test test, boolean negated, int[] a, int c, int size) {
    boolean[] out = new boolean[size];
    switch (test) {
      case LESS -> {
        for (int i = 0; i < size; i++) {
          out[i] = a[i] < c != negated;
        }
      }
      case GREATER -> {
        for (int i = 0; i < size; i++) {
          out[i] = a[i] > c != negated;
        }
      }
      case EQUAL -> {
        for (int i = 0; i < size; i++) {
          out[i] = a[i] == c != negated;
        }
      }
    }
    return out;
  }

  private static boolean[] longs(Test test, boolean negated, long[] a, long c, int size) {
    boolean[] out = new boolean[size];
    switch (test) {
      case LESS -> {
        for (int i = 0; i < size; i++) {
          out[i] = a[i] < c != negated;
        }
      }
      case GREATER -> {
        for (int i = 0; i < size; i++) {
          out[i] = a[i] > c != negated;
        }
      }
      case EQUAL -> {
        for (int i = 0; i < size; i++) {
          out[i] = a[i] == c != negated;
        }
      }
    }
    return out;
  }

  /** {@code c} is not NaN; a NaN in {@code a} is greater than it, so is "not at most". */
  private static boolean[] doubles(Test test, boolean negated, double[] a, double c, int size) {
    boolean[] out = new boolean[size];
    switch (test) {
      case LESS -> {
        for (int i = 0; i < size; i++) {
          out[i] = a[i] < c != negated;
        }
      }
      case GREATER -> {
        for (int i = 0; i < size; i++) {
          out[i] = a[i] <= c == negated;
        }
      }
      case EQUAL -> {
        for (int i = 0; i < size; i++) {
          out[i] = a[i] == c != negated;
        }
      }
    }
    return out;
  }

  private static boolean[] floats(Test test, boolean negated, float[] a, float c, int size) {
    boolean[] out = new boolean[size];
    switch (test) {
      case LESS -> {
        for (int i = 0; i < size; i++) {
          out[i] = a[i] < c != negated;
        }
      }
      case GREATER -> {
        for (int i = 0; i < size; i++) {
          out[i] = a[i] <= c == negated;
        }
      }
      case EQUAL -> {
        for (int i = 0; i < size; i++) {
          out[i] = a[i] == c != negated;
        }
      }
    }
    return out;
  }

  private static boolean[] nans(Relation relation, double[] a, int size) {
    boolean ofNan = relation.holds(0);
    boolean ofOther = relation.holds(-1);
    boolean[] out = new boolean[size];
    for (int i = 0; i < size; i++) {
      out[i] = Double.isNaN(a[i]) ? ofNan : ofOther;
    }
    return out;
  }

  private static boolean[] nans(Relation relation, float[] a, int size) {
    boolean ofNan = relation.holds(0);
    boolean ofOther = relation.holds(-1);
    boolean[] out = new boolean[size];
    for (int i = 0; i < size; i++) {
      out[i] = Float.isNaN(a[i]) ? ofNan : ofOther;
    }
    return out;
  }

  private static boolean[] decimals(
      Test test, boolean negated, Decimal128Column column, long high, long low) {
    long[] highs = column.high();
    long[] lows = column.low();
    long flippedLow = low ^ Long.MIN_VALUE;
    boolean[] out = new boolean[column.size()];
    switch (test) {
      case LESS -> {
        for (int i = 0; i < out.length; i++) {
          boolean lowLess = (lows[i] ^ Long.MIN_VALUE) < flippedLow;
          out[i] = (highs[i] < high || (highs[i] == high && lowLess)) != negated;
        }
      }
      case GREATER -> {
        for (int i = 0; i < out.length; i++) {
          boolean lowGreater = (lows[i] ^ Long.MIN_VALUE) > flippedLow;
          out[i] = (highs[i] > high || (highs[i] == high && lowGreater)) != negated;
        }
      }
      case EQUAL -> {
        for (int i = 0; i < out.length; i++) {
          out[i] = (highs[i] == high && lows[i] == low) != negated;
        }
      }
    }
    return out;
  }

  private static boolean[] bytes(Test test, boolean negated, BytesColumn column, byte[] c) {
    int[] at = column.offsets();
    byte[] data = column.data();
    boolean[] out = new boolean[column.size()];
    switch (test) {
      case LESS -> {
        for (int i = 0; i < out.length; i++) {
          int sign = Arrays.compareUnsigned(data, at[i], at[i + 1], c, 0, c.length);
          out[i] = sign < 0 != negated;
        }
      }
      case GREATER -> {
        for (int i = 0; i < out.length; i++) {
          int sign = Arrays.compareUnsigned(data, at[i], at[i + 1], c, 0, c.length);
          out[i] = sign > 0 != negated;
        }
      }
      case EQUAL -> {
        for (int i = 0; i < out.length; i++) {
          out[i] = Arrays.equals(data, at[i], at[i + 1], c, 0, c.length) != negated;
        }
      }
    }
    return out;
  }

  private static boolean[] dictionary(Relation relation, DictionaryColumn column, Column constant) {
    if (column.dictionary().size() > column.size()) {
      return outcomes(relation, column.flat(), constant);
    }
    return Booleans.ofCodes(outcomes(relation, column.dictionary(), constant), column);
  }

  private static boolean[] rows(Relation relation, Column column, Column constant) {
    RowOrder order = RowOrder.of(column, constant);
    boolean[] out = new boolean[column.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = !column.isNull(i) && relation.holds(order.compare(i, 0));
    }
    return out;
  }
}
