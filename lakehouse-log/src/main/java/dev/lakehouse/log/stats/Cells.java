package dev.lakehouse.log.stats;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.Decimal128Column;
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
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A column of bounds being filled from JSON, a row at a time in ascending order. A value that is
 * not of the type leaves its cell, and no other, unknown.
 */
sealed interface Cells {
  /** Which bound a column of cells holds: what is not exact is moved outwards. */
  enum Bound {
    MIN,
    MAX
  }

  /** Takes the value at which {@code json} stands, known to be a text or a number. */
  void set(int row, JsonCursor json, boolean isText);

  /** Makes the cell of {@code row} unknown again. */
  void clear(int row);

  /** The column. */
  Column build(int size);

  /** Empty cells for {@code size} bounds of a column; none for types that have no bounds. */
  static Cells of(StatisticsColumn column, Bound bound, int size) {
    if (column.type() instanceof DecimalType decimal) {
      return decimal.fitsLong()
          ? new OfLongs(decimal, new DecimalText(decimal, bound), size)
          : new OfDecimals(decimal, bound, size);
    }
    if (!(column.type() instanceof PrimitiveType primitive)) {
      return new None();
    }
    return switch (primitive) {
      case BYTE, SHORT, INT, DATE -> new OfInts(primitive, size);
      case LONG -> new OfLongs(primitive, Cells::parseLong, size);
      case TIMESTAMP -> new OfLongs(primitive, new TimestampText(bound, true), size);
      case TIMESTAMP_NTZ -> new OfLongs(primitive, new TimestampText(bound, false), size);
      case FLOAT -> new OfDoubles(primitive, bound, false, size);
      case DOUBLE -> new OfDoubles(primitive, bound, column.wasFloat(), size);
      case STRING -> new OfTexts(size);
      case BOOLEAN, BINARY, VARIANT, VOID -> new None();
    };
  }

  /** Cells for counts. */
  static OfLongs counts(int size) {
    return new OfLongs(DataType.LONG, Cells::parseLong, size);
  }

  /** Turns a value into a long. */
  interface LongParser {
    /** Says that a value is none. */
    long NONE = Long.MIN_VALUE;

    long parse(JsonCursor json, boolean isText);
  }

  /** The whole number that is the value of {@code json}; NONE if it is none. */
  static long parseLong(JsonCursor json, boolean isText) {
    byte[] data = json.data;
    int at = json.valueStart();
    int end = json.valueEnd();
    boolean negative = at < end && data[at] == '-';
    at += negative ? 1 : 0;
    if (isText || at == end || end - at > 19) {
      return LongParser.NONE;
    }
    long value = 0;
    for (; at < end; at++) {
      int digit = data[at] - '0';
      if (digit < 0 || digit > 9) {
        return LongParser.NONE;
      }
      value = 10 * value - digit;
      if (value > 0) {
        return LongParser.NONE;
      }
    }
    if (negative) {
      return value;
    }
    return value == Long.MIN_VALUE ? LongParser.NONE : -value;
  }

  /** Nothing is known of columns of this type. */
  record None() implements Cells {
    @Override
    public void set(int row, JsonCursor json, boolean isText) {}

    @Override
    public void clear(int row) {}

    @Override
    public Column build(int size) {
      return new NullColumn(size);
    }
  }

  /** Small whole numbers and dates. */
  final class OfInts implements Cells {
    private final PrimitiveType type;
    private final int[] values;
    private final boolean[] known;
    private final TimeText time = new TimeText();

    OfInts(PrimitiveType type, int size) {
      this.type = type;
      this.values = new int[size];
      this.known = new boolean[size];
    }

    @Override
    public void set(int row, JsonCursor json, boolean isText) {
      long value = LongParser.NONE;
      if (type != PrimitiveType.DATE) {
        value = parseLong(json, isText);
      } else if (isText && time.parseDate(json.text())) {
        value = time.days();
      }
      int most =
          type == PrimitiveType.BYTE
              ? Byte.MAX_VALUE
              : type == PrimitiveType.SHORT ? Short.MAX_VALUE : Integer.MAX_VALUE;
      if (value >= -1L - most && value <= most) {
        values[row] = (int) value;
        known[row] = true;
      }
    }

