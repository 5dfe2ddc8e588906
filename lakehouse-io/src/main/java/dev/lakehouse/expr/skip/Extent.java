package dev.lakehouse.expr.skip;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.expr.kernel.Comparisons;
import dev.lakehouse.expr.kernel.ConstantComparisons;
import dev.lakehouse.expr.kernel.Relation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where the values of an expression lie, container by container.
 *
 * @param min what no value other than NaN is below; a null, or none at all, is unknown
 * @param max what no value other than NaN is above, likewise
 * @param contents one set of {@link #VALUES}, {@link #NULLS} and {@link #NANS} a container; null
 *     for a constant, whose {@code min} and {@code max} are the same column of one value
 */
record Extent(@Nullable Column min, @Nullable Column max, byte @Nullable [] contents) {
  /** There may be values other than null and NaN. */
  static final byte VALUES = 1;

  /** There may be nulls. */
  static final byte NULLS = 2;

  /** There may be NaNs. */
  static final byte NANS = 4;

  /** The extent of one value, not null. */
  static Extent ofConstant(Column value) {
    return new Extent(value, value, null);
  }

  boolean isConstant() {
    return contents == null;
  }

  byte contents(int index) {
    return contents == null ? VALUES : contents[index];
  }

  /** Whether {@code left relation right} may hold: it does, or a side is unknown. */
  static boolean[] possibly(
      Relation relation,
      Extent left,
      @Nullable Column leftBound,
      Extent right,
      @Nullable Column rightBound,
      int size) {
    if (leftBound == null || rightBound == null) {
      return filled(true, size);
    } else if (left.isConstant() && right.isConstant()) {
      boolean holds = ConstantComparisons.compare(relation, leftBound, rightBound).values()[0];
      return filled(holds, size);
    } else if (right.isConstant()) {
      return orUnknown(ConstantComparisons.compare(relation, leftBound, rightBound));
    } else if (left.isConstant()) {
      return orUnknown(ConstantComparisons.compare(relation.mirrored(), rightBound, leftBound));
    }
    return orUnknown(Comparisons.compare(relation, leftBound, rightBound));
  }

  private static boolean[] orUnknown(BooleanColumn outcomes) {
    boolean[] out = outcomes.values();
    if (outcomes.validity() != null) {
      for (int i = 0; i < outcomes.size(); i++) {
        out[i] |= outcomes.isNull(i);
      }
    }
    return out;
  }

  private static boolean[] filled(boolean value, int size) {
    boolean[] out = new boolean[size];
    Arrays.fill(out, value);
    return out;
  }
}
