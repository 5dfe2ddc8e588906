package dev.lakehouse.rows;

import dev.lakehouse.columnar.BooleanColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
import dev.lakehouse.columnar.DoubleColumn;
import dev.lakehouse.columnar.FloatColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Fillers of columns whose values all take the same room. */
final class FixedFillers {
  private FixedFillers() {}

  /** A null among the objects, or a null value of one, is a null of the column. */
  private static boolean isAbsent(@Nullable Object object, @Nullable Predicate<Object> isNull) {
    return object == null || (isNull != null && isNull.test(object));
  }

  private static Misfit misfit(int index, Object value, DataType type) {
    return new Misfit(index, "a " + type + " does not hold " + Misfit.shown(value));
  }

  record OfBooleans(Getter getter) implements ColumnFiller {
    @Override
    public Column fill(@Nullable Object[] objects, int count, int maxBytes) {
      boolean[] values = new boolean[count];
      Nulls nulls = new Nulls(count);
      if (getter instanceof Getter.Booleans booleans) {
        Predicate<Object> get = booleans.get();
        Predicate<Object> isNull = booleans.isNull();
        for (int i = 0; i < count; i++) {
          Object object = objects[i];
          if (object == null || (isNull != null && isNull.test(object))) {
            nulls.set(i);
          } else {
            values[i] = get.test(object);
          }
        }
      } else {
        box(objects, count, values, nulls);
      }
      return new BooleanColumn(DataType.BOOLEAN, values, nulls.validity(), count);
    }

    private void box(@Nullable Object[] objects, int count, boolean[] values, Nulls nulls) {
      for (int i = 0; i < count; i++) {
        Object value = getter.box(objects[i]);
        if (value instanceof Boolean bool) {
          values[i] = bool;
        } else if (value == null) {
          nulls.set(i);
        } else {
          throw misfit(i, value, DataType.BOOLEAN);
        }
      }
    }
  }

  /** BYTE, SHORT, INT and DATE. */
  record OfInts(DataType type, Getter getter) implements ColumnFiller {
    @Override
    public Column fill(@Nullable Object[] objects, int count, int maxBytes) {
      int[] values = new int[count];
      Nulls nulls = new Nulls(count);
      if (getter instanceof Getter.Ints ints) {
        for (int i = 0; i < count; i++) {
          Object object = objects[i];
          if (object == null || isAbsent(object, ints.isNull())) {
            nulls.set(i);
          } else {
            values[i] = ints.get().applyAsInt(object);
          }
        }
      } else if (type == DataType.DATE) {
        dates(objects, count, values, nulls);
      } else {
        box(objects, count, values, nulls);
      }
      return new IntColumn(type, values, nulls.validity(), count);
    }

    private void dates(@Nullable Object[] objects, int count, int[] values, Nulls nulls) {
      for (int i = 0; i < count; i++) {
        Object value = getter.box(objects[i]);
        if (value instanceof LocalDate date) {
          long days = date.toEpochDay();
          if (days != (int) days) {
            throw misfit(i, value, type);
          }
          values[i] = (int) days;
        } else if (value == null) {
          nulls.set(i);
        } else {
          throw misfit(i, value, type);
        }
      }
    }

    private void box(@Nullable Object[] objects, int count, int[] values, Nulls nulls) {
      for (int i = 0; i < count; i++) {
        Object value = getter.box(objects[i]);
        if (value == null) {
          nulls.set(i);
        } else {
          long number = whole(i, value, type);
          if (number != narrowed(number)) {
            throw misfit(i, value, type);
          }
          values[i] = (int) number;
        }
      }
    }

    private long narrowed(long number) {
      if (type == DataType.BYTE) {
        return (byte) number;
      }
      return type == DataType.SHORT ? (short) number : (int) number;
    }
  }

  private static long whole(int index, Object value, DataType type) {
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    throw misfit(index, value, type);
  }

  /** LONG, TIMESTAMP and TIMESTAMP_NTZ. */
  record OfLongs(DataType type, Getter getter) implements ColumnFiller {
    @Override
    public Column fill(@Nullable Object[] objects, int count, int maxBytes) {
      long[] values = new long[count];
      Nulls nulls = new Nulls(count);
      if (getter instanceof Getter.Longs longs) {
        for (int i = 0; i < count; i++) {
          Object object = objects[i];
          if (object == null || isAbsent(object, longs.isNull())) {
            nulls.set(i);
          } else {
            values[i] = longs.get().applyAsLong(object);
          }
        }
      } else {
        box(objects, count, values, nulls);
      }
      return new LongColumn(type, values, nulls.validity(), count);
    }

