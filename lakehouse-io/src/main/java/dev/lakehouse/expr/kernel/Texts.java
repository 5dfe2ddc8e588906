package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.NullColumn;

/** Functions of text. */
public final class Texts {
  private Texts() {}

  /** Whether each text matches {@code pattern}; null for null. */
  public static BooleanColumn like(Column column, LikePattern pattern) {
    if (column instanceof NullColumn) {
      return Booleans.allNull(column.size());
    } else if (column instanceof DictionaryColumn dictionary) {
      return dictionary.dictionary().size() > column.size()
          ? like(dictionary.flat(), pattern)
          : Comparisons.booleans(
              Booleans.ofCodes(matches(dictionary.dictionary(), pattern), dictionary),
              column.validity());
    }
    return Comparisons.booleans(matches((BytesColumn) column, pattern), column.validity());
  }

  private static boolean[] matches(BytesColumn column, LikePattern pattern) {
    int[] at = column.offsets();
    byte[] data = column.data();
    boolean[] out = new boolean[column.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = pattern.matches(data, at[i], at[i + 1]);
    }
    return out;
  }
}
