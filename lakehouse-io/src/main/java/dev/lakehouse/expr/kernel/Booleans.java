package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.Validity;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Three-valued logic over columns of booleans. */
public final class Booleans {
  private Booleans() {}

  /** FALSE where either side is FALSE, else null where either is null, else TRUE. */
  public static BooleanColumn and(BooleanColumn left, BooleanColumn right) {
    if (left.validity() == null && right.validity() == null) {
      return Comparisons.booleans(both(left.values(), right.values(), left.size()), null);
    }
    return junction(left, right, false);
  }

  /** TRUE where either side is TRUE, else null where either is null, else FALSE. */
  public static BooleanColumn or(BooleanColumn left, BooleanColumn right) {
    if (left.validity() == null && right.validity() == null) {
      return Comparisons.booleans(either(left.values(), right.values(), left.size()), null);
    }
    return junction(left, right, true);
  }

  private static boolean[] both(boolean[] a, boolean[] b, int size) {
    boolean[] out = new boolean[size];
    for (int i = 0; i < size; i++) {
      out[i] = a[i] && b[i];
    }
    return out;
  }

  private static boolean[] either(boolean[] a, boolean[] b, int size) {
    boolean[] out = new boolean[size];
    for (int i = 0; i < size; i++) {
      out[i] = a[i] || b[i];
    }
    return out;
  }

  /** {@code decisive} decides alone, whatever the other side is. */
  private static BooleanColumn junction(BooleanColumn left, BooleanColumn right, boolean decisive) {
    int size = left.size();
    boolean[] out = new boolean[size];
    long[] valid = new long[Validity.wordCount(size)];
    for (int i = 0; i < size; i++) {
      boolean leftValid = !left.isNull(i);
      boolean rightValid = !right.isNull(i);
      boolean decided =
          (leftValid && left.values()[i] == decisive)
              || (rightValid && right.values()[i] == decisive);
      out[i] = decided == decisive;
      valid[i >>> 6] |= decided || (leftValid && rightValid) ? 1L << i : 0;
    }
    return Comparisons.booleans(out, Validity.of(valid));
  }

  /** TRUE for FALSE, FALSE for TRUE, null for null. */
  public static BooleanColumn not(BooleanColumn column) {
    boolean[] values = column.values();
    boolean[] out = new boolean[column.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = !values[i];
    }
    return Comparisons.booleans(out, column.validity());
  }

  /** TRUE where {@code column} is null, else FALSE. */
  public static BooleanColumn isNull(Column column) {
    boolean[] out = new boolean[column.size()];
    if (column.validity() != null) {
      for (int i = 0; i < out.length; i++) {
        out[i] = column.isNull(i);
      }
    }
    return Comparisons.booleans(out, null);
  }

  /** {@code column} as booleans: those of a column of nothing but nulls are null. */
  public static BooleanColumn of(Column column) {
    return column instanceof NullColumn ? allNull(column.size()) : (BooleanColumn) column;
  }

  /** {@code size} nulls. */
  public static BooleanColumn allNull(int size) {
    return Comparisons.booleans(new boolean[size], Validity.allNull(size));
  }

  /** {@code size} times {@code value}. */
  public static BooleanColumn constant(boolean value, int size) {
    boolean[] out = new boolean[size];
    Arrays.fill(out, value);
    return Comparisons.booleans(out, null);
  }

  /** The outcomes for a dictionary's entries, brought to the rows. */
  static boolean[] ofCodes(boolean[] byEntry, DictionaryColumn column) {
    int[] codes = column.codes();
    boolean[] out = new boolean[column.size()];
    if (byEntry.length > 0) {
      for (int i = 0; i < out.length; i++) {
        out[i] = byEntry[codes[i]];
      }
    }
    return out;
  }

  /** The rows at which {@code column} is null or not {@code value}; null if they are all. */
  public static @Nullable Validity undecided(BooleanColumn column, boolean value) {
    long[] words = new long[Validity.wordCount(column.size())];
    boolean[] values = column.values();
    boolean all = true;
    for (int i = 0; i < column.size(); i++) {
      boolean open = values[i] != value || column.isNull(i);
      all &= open;
      words[i >>> 6] |= open ? 1L << i : 0;
    }
    return all ? null : Validity.of(words);
  }
}
