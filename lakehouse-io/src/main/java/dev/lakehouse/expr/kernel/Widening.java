package dev.lakehouse.expr.kernel;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.Validity;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Casts that keep the order of values: to a wider number, from a date to a time. All are monotone,
 * so they may also be applied to bounds.
 */
public final class Widening {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /** Past it a {@code double} does not hold every whole number. */
  private static final long EXACT_DOUBLE = 1L << 53;

  private static final double[] POWERS_OF_TEN = new double[23];

  static {
    for (int i = 0; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = Double.parseDouble("1e" + i);
    }
  }

  private Widening() {}

  /** True if {@link #widen} takes values of type {@code from} to type {@code to}. */
  public static boolean isWidening(DataType from, DataType to) {
    if (from.equals(to) || from == DataType.VOID) {
      return true;
    } else if (to instanceof DecimalType target) {
      Optional<DecimalType> source = exact(from);
      return source.isPresent() && holdsWhole(source.get(), target);
    } else if (to == DataType.DOUBLE || to == DataType.FLOAT) {
      return isNumber(from) && !(from == DataType.DOUBLE && to == DataType.FLOAT);
    } else if (isInteger(from) && isInteger(to)) {
      return ((PrimitiveType) from).compareTo((PrimitiveType) to) < 0;
    } else if (from == DataType.STRING) {
      return to == DataType.BINARY;
    }
    return isTime(to) && (from == DataType.DATE || isTime(from));
  }

  private static boolean isInteger(DataType type) {
    return type == DataType.BYTE
        || type == DataType.SHORT
        || type == DataType.INT
        || type == DataType.LONG;
  }

  private static boolean isNumber(DataType type) {
    return isInteger(type)
        || type instanceof DecimalType
        || type == DataType.FLOAT
        || type == DataType.DOUBLE;
  }

  private static boolean isTime(DataType type) {
    return type == DataType.TIMESTAMP || type == DataType.TIMESTAMP_NTZ;
  }

  private static boolean holdsWhole(DecimalType from, DecimalType to) {
    // Rounding away scale may carry into one more whole digit.
    int carry = to.scale() < from.scale() ? 1 : 0;
    return to.precision() - to.scale() >= from.precision() - from.scale() + carry;
  }

  /** The decimal type that holds every value of an integer or decimal type. */
  public static Optional<DecimalType> exact(DataType type) {
    if (type instanceof DecimalType decimal) {
      return Optional.of(decimal);
    } else if (type == DataType.BYTE) {
      return Optional.of(new DecimalType(3, 0));
    } else if (type == DataType.SHORT) {
      return Optional.of(new DecimalType(5, 0));
    } else if (type == DataType.INT) {
      return Optional.of(new DecimalType(10, 0));
    }
    return type == DataType.LONG ? Optional.of(new DecimalType(20, 0)) : Optional.empty();
  }

  /**
   * {@code column} as a column of type {@code to}, for which {@link #isWidening} holds. Scale that
   * a decimal loses is rounded half up.
   *
   * @param zone the zone of casts between local and global times
   * @throws RowFailure if a time of {@code active}, non-null rows is beyond the range of times
   */
  public static Column widen(Column column, DataType to, ZoneId zone, @Nullable Validity active) {
    if (column.type().equals(to)) {
      return column;
    } else if (column instanceof NullColumn) {
      return Nulls.column(to, column.size());
    } else if (to == DataType.BINARY) {
      return relabelled(column);
    } else if (to instanceof DecimalType decimal) {
      return toDecimal(column, decimal);
    } else if (to == DataType.DOUBLE) {
      return toDouble(column);
    } else if (to == DataType.FLOAT) {
      return toFloat(column);
    } else if (to == DataType.TIMESTAMP || to == DataType.TIMESTAMP_NTZ) {
      return toTime(column, to, zone, active);
    }
    IntColumn ints = (IntColumn) column;
    return to == DataType.LONG
        ? new LongColumn(to, longs(ints), ints.validity(), ints.size())
        : new IntColumn(to, ints.values(), ints.validity(), ints.size());
  }

  private static Column relabelled(Column column) {
    if (column instanceof DictionaryColumn d) {
      BytesColumn values = (BytesColumn) relabelled(d.dictionary());
      return new DictionaryColumn(d.codes(), values, d.validity(), d.size());
    }
    BytesColumn bytes = (BytesColumn) column;
    return new BytesColumn(
        DataType.BINARY, bytes.offsets(), bytes.data(), bytes.validity(), bytes.size());
  }

  static long[] longs(IntColumn column) {
    int[] values = column.values();
    long[] out = new long[column.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = values[i];
    }
    return out;
  }

  private static Column toDecimal(Column column, DecimalType to) {
    if (column instanceof Decimal128Column wide) {
      return rescaleWide(wide, to);
    }
    long[] values = column instanceof IntColumn ints ? longs(ints) : ((LongColumn) column).values();
    int scale = column.type() instanceof DecimalType from ? from.scale() : 0;
    int up = to.scale() - scale;
    if (to.fitsLong() && up >= 0) {
      return new LongColumn(
          to, multiplied(values, up, column.size()), column.validity(), column.size());
    }
    return rescaleLong(column, values, scale, to);
  }

