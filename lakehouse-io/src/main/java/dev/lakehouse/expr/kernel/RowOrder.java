package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.StructColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The order of single values of two columns of one type, for nested types and other places where no
 * loop over arrays is at hand. Within arrays and structs null equals null and comes first.
 */
@FunctionalInterface
public interface RowOrder {
  /**
   * Compares the value at {@code left} of the one column, which is not null, with that at {@code
   * right} of the other, which is not null.
   */
  int compare(int left, int right);

  /** The order between {@code left} and {@code right}. */
  static RowOrder of(Column left, Column right) {
    if (left instanceof IntColumn a && right instanceof IntColumn b) {
      return (i, j) -> Integer.compare(a.values()[i], b.values()[j]);
    } else if (left instanceof LongColumn a && right instanceof LongColumn b) {
      return (i, j) -> Long.compare(a.values()[i], b.values()[j]);
    } else if (left instanceof DoubleColumn a && right instanceof DoubleColumn b) {
      return (i, j) -> compare(a.values()[i], b.values()[j]);
    } else if (left instanceof FloatColumn a && right instanceof FloatColumn b) {
      return (i, j) -> compare(a.values()[i], b.values()[j]);
    } else if (left instanceof BooleanColumn a && right instanceof BooleanColumn b) {
      return (i, j) -> Boolean.compare(a.values()[i], b.values()[j]);
    } else if (left instanceof Decimal128Column a && right instanceof Decimal128Column b) {
      return (i, j) -> {
        int high = Long.compare(a.high()[i], b.high()[j]);
        return high != 0 ? high : Long.compareUnsigned(a.low()[i], b.low()[j]);
      };
    } else if (left instanceof DictionaryColumn a) {
      RowOrder values = of(a.dictionary(), right);
      return (i, j) -> values.compare(a.codes()[i], j);
    } else if (right instanceof DictionaryColumn b) {
      RowOrder values = of(left, b.dictionary());
      return (i, j) -> values.compare(i, b.codes()[j]);
    } else if (left instanceof BytesColumn a && right instanceof BytesColumn b) {
      return (i, j) ->
          Arrays.compareUnsigned(
              a.data(),
              a.offsets()[i],
              a.offsets()[i + 1],
              b.data(),
              b.offsets()[j],
              b.offsets()[j + 1]);
    } else if (left instanceof StructColumn a && right instanceof StructColumn b) {
      return struct(a, b);
    } else if (left instanceof ListColumn a && right instanceof ListColumn b) {
      return list(a, b);
    }
    return (i, j) -> 0;
  }

  private static int compare(double a, double b) {
    // Double.compare puts -0.0 before 0.0, which are equal here.
    return a == b ? 0 : Double.compare(a, b);
  }

  /** The order between values of which either may be null: nulls are equal and come first. */
  static RowOrder nullable(Column left, Column right) {
    RowOrder values = of(left, right);
    return (i, j) -> {
      boolean leftNull = left.isNull(i);
      boolean rightNull = right.isNull(j);
      if (leftNull || rightNull) {
        return Boolean.compare(rightNull, leftNull);
      }
      return values.compare(i, j);
    };
  }

  private static RowOrder struct(StructColumn left, StructColumn right) {
    List<RowOrder> fields = new ArrayList<>();
    for (int i = 0; i < left.children().size(); i++) {
      fields.add(nullable(left.child(i), right.child(i)));
    }
    return (i, j) -> {
      for (RowOrder field : fields) {
        int sign = field.compare(i, j);
        if (sign != 0) {
          return sign;
        }
      }
      return 0;
    };
  }

  private static RowOrder list(ListColumn left, ListColumn right) {
    RowOrder elements = nullable(left.elements(), right.elements());
    int[] leftAt = left.offsets();
    int[] rightAt = right.offsets();
    return (i, j) -> {
      int leftLength = leftAt[i + 1] - leftAt[i];
      int rightLength = rightAt[j + 1] - rightAt[j];
      for (int k = 0; k < Math.min(leftLength, rightLength); k++) {
        int sign = elements.compare(leftAt[i] + k, rightAt[j] + k);
        if (sign != 0) {
          return sign;
        }
      }
      return Integer.compare(leftLength, rightLength);
    };
  }
}