    @Override
    public void clear(int row) {
      known[row] = false;
    }

    @Override
    public Column build(int size) {
      return new IntColumn(type, values, Validity.ofBooleans(known, size), size);
    }
  }

  /** Whole numbers, times, and decimals that fit a long. */
  final class OfLongs implements Cells {
    private final DataType type;
    private final LongParser parser;
    private final long[] values;
    private final boolean[] known;

    OfLongs(DataType type, LongParser parser, int size) {
      this.type = type;
      this.parser = parser;
      this.values = new long[size];
      this.known = new boolean[size];
    }

    @Override
    public void set(int row, JsonCursor json, boolean isText) {
      long value = parser.parse(json, isText);
      values[row] = value;
      known[row] = value != LongParser.NONE;
    }

    boolean isKnown(int row) {
      return known[row];
    }

    long value(int row) {
      return values[row];
    }

    @Override
    public void clear(int row) {
      known[row] = false;
    }

    @Override
    public LongColumn build(int size) {
      return new LongColumn(type, values, Validity.ofBooleans(known, size), size);
    }
  }

  /**
   * Times: writers cut them to milliseconds, and some cut seconds off the offsets of old local
   * times, so bounds are moved outwards by as much.
   */
  record TimestampText(Bound bound, boolean inZone, TimeText time) implements LongParser {
    private static final long CUT_MICROS = 1000;
    private static final long CUT_OFFSET_MICROS = 59_000_000;

    TimestampText(Bound bound, boolean inZone) {
      this(bound, inZone, new TimeText());
    }

    @Override
    public long parse(JsonCursor json, boolean isText) {
      if (!isText || !time.parseTime(json.text())) {
        return NONE;
      }
      boolean odd = time.zoneKind() == TimeText.Zone.MINUTES;
      if (!inZone && time.offsetSeconds() != 0) {
        return NONE;
      }
      long slack = odd ? CUT_OFFSET_MICROS : 0;
      try {
        long micros = Math.subtractExact(time.localMicros(), time.offsetSeconds() * 1_000_000);
        return bound == Bound.MIN
            ? Math.max(NONE + 1, Math.subtractExact(micros, slack))
            : Math.addExact(micros, slack + CUT_MICROS);
      } catch (ArithmeticException e) {
        // Beyond every time there is: as a maximum it excludes nothing.
        return bound == Bound.MAX && time.localMicros() > 0 ? Long.MAX_VALUE : NONE;
      }
    }
  }

  /** Decimals that fit a long, as their unscaled values. */
  record DecimalText(DecimalType type, Bound bound) implements LongParser {
    @Override
    public long parse(JsonCursor json, boolean isText) {
      BigInteger unscaled = unscaled(json, type, bound);
      return unscaled == null || unscaled.bitLength() > 63 ? NONE : unscaled.longValue();
    }

    static @Nullable BigInteger unscaled(JsonCursor json, DecimalType type, Bound bound) {
      try {
        BigDecimal value = new BigDecimal(json.text());
        if (value.scale() < -400 || value.scale() > 400) {
          return null;
        }
        BigInteger unscaled =
            value
                .setScale(
                    type.scale(), bound == Bound.MIN ? RoundingMode.FLOOR : RoundingMode.CEILING)
                .unscaledValue();
        return unscaled.bitLength() > 127 ? null : unscaled;
      } catch (NumberFormatException e) {
        return null;
      }
    }
  }

  /** Decimals that do not fit a long. */
  final class OfDecimals implements Cells {
    private final DecimalType type;
    private final Bound bound;
    private final long[] highs;
    private final long[] lows;
    private final boolean[] known;

    OfDecimals(DecimalType type, Bound bound, int size) {
      this.type = type;
      this.bound = bound;
      this.highs = new long[size];
      this.lows = new long[size];
      this.known = new boolean[size];
    }

