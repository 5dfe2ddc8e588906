package dev.lakehouse.expr.cast;

import dev.lakehouse.columnar.Validity;
import dev.lakehouse.expr.Cast.OnFailure;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.RowFailure;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The values of a column that a cast does not fit: errors, or nulls. Not thread-safe. */
final class Misfits {
  private final LiveRows live;
  private final OnFailure onFailure;
  private long @Nullable [] valid;

  Misfits(LiveRows live, OnFailure onFailure) {
    this.live = live;
    this.onFailure = onFailure;
  }

  boolean isLive(int row) {
    return live.contains(row);
  }

  /** Makes the value at {@code row} null. */
  void setNull(int row) {
    if (valid == null) {
      int words = Validity.wordCount(live.size());
      Validity validity = live.validity();
      valid = validity == null ? new long[words] : Arrays.copyOf(validity.words(), words);
      if (validity == null) {
        Arrays.fill(valid, -1L);
      }
    }
    valid[row >>> 6] &= ~(1L << row);
  }

  /** Notes that the value at {@code row}, which is live, does not fit. */
  void add(int row, Object value, Object type) {
    if (onFailure == OnFailure.ERROR) {
      throw new RowFailure(row, shown(value) + " does not fit " + type + "; TRY_CAST gives null");
    }
    setNull(row);
  }

  private static String shown(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    return value instanceof String text ? "the text '" + text + "'" : value.toString();
  }

  /** Which values there are. */
  @Nullable Validity validity() {
    return valid == null ? live.validity() : Validity.of(valid);
  }
}
