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
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.expr.kernel.Relation.Test;
import dev.lakehouse.types.DataType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Two columns of one type compared row by row. NaN equals itself and is greater than every other
 * number, {@code -0.0 = 0.0}; text and bytes compare as unsigned bytes.
 */
public final class Comparisons {
  private Comparisons() {}

  /** Null where either side is null. */
  public static BooleanColumn compare(Relation relation, Column left, Column right) {
    Validity validity = Validity.and(left.validity(), right.validity(), left.size());
    return booleans(outcomes(relation, left, right), validity);
  }

  /** {@code <=>}: never null. */
  public static BooleanColumn equalNullSafe(Column left, Column right) {
    boolean[] outcomes = outcomes(Relation.EQUAL, left, right);
    if (left.validity() != null || right.validity() != null) {
      for (int i = 0; i < outcomes.length; i++) {
        boolean leftNull = left.isNull(i);
        boolean rightNull = right.isNull(i);
        outcomes[i] = leftNull == rightNull && (leftNull || outcomes[i]);
      }
    }
    return booleans(outcomes, null);
  }

  static BooleanColumn booleans(boolean[] values, @Nullable Validity validity) {
    return new BooleanColumn(DataType.BOOLEAN, values, validity, values.length);
  }

  private static boolean[] outcomes(Relation relation, Column left, Column right) {
    if (relation.test() == Test.GREATER) {
      return outcomes(relation.mirrored(), right, left);
    }
    boolean less = relation.test() == Test.LESS;
    boolean negated = relation.negated();
    int size = left.size();
    if (left instanceof IntColumn a && right instanceof IntColumn b) {
      return ints(less, negated, a.values(), b.values(), size);
    } else if (left instanceof LongColumn a && right instanceof LongColumn b) {
      return longs(less, negated, a.values(), b.values(), size);
    } else if (left instanceof DoubleColumn a && right instanceof DoubleColumn b) {
      return doubles(less, negated, a.values(), b.values(), size);
    } else if (left instanceof FloatColumn a && right instanceof FloatColumn b) {
      return floats(less, negated, a.values(), b.values(), size);
    } else if (left instanceof Decimal128Column a && right instanceof Decimal128Column b) {
      return decimals(less, negated, a, b);
    } else if (isBytes(left) && isBytes(right)) {
      return bytes(less, negated, flat(left), flat(right));
    }
    return rows(relation, left, right);
  }

  private static boolean isBytes(Column column) {
    return column instanceof BytesColumn || column instanceof DictionaryColumn;
  }

  private static BytesColumn flat(Column column) {
    return column instanceof DictionaryColumn dictionary ? dictionary.flat() : (BytesColumn) column;
  }

  private static boolean[] ints(boolean less, boolean negated, int[] a, int[] b, int size) {
    boolean[] out = new boolean[size];
    if (less) {
      for (int i = 0; i < size; i++) {
        out[i] = a[i] < b[i] != negated;
      }
    } else {
      for (int i = 0; i < size; i++) {
        out[i] = a[i] == b[i] != negated;
      }
    }
    return out;
  }

  private static boolean[] longs(boolean less, boolean negated, long[] a, long[] b, int size) {
    boolean[] out = new boolean[size];
    if (less) {
      for (int i = 0; i < size; i++) {
        out[i] = a[i] < b[i] != negated;
      }
    } else {
      for (int i = 0; i < size; i++) {
        out[i] = a[i] == b[i] != negated;
      }
    }
    return out;
  }

  private static boolean[] doubles(
      boolean less, boolean negated, double[] a, double[] b, int size) {
    boolean[] out = new boolean[size];
    if (less) {
      for (int i = 0; i < size; i++) {
        out[i] = (a[i] < b[i] || (Double.isNaN(b[i]) && !Double.isNaN(a[i]))) != negated;
      }
    } else {
      for (int i = 0; i < size; i++) {
        out[i] = (a[i] == b[i] || (Double.isNaN(a[i]) && Double.isNaN(b[i]))) != negated;
      }
    }
    return out;
  }

  private static boolean[] floats(boolean less, boolean negated, float[] a, float[] b, int size) {
    boolean[] out = new boolean[size];
    if (less) {
      for (int i = 0; i < size; i++) {
        out[i] = (a[i] < b[i] || (Float.isNaN(b[i]) && !Float.isNaN(a[i]))) != negated;
      }
    } else {
      for (int i = 0; i < size; i++) {
        out[i] = (a[i] == b[i] || (Float.isNaN(a[i]) && Float.isNaN(b[i]))) != negated;
      }
    }
    return out;
  }

  private static boolean[] decimals(
      boolean less, boolean negated, Decimal128Column a, Decimal128Column b) {
    long[] aHigh = a.high();
    long[] aLow = a.low();
    long[] bHigh = b.high();
    long[] bLow = b.low();
    boolean[] out = new boolean[a.size()];
    if (less) {
      for (int i = 0; i < out.length; i++) {
        // Unsigned order is signed order with the top bit flipped.
        boolean lowLess = (aLow[i] ^ Long.MIN_VALUE) < (bLow[i] ^ Long.MIN_VALUE);
        out[i] = (aHigh[i] < bHigh[i] || (aHigh[i] == bHigh[i] && lowLess)) != negated;
      }
    } else {
      for (int i = 0; i < out.length; i++) {
        out[i] = (aHigh[i] == bHigh[i] && aLow[i] == bLow[i]) != negated;
      }
    }
    return out;
  }

  private static boolean[] bytes(boolean less, boolean negated, BytesColumn a, BytesColumn b) {
    int[] aAt = a.offsets();
    int[] bAt = b.offsets();
    byte[] aData = a.data();
    byte[] bData = b.data();
    boolean[] out = new boolean[a.size()];
    if (less) {
      for (int i = 0; i < out.length; i++) {
        int sign = Arrays.compareUnsigned(aData, aAt[i], aAt[i + 1], bData, bAt[i], bAt[i + 1]);
        out[i] = sign < 0 != negated;
      }
    } else {
      for (int i = 0; i < out.length; i++) {
        out[i] = Arrays.equals(aData, aAt[i], aAt[i + 1], bData, bAt[i], bAt[i + 1]) != negated;
      }
    }
    return out;
  }

  private static boolean[] rows(Relation relation, Column left, Column right) {
    RowOrder order = RowOrder.of(left, right);
    boolean[] out = new boolean[left.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = !left.isNull(i) && !right.isNull(i) && relation.holds(order.compare(i, i));
    }
    return out;
  }
}
