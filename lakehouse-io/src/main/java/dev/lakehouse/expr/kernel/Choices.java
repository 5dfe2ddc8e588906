package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Validity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One column made of several of one type, by choosing for each row one of them. */
public final class Choices {
  private Choices() {}

  /**
   * The value at each row of the column that {@code chosen} names for it.
   *
   * @param chosen an index into {@code sources} a row
   */
  public static Column choose(List<Column> sources, int[] chosen, int size) {
    Column first = sources.get(0);
    if (sources.size() == 1) {
      return first;
    } else if (first instanceof IntColumn) {
      return ints(sources, chosen, size);
    } else if (first instanceof LongColumn) {
      return longs(sources, chosen, size);
    } else if (first instanceof DoubleColumn) {
      return doubles(sources, chosen, size);
    } else if (first instanceof FloatColumn) {
      return floats(sources, chosen, size);
    } else if (first instanceof BooleanColumn) {
      return booleans(sources, chosen, size);
    }
    int[] rows = new int[size];
    for (int i = 0; i < size; i++) {
      rows[i] = chosen[i] * size + i;
    }
    return Concatenation.of(sources).gather(rows, size);
  }

  private static @Nullable Validity validity(List<Column> sources, int[] chosen, int size) {
    if (sources.stream().allMatch(source -> source.validity() == null)) {
      return null;
    }
    boolean[] valid = new boolean[size];
    for (int i = 0; i < size; i++) {
      valid[i] = !sources.get(chosen[i]).isNull(i);
    }
    return Validity.ofBooleans(valid, size);
  }

  private static IntColumn ints(List<Column> sources, int[] chosen, int size) {
    int[] out = new int[size];
    for (int source = 0; source < sources.size(); source++) {
      int[] values = ((IntColumn) sources.get(source)).values();
      for (int i = 0; i < size; i++) {
        out[i] = chosen[i] == source ? values[i] : out[i];
      }
    }
    return new IntColumn(sources.get(0).type(), out, validity(sources, chosen, size), size);
  }

  private static LongColumn longs(List<Column> sources, int[] chosen, int size) {
    long[] out = new long[size];
    for (int source = 0; source < sources.size(); source++) {
      long[] values = ((LongColumn) sources.get(source)).values();
      for (int i = 0; i < size; i++) {
        out[i] = chosen[i] == source ? values[i] : out[i];
      }
    }
    return new LongColumn(sources.get(0).type(), out, validity(sources, chosen, size), size);
  }

  private static DoubleColumn doubles(List<Column> sources, int[] chosen, int size) {
    double[] out = new double[size];
    for (int source = 0; source < sources.size(); source++) {
      double[] values = ((DoubleColumn) sources.get(source)).values();
      for (int i = 0; i < size; i++) {
        out[i] = chosen[i] == source ? values[i] : out[i];
      }
    }
    return new DoubleColumn(sources.get(0).type(), out, validity(sources, chosen, size), size);
  }

  private static FloatColumn floats(List<Column> sources, int[] chosen, int size) {
    float[] out = new float[size];
    for (int source = 0; source < sources.size(); source++) {
      float[] values = ((FloatColumn) sources.get(source)).values();
      for (int i = 0; i < size; i++) {
        out[i] = chosen[i] == source ? values[i] : out[i];
      }
    }
    return new FloatColumn(sources.get(0).type(), out, validity(sources, chosen, size), size);
  }

  private static BooleanColumn booleans(List<Column> sources, int[] chosen, int size) {
    boolean[] out = new boolean[size];
    for (int source = 0; source < sources.size(); source++) {
      boolean[] values = ((BooleanColumn) sources.get(source)).values();
      for (int i = 0; i < size; i++) {
        out[i] = chosen[i] == source ? values[i] : out[i];
      }
    }
    return new BooleanColumn(sources.get(0).type(), out, validity(sources, chosen, size), size);
  }
}