    @Override
    public void set(int row, JsonCursor json, boolean isText) {
      BigInteger unscaled = DecimalText.unscaled(json, type, bound);
      if (unscaled != null) {
        highs[row] = unscaled.shiftRight(64).longValue();
        lows[row] = unscaled.longValue();
        known[row] = true;
      }
    }

    @Override
    public void clear(int row) {
      known[row] = false;
    }

    @Override
    public Column build(int size) {
      return new Decimal128Column(type, highs, lows, Validity.ofBooleans(known, size), size);
    }
  }

  /**
   * Floating numbers. A column that was widened from float may hold values that are a float's
   * nearest double while their text is the float's, or the other way round.
   */
  final class OfDoubles implements Cells {
    private final PrimitiveType type;
    private final Bound bound;
    private final boolean wasFloat;
    private final double[] values;
    private final boolean[] known;

    OfDoubles(PrimitiveType type, Bound bound, boolean wasFloat, int size) {
      this.type = type;
      this.bound = bound;
      this.wasFloat = wasFloat;
      this.values = new double[size];
      this.known = new boolean[size];
    }

    @Override
    public void set(int row, JsonCursor json, boolean isText) {
      try {
        String text = json.text();
        double value = type == PrimitiveType.FLOAT ? Float.parseFloat(text) : parse(text);
        values[row] = value;
        known[row] = !Double.isNaN(value);
      } catch (NumberFormatException e) {
        known[row] = false;
      }
    }

    private double parse(String text) {
      double exact = Double.parseDouble(text);
      double nearest = wasFloat ? Float.parseFloat(text) : exact;
      return bound == Bound.MIN ? Math.min(exact, nearest) : Math.max(exact, nearest);
    }

    @Override
    public void clear(int row) {
      known[row] = false;
    }

    @Override
    public Column build(int size) {
      Validity validity = Validity.ofBooleans(known, size);
      if (type == PrimitiveType.DOUBLE) {
        return new DoubleColumn(type, values, validity, size);
      }
      float[] floats = new float[size];
      for (int i = 0; i < size; i++) {
        floats[i] = (float) values[i];
      }
      return new FloatColumn(type, floats, validity, size);
    }
  }

  /** Texts. */
  final class OfTexts implements Cells {
    private final int[] ends;
    private final boolean[] known;
    private byte[] bytes = new byte[256];
    private int used;
    private int rows;

    OfTexts(int size) {
      ends = new int[size];
      known = new boolean[size];
    }

    @Override
    public void set(int row, JsonCursor json, boolean isText) {
      if (!isText) {
        return;
      }
      clear(row);
      if (json.isEscaped()) {
        byte[] text = json.text().getBytes(StandardCharsets.UTF_8);
        append(row, text, 0, text.length);
      } else {
        append(row, json.data, json.valueStart(), json.valueEnd() - json.valueStart());
      }
    }

    private void append(int row, byte[] source, int from, int length) {
      fill(row);
      if (used + length > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(used + length, bytes.length + (bytes.length >> 1)));
      }
      System.arraycopy(source, from, bytes, used, length);
      used += length;
      ends[row] = used;
      rows = row + 1;
      known[row] = true;
    }

    private void fill(int upTo) {
      Arrays.fill(ends, rows, Math.max(rows, upTo), used);
      rows = Math.max(rows, upTo);
    }

    @Override
    public void clear(int row) {
      if (known[row]) {
        used = row == 0 ? 0 : ends[row - 1];
        rows = row;
        known[row] = false;
      }
    }

    @Override
    public Column build(int size) {
      fill(size);
      int[] offsets = new int[size + 1];
      System.arraycopy(ends, 0, offsets, 1, size);
      byte[] exact = Arrays.copyOf(bytes, used);
      return new BytesColumn(
          DataType.STRING, offsets, exact, Validity.ofBooleans(known, size), size);
    }
  }
}