    private void box(@Nullable Object[] objects, int count, long[] values, Nulls nulls) {
      for (int i = 0; i < count; i++) {
        Object value = getter.box(objects[i]);
        if (value == null) {
          nulls.set(i);
        } else {
          values[i] = number(i, value);
        }
      }
    }

    private long number(int index, Object value) {
      try {
        if (type == DataType.TIMESTAMP && value instanceof Instant instant) {
          return Values.micros(instant);
        } else if (type == DataType.TIMESTAMP_NTZ && value instanceof LocalDateTime time) {
          return Values.micros(time);
        } else if (type == DataType.LONG) {
          return whole(index, value, type);
        }
      } catch (ArithmeticException e) {
        throw new Misfit(index, value + " is too far from 1970 for microseconds in a " + type);
      }
      throw misfit(index, value, type);
    }
  }

  /** FLOAT and DOUBLE. */
  record OfDoubles(DataType type, Getter getter) implements ColumnFiller {
    @Override
    public Column fill(@Nullable Object[] objects, int count, int maxBytes) {
      double[] values = new double[count];
      Nulls nulls = new Nulls(count);
      if (getter instanceof Getter.Doubles doubles) {
        for (int i = 0; i < count; i++) {
          Object object = objects[i];
          if (object == null || isAbsent(object, doubles.isNull())) {
            nulls.set(i);
          } else {
            values[i] = doubles.get().applyAsDouble(object);
          }
        }
      } else {
        box(objects, count, values, nulls);
      }
      return type == DataType.DOUBLE
          ? new DoubleColumn(type, values, nulls.validity(), count)
          : new FloatColumn(type, floats(values), nulls.validity(), count);
    }

    private void box(@Nullable Object[] objects, int count, double[] values, Nulls nulls) {
      for (int i = 0; i < count; i++) {
        Object value = getter.box(objects[i]);
        if (value == null) {
          nulls.set(i);
        } else if (value instanceof Float
            || (value instanceof Double && type == DataType.DOUBLE)
            || (value instanceof Double number && isFloat(number))) {
          values[i] = ((Number) value).doubleValue();
        } else {
          throw misfit(i, value, type);
        }
      }
    }

    private static boolean isFloat(double number) {
      return Double.isNaN(number) || (float) number == number;
    }

    private static float[] floats(double[] values) {
      float[] floats = new float[values.length];
      for (int i = 0; i < values.length; i++) {
        floats[i] = (float) values[i];
      }
      return floats;
    }
  }

  record OfDecimals(DecimalType type, Getter getter) implements ColumnFiller {
    @Override
    public Column fill(@Nullable Object[] objects, int count, int maxBytes) {
      return type.fitsLong() ? fillLongs(objects, count) : fillWide(objects, count);
    }

    private Column fillLongs(@Nullable Object[] objects, int count) {
      long[] values = new long[count];
      Nulls nulls = new Nulls(count);
      long bound = BigInteger.TEN.pow(type.precision()).longValueExact();
      for (int i = 0; i < count; i++) {
        Object value = getter.box(objects[i]);
        if (value == null) {
          nulls.set(i);
        } else {
          BigDecimal scaled = scaled(i, value);
          // The unscaled value, without making a BigInteger of it.
          long unscaled = scaled.scaleByPowerOfTen(type.scale()).longValue();
          if (scaled.precision() > type.precision() || unscaled >= bound || unscaled <= -bound) {
            throw misfit(i, value, type);
          }
          values[i] = unscaled;
        }
      }
      return new LongColumn(type, values, nulls.validity(), count);
    }

    private Column fillWide(@Nullable Object[] objects, int count) {
      long[] high = new long[count];
      long[] low = new long[count];
      Nulls nulls = new Nulls(count);
      for (int i = 0; i < count; i++) {
        Object value = getter.box(objects[i]);
        if (value == null) {
          nulls.set(i);
        } else {
          BigDecimal scaled = scaled(i, value);
          if (scaled.precision() > type.precision()) {
            throw misfit(i, value, type);
          }
          BigInteger unscaled = scaled.unscaledValue();
          low[i] = unscaled.longValue();
          high[i] = unscaled.shiftRight(64).longValue();
        }
      }
      return new Decimal128Column(type, high, low, nulls.validity(), count);
    }

    private BigDecimal scaled(int index, Object value) {
      BigDecimal decimal =
          value instanceof BigDecimal exact ? exact : BigDecimal.valueOf(whole(index, value, type));
      if (decimal.scale() == type.scale()) {
        return decimal;
      }
      try {
        return decimal.setScale(type.scale());
      } catch (ArithmeticException e) {
        throw new Misfit(
            index, "a " + type + " does not hold " + value.toString() + " without rounding it");
      }
    }
  }
}
