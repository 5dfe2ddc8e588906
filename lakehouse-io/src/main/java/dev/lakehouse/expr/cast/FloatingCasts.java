package dev.lakehouse.expr.cast;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.expr.Cast.OnFailure;
import dev.lakehouse.expr.kernel.DecimalCells;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.TextCells;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;
import java.util.Locale;

/** Casts to double and float. */
final class FloatingCasts {
  /** Past it a {@code double} does not hold every whole number. */
  private static final long EXACT_DOUBLE = 1L << 53;

  private static final double MICROS_PER_SECOND = 1_000_000;

  private FloatingCasts() {}

  static Kernel of(DataType from, DataType to, OnFailure onFailure) {
    if (from == DataType.STRING) {
      return to == DataType.DOUBLE
          ? (arguments, live) -> doublesOfTexts(arguments.get(0), live, onFailure)
          : (arguments, live) -> floatsOfTexts(arguments.get(0), live, onFailure);
    }
    return to == DataType.DOUBLE
        ? (arguments, live) ->
            new DoubleColumn(to, doubles(arguments.get(0), live), live.validity(), live.size())
        : (arguments, live) ->
            new FloatColumn(to, floats(arguments.get(0), live), live.validity(), live.size());
  }

  static double[] doubles(Column column, LiveRows live) {
    double[] out = new double[live.size()];
    if (column instanceof IntColumn ints) {
      for (int i = 0; i < out.length; i++) {
        out[i] = ints.values()[i];
      }
    } else if (column instanceof FloatColumn floats) {
      for (int i = 0; i < out.length; i++) {
        out[i] = floats.values()[i];
      }
    } else if (column instanceof BooleanColumn booleans) {
      for (int i = 0; i < out.length; i++) {
        out[i] = booleans.values()[i] ? 1 : 0;
      }
    } else if (column instanceof LongColumn longs) {
      doublesOfLongs(longs, out);
    } else {
      Decimal128Column decimals = (Decimal128Column) column;
      for (int i = 0; i < out.length; i++) {
        out[i] = live.contains(i) ? decimals.decimal(i).doubleValue() : 0;
      }
    }
    return out;
  }

  private static void doublesOfLongs(LongColumn longs, double[] out) {
    long[] values = longs.values();
    if (longs.type() instanceof DecimalType decimal) {
      double unit = DecimalCells.powerOfTen(decimal.scale());
      for (int i = 0; i < out.length; i++) {
        // Where both are exact, the one division rounds correctly.
        out[i] =
            Math.abs(values[i]) < EXACT_DOUBLE
                ? values[i] / unit
                : BigDecimal.valueOf(values[i], decimal.scale()).doubleValue();
      }
    } else if (longs.type() == DataType.TIMESTAMP) {
      for (int i = 0; i < out.length; i++) {
        out[i] = values[i] / MICROS_PER_SECOND;
      }
    } else {
      for (int i = 0; i < out.length; i++) {
        out[i] = values[i];
      }
    }
  }

  private static float[] floats(Column column, LiveRows live) {
    float[] out = new float[live.size()];
    if (column instanceof IntColumn ints) {
      for (int i = 0; i < out.length; i++) {
        out[i] = ints.values()[i];
      }
    } else if (column instanceof LongColumn longs && longs.type() == DataType.LONG) {
      for (int i = 0; i < out.length; i++) {
        out[i] = longs.values()[i];
      }
    } else if (column instanceof DoubleColumn doubles) {
      for (int i = 0; i < out.length; i++) {
        out[i] = (float) doubles.values()[i];
      }
    } else if (column.type() instanceof DecimalType) {
      for (int i = 0; i < out.length; i++) {
        out[i] = live.contains(i) ? DecimalCells.decimal(column, i).floatValue() : 0;
      }
    } else {
      double[] doubles = doubles(column, live);
      for (int i = 0; i < out.length; i++) {
        out[i] = (float) doubles[i];
      }
    }
    return out;
  }

  private static Column doublesOfTexts(Column column, LiveRows live, OnFailure onFailure) {
    TextCells cells = TextCells.of(column);
    Misfits misfits = new Misfits(live, onFailure);
    double[] out = new double[live.size()];
    for (int i = 0; i < out.length; i++) {
      if (live.contains(i)) {
        try {
          out[i] = Double.parseDouble(spelled(cells.string(i)));
        } catch (NumberFormatException e) {
          misfits.add(i, cells.string(i), DataType.DOUBLE);
        }
      }
    }
    return new DoubleColumn(DataType.DOUBLE, out, misfits.validity(), out.length);
  }

  private static Column floatsOfTexts(Column column, LiveRows live, OnFailure onFailure) {
    TextCells cells = TextCells.of(column);
    Misfits misfits = new Misfits(live, onFailure);
    float[] out = new float[live.size()];
    for (int i = 0; i < out.length; i++) {
      if (live.contains(i)) {
        try {
          out[i] = Float.parseFloat(spelled(cells.string(i)));
        } catch (NumberFormatException e) {
          misfits.add(i, cells.string(i), DataType.FLOAT);
        }
      }
    }
    return new FloatColumn(DataType.FLOAT, out, misfits.validity(), out.length);
  }

  /** {@code inf} and {@code nan} in any case as Java spells them. */
  private static String spelled(String text) {
    if (text.isEmpty() || text.length() > 20) {
      return text;
    }
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "inf", "+inf", "infinity", "+infinity" -> "Infinity";
      case "-inf", "-infinity" -> "-Infinity";
      case "nan" -> "NaN";
      default -> text;
    };
  }
}
