package dev.lakehouse.expr.cast;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.expr.Cast.OnFailure;
import dev.lakehouse.expr.kernel.DecimalCells;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.LiveRows;
import dev.lakehouse.expr.kernel.TextCells;
import dev.lakehouse.expr.text.FloatingText;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;

/** Casts to decimal. Scale that is lost is rounded half up; NaN and the infinities give null. */
final class DecimalCasts {
  private final DataType from;
  private final DecimalType to;
  private final OnFailure onFailure;

  private DecimalCasts(DataType from, DecimalType to, OnFailure onFailure) {
    this.from = from;
    this.to = to;
    this.onFailure = onFailure;
  }

  static Kernel of(DataType from, DecimalType to, OnFailure onFailure) {
    DecimalCasts casts = new DecimalCasts(from, to, onFailure);
    if (from == DataType.STRING) {
      return (arguments, live) -> casts.ofTexts(arguments.get(0), live);
    } else if (from == DataType.FLOAT || from == DataType.DOUBLE || from == DataType.TIMESTAMP) {
      return (arguments, live) -> casts.ofDoubles(arguments.get(0), live);
    } else if (isLossless(from, to)) {
      return (arguments, live) -> casts.lossless(arguments.get(0), live);
    }
    return (arguments, live) -> casts.checked(arguments.get(0), live);
  }

  /** The digits that values of a whole or decimal type have, in all and after the point. */
  private static DecimalType digits(DataType type) {
    if (type instanceof DecimalType decimal) {
      return decimal;
    } else if (type == DataType.BYTE) {
      return new DecimalType(3, 0);
    } else if (type == DataType.SHORT) {
      return new DecimalType(5, 0);
    } else if (type == DataType.INT) {
      return new DecimalType(10, 0);
    }
    return new DecimalType(type == DataType.BOOLEAN ? 1 : 19, 0);
  }

  /** True if every value of {@code from} is one of {@code to}, without rounding. */
  static boolean isLossless(DataType from, DecimalType to) {
    if (!(from instanceof DecimalType) && !WholeCasts.isWhole(from) && from != DataType.BOOLEAN) {
      return false;
    }
    DecimalType digits = digits(from);
    return to.scale() >= digits.scale()
        && to.precision() - to.scale() >= digits.precision() - digits.scale();
  }

  private static long[] longs(Column column) {
    if (column instanceof IntColumn ints) {
      return WholeCasts.widened(ints);
    } else if (column instanceof LongColumn longs) {
      return longs.values();
    }
    boolean[] values = ((BooleanColumn) column).values();
    long[] out = new long[column.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = values[i] ? 1 : 0;
    }
    return out;
  }

  private Column lossless(Column column, LiveRows live) {
    int up = to.scale() - digits(from).scale();
    if (column instanceof Decimal128Column wide) {
      return up == 0
          ? new Decimal128Column(to, wide.high(), wide.low(), live.validity(), live.size())
          : checked(column, live);
    }
    long[] values = longs(column);
    if (up > 18) {
      return checked(column, live);
    } else if (up == 0 && to.fitsLong()) {
      return new LongColumn(to, values, live.validity(), live.size());
    }
    long factor = DecimalCells.powerOfTen(up);
    long[] low = new long[live.size()];
    for (int i = 0; i < low.length; i++) {
      low[i] = values[i] * factor;
    }
    if (to.fitsLong()) {
      return new LongColumn(to, low, live.validity(), live.size());
    }
    long[] high = new long[live.size()];
    for (int i = 0; i < high.length; i++) {
      high[i] = Math.multiplyHigh(values[i], factor);
    }
    return new Decimal128Column(to, high, low, live.validity(), live.size());
  }

  private Column checked(Column column, LiveRows live) {
    DecimalCells cells = new DecimalCells(to, live.size());
    Misfits misfits = new Misfits(live, onFailure);
    int scale = digits(from).scale();
    long[] longs = column instanceof Decimal128Column ? new long[0] : longs(column);
    for (int i = 0; i < live.size(); i++) {
      if (live.contains(i)) {
        BigDecimal value =
            column instanceof Decimal128Column wide
                ? wide.decimal(i)
                : BigDecimal.valueOf(longs[i], scale);
        put(cells, i, value, misfits);
      }
    }
    return cells.column(misfits.validity());
  }

  private void put(DecimalCells cells, int row, BigDecimal value, Misfits misfits) {
    if (!cells.set(row, value)) {
      misfits.add(row, value, to);
    }
  }

  private Column ofDoubles(Column column, LiveRows live) {
    double[] values =
        column instanceof DoubleColumn doubles
            ? doubles.values()
            : FloatingCasts.doubles(column, live);
    DecimalCells cells = new DecimalCells(to, live.size());
    Misfits misfits = new Misfits(live, onFailure);
    for (int i = 0; i < live.size(); i++) {
      if (live.contains(i)) {
        if (Double.isFinite(values[i])) {
          put(cells, i, FloatingText.decimal(values[i]), misfits);
        } else {
          misfits.setNull(i);
        }
      }
    }
    return cells.column(misfits.validity());
  }

  private Column ofTexts(Column column, LiveRows live) {
    TextCells texts = TextCells.of(column);
    DecimalCells cells = new DecimalCells(to, live.size());
    Misfits misfits = new Misfits(live, onFailure);
    for (int i = 0; i < live.size(); i++) {
      if (live.contains(i)) {
        String text = texts.string(i);
        try {
          if (!set(cells, i, new BigDecimal(text.trim()))) {
            misfits.add(i, text, to);
          }
        } catch (NumberFormatException e) {
          misfits.add(i, text, to);
        }
      }
    }
    return cells.column(misfits.validity());
  }

  /** Exponents far out of range would make numbers too large to compute with. */
  private static boolean set(DecimalCells cells, int row, BigDecimal value) {
    long wholeDigits = (long) value.precision() - value.scale();
    if (value.signum() == 0 || wholeDigits < -DecimalType.MAX_PRECISION) {
      return cells.set(row, BigDecimal.ZERO);
    }
    return wholeDigits <= DecimalType.MAX_PRECISION && cells.set(row, value);
  }
}