  private static long[] multiplied(long[] values, int powerOfTen, int size) {
    if (powerOfTen == 0) {
      return values;
    }
    long factor = BigInteger.TEN.pow(powerOfTen).longValueExact();
    long[] out = new long[size];
    for (int i = 0; i < size; i++) {
      out[i] = values[i] * factor;
    }
    return out;
  }

  private static Column rescaleLong(Column column, long[] values, int scale, DecimalType to) {
    DecimalCells cells = new DecimalCells(to, column.size());
    int up = to.scale() - scale;
    if (up >= 0 && up <= 18) {
      long factor = BigInteger.TEN.pow(up).longValueExact();
      for (int i = 0; i < column.size(); i++) {
        cells.set(i, Math.multiplyHigh(values[i], factor), values[i] * factor);
      }
    } else {
      for (int i = 0; i < column.size(); i++) {
        if (!column.isNull(i)) {
          cells.set(i, BigDecimal.valueOf(values[i], scale));
        }
      }
    }
    return cells.column(column.validity());
  }

  private static Column rescaleWide(Decimal128Column column, DecimalType to) {
    if (column.type().scale() == to.scale() && !to.fitsLong()) {
      return new Decimal128Column(
          to, column.high(), column.low(), column.validity(), column.size());
    }
    DecimalCells cells = new DecimalCells(to, column.size());
    for (int i = 0; i < column.size(); i++) {
      if (!column.isNull(i)) {
        cells.set(i, column.decimal(i));
      }
    }
    return cells.column(column.validity());
  }

  private static DoubleColumn toDouble(Column column) {
    double[] out = new double[column.size()];
    if (column instanceof IntColumn ints) {
      for (int i = 0; i < out.length; i++) {
        out[i] = ints.values()[i];
      }
    } else if (column instanceof FloatColumn floats) {
      for (int i = 0; i < out.length; i++) {
        out[i] = floats.values()[i];
      }
    } else if (column instanceof LongColumn longs) {
      int scale = longs.type() instanceof DecimalType decimal ? decimal.scale() : 0;
      for (int i = 0; i < out.length; i++) {
        out[i] = toDouble(longs.values()[i], scale);
      }
    } else {
      Decimal128Column decimals = (Decimal128Column) column;
      for (int i = 0; i < out.length; i++) {
        out[i] = decimals.isNull(i) ? 0 : decimals.decimal(i).doubleValue();
      }
    }
    return new DoubleColumn(DataType.DOUBLE, out, column.validity(), out.length);
  }

  /** The double nearest to {@code unscaled / 10^scale}. */
  static double toDouble(long unscaled, int scale) {
    if (scale == 0) {
      return unscaled;
    } else if (Math.abs(unscaled) < EXACT_DOUBLE && unscaled != Long.MIN_VALUE) {
      // Both are exact, so the one division rounds correctly.
      return unscaled / POWERS_OF_TEN[scale];
    }
    return BigDecimal.valueOf(unscaled, scale).doubleValue();
  }

  private static FloatColumn toFloat(Column column) {
    float[] out = new float[column.size()];
    if (column instanceof IntColumn ints) {
      for (int i = 0; i < out.length; i++) {
        out[i] = ints.values()[i];
      }
    } else if (column instanceof LongColumn longs && !(longs.type() instanceof DecimalType)) {
      for (int i = 0; i < out.length; i++) {
        out[i] = longs.values()[i];
      }
    } else {
      for (int i = 0; i < out.length; i++) {
        out[i] = column.isNull(i) ? 0 : DecimalCells.decimal(column, i).floatValue();
      }
    }
    return new FloatColumn(DataType.FLOAT, out, column.validity(), out.length);
  }

  private static LongColumn toTime(
      Column column, DataType to, ZoneId zone, @Nullable Validity active) {
    boolean local = to == DataType.TIMESTAMP_NTZ;
    long[] out;
    if (column instanceof IntColumn days) {
      out = microsOfDays(days, active);
      if (!local) {
        Zones.toGlobal(out, zone);
      }
    } else {
      out = Arrays.copyOf(((LongColumn) column).values(), column.size());
      if (local) {
        Zones.toLocal(out, zone);
      } else {
        Zones.toGlobal(out, zone);
      }
    }
    return new LongColumn(to, out, column.validity(), out.length);
  }

  private static long[] microsOfDays(IntColumn days, @Nullable Validity active) {
    long limit = Long.MAX_VALUE / MICROS_PER_DAY - 1;
    long[] out = new long[days.size()];
    boolean beyond = false;
    for (int i = 0; i < out.length; i++) {
      out[i] = days.values()[i] * MICROS_PER_DAY;
      beyond |= Math.abs((long) days.values()[i]) > limit;
    }
    if (beyond) {
      requireTimes(days, limit, active);
    }
    return out;
  }

  private static void requireTimes(IntColumn days, long limit, @Nullable Validity active) {
    for (int i = 0; i < days.size(); i++) {
      if (Math.abs((long) days.values()[i]) > limit
          && !days.isNull(i)
          && (active == null || active.isValid(i))) {
        throw new RowFailure(
            i, LocalDate.ofEpochDay(days.values()[i]) + " is beyond the range of timestamps");
      }
    }
  }

  /** Rounds {@code value} half up to the scale of {@code type}. */
  static BigDecimal rounded(BigDecimal value, DecimalType type) {
    return value.setScale(type.scale(), RoundingMode.HALF_UP);
  }
}
