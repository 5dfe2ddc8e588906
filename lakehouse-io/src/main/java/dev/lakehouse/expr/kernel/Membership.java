package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.types.DataType;
import java.util.Arrays;
import java.util.Optional;

/** Whether values are among given ones, by binary search. */
public final class Membership {
  private static final long[] NO_LONGS = {};
  private static final byte[][] NO_TEXTS = {};

  private final long[] longs;
  private final byte[][] texts;
  private final boolean nullAmong;

  private Membership(long[] longs, byte[][] texts, boolean nullAmong) {
    this.longs = longs;
    this.texts = texts;
    this.nullAmong = nullAmong;
  }

  /** Membership in {@code options}; empty if there is no search for their type. */
  public static Optional<Membership> of(Column options) {
    boolean nullAmong = options.nullCount() > 0;
    int[] rows = new int[options.size()];
    int count = 0;
    for (int i = 0; i < rows.length; i++) {
      rows[count] = i;
      count += options.isNull(i) ? 0 : 1;
    }
    Column given = options.gather(rows, count);
    if (given instanceof IntColumn || given instanceof LongColumn) {
      long[] longs = longs(given);
      Arrays.sort(longs);
      return Optional.of(new Membership(longs, NO_TEXTS, nullAmong));
    } else if (given instanceof BytesColumn bytes) {
      byte[][] texts = new byte[count][];
      for (int i = 0; i < count; i++) {
        texts[i] = bytes.copy(i);
      }
      Arrays.sort(texts, Arrays::compareUnsigned);
      return Optional.of(new Membership(NO_LONGS, texts, nullAmong));
    }
    return Optional.empty();
  }

  private static long[] longs(Column column) {
    if (column instanceof LongColumn longs) {
      return Arrays.copyOf(longs.values(), column.size());
    }
    int[] values = ((IntColumn) column).values();
    long[] out = new long[column.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = values[i];
    }
    return out;
  }

  /** {@code column IN (options)}: null for null, and instead of FALSE if null is an option. */
  public BooleanColumn test(Column column) {
    boolean[] out = outcomes(column);
    Validity validity = column.validity();
    if (nullAmong) {
      validity = Validity.and(validity, Validity.ofBooleans(out, out.length), out.length);
    }
    return new BooleanColumn(DataType.BOOLEAN, out, validity, out.length);
  }

  private boolean[] outcomes(Column column) {
    boolean[] out = new boolean[column.size()];
    if (column instanceof IntColumn ints) {
      int[] values = ints.values();
      for (int i = 0; i < out.length; i++) {
        out[i] = Arrays.binarySearch(longs, values[i]) >= 0;
      }
    } else if (column instanceof LongColumn wide) {
      long[] values = wide.values();
      for (int i = 0; i < out.length; i++) {
        out[i] = Arrays.binarySearch(longs, values[i]) >= 0;
      }
    } else if (column instanceof DictionaryColumn dictionary
        && dictionary.dictionary().size() <= dictionary.size()) {
      return Booleans.ofCodes(outcomes(dictionary.dictionary()), dictionary);
    } else {
      TextCells cells = TextCells.of(column);
      for (int i = 0; i < out.length; i++) {
        out[i] = contains(cells.data(), cells.start(i), cells.end(i));
      }
    }
    return out;
  }

  private boolean contains(byte[] data, int from, int to) {
    int low = 0;
    int high = texts.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      byte[] text = texts[middle];
      int sign = Arrays.compareUnsigned(text, 0, text.length, data, from, to);
      if (sign == 0) {
        return true;
      } else if (sign < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }
}
