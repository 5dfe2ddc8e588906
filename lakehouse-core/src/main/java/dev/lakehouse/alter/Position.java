package dev.lakehouse.alter;

import dev.lakehouse.types.ColumnPath;
import org.jspecify.annotations.Nullable;

/**
 * Where a column stands among those beside it.
 *
 * @param first before all others
 * @param after right after this one; null if that is not said
 */
public record Position(boolean first, @Nullable String after) {
  /** After all others. */
  public static final Position LAST = new Position(false, null);

  /** Before all others. */
  public static final Position FIRST = new Position(true, null);

  /** Right after the column called {@code name}. */
  public static Position after(String name) {
    return new Position(false, name);
  }

  /** True if a position was said. */
  boolean isSaid() {
    return first || after != null;
  }

  /** As Delta Spark writes it. */
  @Override
  public String toString() {
    return first ? "FIRST" : after == null ? "" : "AFTER " + ColumnPath.of(after);
  }
}
