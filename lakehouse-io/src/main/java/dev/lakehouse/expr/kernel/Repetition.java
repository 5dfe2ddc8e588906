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
import org.jspecify.annotations.Nullable;

/** One value as a column of any length. Keeps the longest one made, as columns may share arrays. */
public final class Repetition {
  private final Column value;
  private volatile @Nullable Column longest;

  /** Repeats the value of {@code value}, a column of one. */
  public Repetition(Column value) {
    this.value = value instanceof BytesColumn bytes ? DictionaryColumn.constant(bytes, 1) : value;
  }

  /** The value {@code size} times. */
  public Column times(int size) {
    Column made = longest;
    if (made == null || made.size() < size) {
      made = value.gather(new int[size], size);
      longest = made;
    }
    return made.size() == size ? made : prefix(made, size);
  }

  private static Column prefix(Column column, int size) {
    if (column instanceof IntColumn c) {
      return new IntColumn(c.type(), c.values(), c.validity(), size);
    } else if (column instanceof LongColumn c) {
      return new LongColumn(c.type(), c.values(), c.validity(), size);
    } else if (column instanceof DoubleColumn c) {
      return new DoubleColumn(c.type(), c.values(), c.validity(), size);
    } else if (column instanceof FloatColumn c) {
      return new FloatColumn(c.type(), c.values(), c.validity(), size);
    } else if (column instanceof BooleanColumn c) {
      return new BooleanColumn(c.type(), c.values(), c.validity(), size);
    } else if (column instanceof DictionaryColumn c) {
      return new DictionaryColumn(c.codes(), c.dictionary(), c.validity(), size);
    } else if (column instanceof Decimal128Column c) {
      return new Decimal128Column(c.type(), c.high(), c.low(), c.validity(), size);
    }
    return column.slice(0, size);
  }
}
