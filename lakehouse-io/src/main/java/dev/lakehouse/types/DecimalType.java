package dev.lakehouse.types;

/**
 * An exact decimal.
 *
 * @param precision digits in all, 1 to 38
 * @param scale digits after the point, 0 to {@code precision}
 */
public record DecimalType(int precision, int scale) implements DataType {
  /** The most digits a decimal can have. */
  public static final int MAX_PRECISION = 38;

  /** The most digits whose unscaled value always fits a {@code long}. */
  public static final int MAX_LONG_PRECISION = 18;

  /** Checks precision and scale. */
  public DecimalType {
    if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
      throw new IllegalArgumentException(
          "decimal("
              + precision
              + ","
              + scale
              + ") is no type: 1 <= precision <= 38 and 0 <= scale <= precision");
    }
  }

  /** True if every unscaled value fits a {@code long}. */
  public boolean fitsLong() {
    return precision <= MAX_LONG_PRECISION;
  }

  @Override
  public String toString() {
    return "decimal(" + precision + "," + scale + ")";
  }
}
