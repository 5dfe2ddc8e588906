package dev.lakehouse.expr.text;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Floating numbers as text, digit by digit as {@code Double.toString} and {@code Float.toString} of
 * JDK 17 print them, which is what Spark writes. Later JDKs print fewer digits for some numbers, so
 * the running JDK is not asked.
 *
 * <p>The method is Steele and White's free-format printing (PLDI 1990): digits of {@code B / S} are
 * taken off until what is left is within half a unit in the last place, {@code M}. Where JDK 17
 * departs from it (whole numbers below 2^63, the test at equality, at least two digits in
 * exponential form) so does this.
 */
public final class FloatingText {
  private static final int FRACTION_BITS = 52;
  private static final int FLOAT_FRACTION_BITS = 23;
  private static final int DOUBLE_BIAS = 1023;
  private static final int FLOAT_BIAS = 127;

  /** Whole numbers of more bits go the general way. */
  private static final int MAX_WHOLE_EXPONENT = 62;

  private static final double LOG10_OF_2 = 0.301029995663981;

  /** The digits, without leading or trailing zeros apart from a lone zero. */
  private final StringBuilder digits = new StringBuilder(20);

  /** The value is {@code 0.digits * 10^point}. */
  private int point;

  private FloatingText() {}

  /** {@code value} as JDK 17's {@code Double.toString}. */
  public static String of(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return nonFinite(value);
    }
    String sign = Double.doubleToRawLongBits(value) < 0 ? "-" : "";
    return value == 0 ? sign + "0.0" : sign + ofDouble(Math.abs(value)).formatted();
  }

  /** {@code value} as JDK 17's {@code Float.toString}. */
  public static String of(float value) {
    if (Float.isNaN(value) || Float.isInfinite(value)) {
      return nonFinite(value);
    }
    String sign = Float.floatToRawIntBits(value) < 0 ? "-" : "";
    return value == 0 ? sign + "0.0" : sign + ofFloat(Math.abs(value)).formatted();
  }

  /** The decimal that {@link #of(double)} spells; {@code value} is finite. */
  public static BigDecimal decimal(double value) {
    if (value == 0) {
      return new BigDecimal("0.0");
    }
    FloatingText text = ofDouble(Math.abs(value));
    BigInteger unscaled = new BigInteger(text.digits.toString());
    BigDecimal magnitude = new BigDecimal(unscaled, text.digits.length() - text.point);
    return value < 0 ? magnitude.negate() : magnitude;
  }

  private static String nonFinite(double value) {
    return Double.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
  }

  private static FloatingText ofDouble(double value) {
    long bits = Double.doubleToRawLongBits(value);
    long fraction = bits & ((1L << FRACTION_BITS) - 1);
    int exponent = (int) (bits >>> FRACTION_BITS);
    FloatingText text = new FloatingText();
    if (exponent == 0) {
      int significant = 64 - Long.numberOfLeadingZeros(fraction);
      int shift = FRACTION_BITS + 1 - significant;
      text.develop(1 - shift - DOUBLE_BIAS, fraction << shift, significant);
    } else {
      text.develop(exponent - DOUBLE_BIAS, fraction | 1L << FRACTION_BITS, FRACTION_BITS + 1);
    }
    return text;
  }

  private static FloatingText ofFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    long fraction = bits & ((1 << FLOAT_FRACTION_BITS) - 1);
    int exponent = bits >>> FLOAT_FRACTION_BITS;
    int widen = FRACTION_BITS - FLOAT_FRACTION_BITS;
    FloatingText text = new FloatingText();
    if (exponent == 0) {
      int significant = 64 - Long.numberOfLeadingZeros(fraction);
      int shift = FLOAT_FRACTION_BITS + 1 - significant;
      text.develop(1 - shift - FLOAT_BIAS, fraction << (shift + widen), significant);
    } else {
      long normalized = (fraction | 1L << FLOAT_FRACTION_BITS) << widen;
      text.develop(exponent - FLOAT_BIAS, normalized, FLOAT_FRACTION_BITS + 1);
    }
    return text;
  }

  /**
   * Finds digits and point.
   *
   * @param exponent the value is {@code fraction * 2^(exponent - 52)}
   * @param fraction normalized: bit 52 is the highest
   * @param significant how many bits of the fraction the type keeps
   */
  private void develop(int exponent, long fraction, int significant) {
    int fractionBits = FRACTION_BITS + 1 - Long.numberOfTrailingZeros(fraction);
    int bitsAfterPoint = Math.max(0, fractionBits - exponent - 1);
    if (bitsAfterPoint == 0 && exponent <= MAX_WHOLE_EXPONENT && exponent >= 0) {
      developWhole(exponent, fraction, significant);
    } else {
      developGeneral(exponent, fraction, significant, fractionBits, bitsAfterPoint);
    }
  }

  private void developWhole(int exponent, long fraction, int significant) {
    long whole =
        exponent >= FRACTION_BITS
            ? fraction << (exponent - FRACTION_BITS)
            : fraction >>> (FRACTION_BITS - exponent);
    int surplusBits = exponent - significant - 1;
    int insignificant = surplusBits > 1 ? (int) (surplusBits * LOG10_OF_2) : 0;
    if (insignificant > 0) {
      long power = BigInteger.TEN.pow(insignificant).longValueExact();
      long residue = whole % power;
      whole = whole / power + (residue >= power / 2 ? 1 : 0);
    }
    digits.append(whole);
    point = digits.length() + insignificant;
    stripZeros();
  }

  private void developGeneral(
      int exponent, long fraction, int significant, int fractionBits, int bitsAfterPoint) {
    int decimalExponent = estimate(exponent, fraction);
    int fives = Math.max(0, -decimalExponent);
    int scaleFives = Math.max(0, decimalExponent);
    int twos = fives + bitsAfterPoint + exponent;
    int scaleTwos = scaleFives + bitsAfterPoint;
    int marginTwos = twos - significant;
    twos -= fractionBits - 1;
    int common = Math.min(twos, scaleTwos);
    // Below a power of two the numbers lie twice as close.
    marginTwos -= common + (fractionBits == 1 ? 1 : 0);
    int lift = Math.max(0, -marginTwos);
    twos += lift - common;
    scaleTwos += lift - common;
    marginTwos += lift;
    long odd = fraction >>> (FRACTION_BITS + 1 - fractionBits);
    int bits =
        Math.max(
            fractionBits + twos + bitsOfPowerOf5(fives),
            scaleTwos + 1 + bitsOfPowerOf5(scaleFives + 1));
    BigInteger b = power5(fives).multiply(BigInteger.valueOf(odd)).shiftLeft(twos);
    BigInteger s = power5(scaleFives).shiftLeft(scaleTwos);
    BigInteger m = power5(fives).shiftLeft(marginTwos);
    point = decimalExponent + 1;
    if (bits < 64) {
      takeDigits(b.longValue(), s.longValue(), m.longValue(), bits < 32);
    } else {
      takeDigits(b, s, m);
    }
    stripZeros();
  }

  /** JDK 17 lets ints and longs overflow here, and prints what comes of it. */
  private void takeDigits(long number, long scale, long initialMargin, boolean ints) {
    long tenScale = 10 * scale;
    long b = number;
    long margin = initialMargin;
    boolean low = false;
    boolean high = false;
    for (boolean first = true; first || (!low && !high); first = false) {
      long digit = b / scale;
      b = 10 * (b % scale);
      margin = narrowed(10 * margin, ints);
      boolean overflown = margin <= 0 && !first;
      low = overflown || b < margin;
      high = overflown || narrowed(b + margin, ints) > tenScale;
      if (take((int) digit, first, high)) {
        low = false;
        high = false;
      }
    }
    if (high && (!low || roundsUp(Long.signum(narrowed((b << 1) - tenScale, ints))))) {
      roundUp();
    }
  }

  private static long narrowed(long value, boolean toInt) {
    return toInt ? (int) value : value;
  }

  private void takeDigits(BigInteger number, BigInteger scale, BigInteger initialMargin) {
    BigInteger tenScale = scale.multiply(BigInteger.TEN);
    BigInteger b = number;
    BigInteger margin = initialMargin;
    boolean low = false;
    boolean high = false;
    for (boolean first = true; first || (!low && !high); first = false) {
      BigInteger[] quotient = b.divideAndRemainder(scale);
      b = quotient[1].multiply(BigInteger.TEN);
      margin = margin.multiply(BigInteger.TEN);
      low = b.compareTo(margin) < 0;
      high = b.add(margin).compareTo(tenScale) >= 0;
      if (take(quotient[0].intValue(), first, high)) {
        low = false;
        high = false;
      }
    }
    if (high && (!low || roundsUp(b.shiftLeft(1).compareTo(tenScale)))) {
      roundUp();
    }
  }

  /** Keeps a digit, but no leading zero; true if another one must follow. */
  private boolean take(int digit, boolean first, boolean high) {
    if (first && digit == 0 && !high) {
      point--;
    } else {
      digits.append((char) ('0' + digit));
    }
    // Exponential form has a digit after the point in any case.
    return first && (point < -2 || point >= 9);
  }

  private boolean roundsUp(int sign) {
    boolean odd = (digits.charAt(digits.length() - 1) & 1) != 0;
    return sign > 0 || (sign == 0 && odd);
  }

  private void roundUp() {
    int at = digits.length() - 1;
    while (at >= 0 && digits.charAt(at) == '9') {
      digits.setCharAt(at--, '0');
    }
    if (at < 0) {
      digits.insert(0, '1');
      point++;
    } else {
      digits.setCharAt(at, (char) (digits.charAt(at) + 1));
    }
  }

  private void stripZeros() {
    int length = digits.length();
    while (length > 1 && digits.charAt(length - 1) == '0') {
      length--;
    }
    digits.setLength(length);
  }

  /** The power of ten at or one above that of the first digit. */
  private static int estimate(int exponent, long fraction) {
    long one = (long) DOUBLE_BIAS << FRACTION_BITS;
    double normalized = Double.longBitsToDouble(one | (fraction & ((1L << FRACTION_BITS) - 1)));
    double log = (normalized - 1.5) * 0.289529654 + 0.176091259 + exponent * LOG10_OF_2;
    return (int) Math.floor(log);
  }

  private static BigInteger power5(int exponent) {
    return BigInteger.valueOf(5).pow(exponent);
  }

  private static int bitsOfPowerOf5(int exponent) {
    if (exponent == 0) {
      return 0;
    }
    return exponent < 27 ? power5(exponent).bitLength() : 3 * exponent;
  }

  private String formatted() {
    if (point > 0 && point < 8) {
      return plain();
    } else if (point <= 0 && point > -3) {
      return "0." + "0".repeat(-point) + digits;
    }
    String rest = digits.length() > 1 ? digits.substring(1) : "0";
    return digits.charAt(0) + "." + rest + "E" + (point - 1);
  }

  private String plain() {
    if (digits.length() <= point) {
      return digits + "0".repeat(point - digits.length()) + ".0";
    }
    return digits.substring(0, point) + "." + digits.substring(point);
  }
}
