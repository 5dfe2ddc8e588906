package dev.lakehouse.parquet.decode;

import dev.lakehouse.parquet.LeafType;
import dev.lakehouse.parquet.decode.LongValues.LongConversion;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;
import java.util.Optional;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/**
 * Which stored types can become which types of a table, and how: the same type, or one that the
 * protocol lets a column be widened to.
 */
public final class LeafFit {
  private LeafFit() {}

  /** A collector of {@code type} as values of {@code target}; empty if that cannot be. */
  public static Optional<LeafValues> values(
      LeafType type, DataType target, LegacyCalendar calendar) {
    return Optional.ofNullable(
        target instanceof DecimalType decimal
            ? decimals(type, decimal)
            : target instanceof PrimitiveType primitive
                ? primitives(type, primitive, calendar)
                : null);
  }

  private static @Nullable LeafValues primitives(
      LeafType type, PrimitiveType target, LegacyCalendar calendar) {
    return switch (target) {
      case BOOLEAN ->
          type.physical() == Type.BOOLEAN && isPlain(type) ? new BooleanValues(type) : null;
      case BYTE, SHORT, INT ->
          isInt(type, Type.INT32) && !isUnsigned(type, 32)
              ? new IntValues(type, target, null)
              : null;
      case LONG -> longs(type);
      case FLOAT -> isFloat(type) ? new FloatValues(type) : null;
      case DOUBLE -> isDouble(type) ? new DoubleValues(type) : null;
      case STRING -> isText(type) ? new BytesValues(type, target) : null;
      case BINARY -> isBytes(type) ? new BytesValues(type, target) : null;
      case DATE -> dates(type, calendar);
      case TIMESTAMP, TIMESTAMP_NTZ -> timestamps(type, target, calendar);
      case VARIANT, VOID -> null;
    };
  }

  private static boolean isPlain(LeafType type) {
    return type.meaning() instanceof LeafType.Plain;
  }

  private static boolean isInt(LeafType type, Type physical) {
    return type.physical() == physical && (isPlain(type) || type.meaning() instanceof LeafType.Int);
  }

  private static boolean isUnsigned(LeafType type, int bits) {
    return type.meaning() instanceof LeafType.Int whole && !whole.signed() && whole.bits() == bits;
  }

  private static boolean isFloat(LeafType type) {
    return (type.physical() == Type.FLOAT && isPlain(type))
        || (type.meaning() instanceof LeafType.Float16 && type.length() == 2);
  }

  private static boolean isDouble(LeafType type) {
    return ((type.physical() == Type.DOUBLE || type.physical() == Type.FLOAT) && isPlain(type))
        || (isInt(type, Type.INT32) && !isUnsigned(type, 32));
  }

  private static boolean isText(LeafType type) {
    return type.physical() == Type.BYTE_ARRAY
        && (isPlain(type) || type.meaning() instanceof LeafType.Text);
  }

  private static boolean isBytes(LeafType type) {
    boolean bytes =
        isPlain(type)
            || type.meaning() instanceof LeafType.Text
            || type.meaning() instanceof LeafType.Bytes;
    return bytes
        && (type.physical() == Type.BYTE_ARRAY || type.physical() == Type.FIXED_LEN_BYTE_ARRAY);
  }

  private static @Nullable LeafValues longs(LeafType type) {
    if (isInt(type, Type.INT32)) {
      LongLoader loader = isUnsigned(type, 32) ? LongLoader.UINT32 : LongLoader.INT32;
      return new LongValues(type, DataType.LONG, loader, null);
    }
    return isInt(type, Type.INT64) && !isUnsigned(type, 64)
        ? new LongValues(type, DataType.LONG, LongLoader.INT64, null)
        : null;
  }

  private static @Nullable LeafValues dates(LeafType type, LegacyCalendar calendar) {
    if (type.physical() != Type.INT32
        || !(isPlain(type) || type.meaning() instanceof LeafType.Date)) {
      return null;
    }
    return new IntValues(type, DataType.DATE, calendar.dates() ? LegacyCalendar::rebaseDays : null);
  }

  private static @Nullable LeafValues timestamps(
      LeafType type, DataType target, LegacyCalendar calendar) {
    boolean rebased = target == DataType.TIMESTAMP;
    if (type.physical() == Type.INT96 && isPlain(type)) {
      LongConversion rebase = rebased && calendar.int96() ? calendar::rebaseMicros : null;
      return new LongValues(type, target, LongLoader.INT96, rebase);
    }
    if (type.meaning() instanceof LeafType.Timestamp time && type.physical() == Type.INT64) {
      LongConversion rebase = rebased && calendar.dates() ? calendar::rebaseMicros : null;
      LongConversion scale = toMicros(time.unit());
      LongConversion both = scale == null ? rebase : rebase == null ? scale : scale.then(rebase);
      return new LongValues(type, target, LongLoader.INT64, both);
    }
    boolean isDate = type.meaning() instanceof LeafType.Date && type.physical() == Type.INT32;
    return isDate && target == DataType.TIMESTAMP_NTZ
        ? new LongValues(type, target, LongLoader.INT32, times(LongLoader.MICROS_PER_DAY))
        : null;
  }

  private static @Nullable LongConversion toMicros(LeafType.Unit unit) {
    return switch (unit) {
      case MILLIS -> times(1000);
      case MICROS -> null;
      case NANOS ->
          (values, from, to) -> {
            for (int i = from; i < to; i++) {
              values[i] = Math.floorDiv(values[i], 1000);
            }
          };
    };
  }

  private static LongConversion times(long factor) {
    return (values, from, to) -> {
      for (int i = from; i < to; i++) {
        values[i] = Math.multiplyExact(values[i], factor);
      }
    };
  }

  private static @Nullable LeafValues decimals(LeafType type, DecimalType target) {
    int scale;
    int whole;
    if (type.meaning() instanceof LeafType.Decimal decimal) {
      scale = decimal.scale();
      whole = decimal.precision() - scale;
    } else if (isInt(type, Type.INT32) || isInt(type, Type.INT64)) {
      scale = 0;
      whole = digits(type);
    } else {
      return null;
    }
    int scaleUp = target.scale() - scale;
    if (scaleUp < 0 || whole > target.precision() - target.scale()) {
      return null;
    }
    if (!target.fitsLong()) {
      return new Decimal128Values(type, target, scaleUp);
    }
    LongConversion rescale =
        scaleUp == 0 ? null : times(java.math.BigInteger.TEN.pow(scaleUp).longValueExact());
    return new LongValues(type, target, decimalLoader(type), rescale);
  }

  /** How many digits a whole number may have. */
  private static int digits(LeafType type) {
    if (type.meaning() instanceof LeafType.Int number && number.bits() < 32) {
      return number.bits() == 8 ? 3 : 5;
    }
    return type.physical() == Type.INT32 ? 10 : 20;
  }

  private static LongLoader decimalLoader(LeafType type) {
    return switch (type.physical()) {
      case INT32 -> isUnsigned(type, 32) ? LongLoader.UINT32 : LongLoader.INT32;
      case INT64 -> LongLoader.INT64;
      default -> LongLoader.BIG_ENDIAN;
    };
  }
}
