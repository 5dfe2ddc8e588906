package dev.lakehouse.expr.bind;

import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructType;
import java.util.Optional;

/** Kinds of types that rules speak of. */
public final class TypeClass {
  private TypeClass() {}

  /** True for tinyint, smallint, int and bigint. */
  public static boolean isInteger(DataType type) {
    return type == DataType.BYTE
        || type == DataType.SHORT
        || type == DataType.INT
        || type == DataType.LONG;
  }

  /** True for float and double. */
  public static boolean isFloating(DataType type) {
    return type == DataType.FLOAT || type == DataType.DOUBLE;
  }

  /** True for every number. */
  public static boolean isNumber(DataType type) {
    return isInteger(type) || isFloating(type) || type instanceof DecimalType;
  }

  /** True for timestamp and timestamp_ntz. */
  public static boolean isTime(DataType type) {
    return type == DataType.TIMESTAMP || type == DataType.TIMESTAMP_NTZ;
  }

  /** True for dates and times. */
  public static boolean isDateOrTime(DataType type) {
    return type == DataType.DATE || isTime(type);
  }

  /** True for what is neither nested nor a variant nor void. */
  public static boolean isAtomic(DataType type) {
    return !DataType.isNested(type) && type != DataType.VARIANT && type != DataType.VOID;
  }

  /** True if values of the type have an order. */
  public static boolean isOrdered(DataType type) {
    if (type instanceof ArrayType array) {
      return isOrdered(array.element());
    } else if (type instanceof StructType struct) {
      return struct.fields().stream().allMatch(field -> isOrdered(field.type()));
    }
    return !(type instanceof MapType) && type != DataType.VARIANT;
  }

  /** The decimal type that holds every value of an integer or decimal type. */
  public static Optional<DecimalType> exactDecimal(DataType type) {
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
}
