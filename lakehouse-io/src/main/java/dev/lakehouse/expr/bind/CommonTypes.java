package dev.lakehouse.expr.bind;

import dev.lakehouse.expr.kernel.Widening;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The type to which values of two types are brought to be compared or mixed, as Spark's ANSI mode
 * has it.
 */
final class CommonTypes {
  private CommonTypes() {}

  /** The type that holds values of both types without turning text into anything else. */
  static Optional<DataType> tightest(DataType left, DataType right) {
    if (left.equals(right) || right == DataType.VOID) {
      return Optional.of(left);
    } else if (left == DataType.VOID) {
      return Optional.of(right);
    } else if (isNumber(left) && isNumber(right)) {
      return Optional.of(number(left, right));
    } else if (isDateOrTime(left) && isDateOrTime(right)) {
      return Optional.of(time(left, right));
    }
    return nested(left, right);
  }

  /** As {@link #tightest}, and text is brought to the type of the other side. */
  static Optional<DataType> of(DataType left, DataType right) {
    if (left == DataType.STRING && isAtomic(right)) {
      return Optional.of(ofText(right));
    } else if (right == DataType.STRING && isAtomic(left)) {
      return Optional.of(ofText(left));
    }
    return tightest(left, right);
  }

  private static boolean isAtomic(DataType type) {
    return !DataType.isNested(type) && type != DataType.VARIANT && type != DataType.VOID;
  }

  private static DataType ofText(DataType other) {
    if (isInteger(other)) {
      return DataType.LONG;
    }
    return isNumber(other) ? DataType.DOUBLE : other;
  }

  static boolean isInteger(DataType type) {
    return type == DataType.BYTE
        || type == DataType.SHORT
        || type == DataType.INT
        || type == DataType.LONG;
  }

  static boolean isFraction(DataType type) {
    return type == DataType.FLOAT || type == DataType.DOUBLE;
  }

  static boolean isNumber(DataType type) {
    return isInteger(type) || isFraction(type) || type instanceof DecimalType;
  }

  private static boolean isDateOrTime(DataType type) {
    return type == DataType.DATE || type == DataType.TIMESTAMP || type == DataType.TIMESTAMP_NTZ;
  }

  private static DataType number(DataType left, DataType right) {
    if (isFraction(left) || isFraction(right)) {
      return DataType.DOUBLE;
    } else if (isInteger(left) && isInteger(right)) {
      return ((PrimitiveType) left).compareTo((PrimitiveType) right) < 0 ? right : left;
    }
    return wider(Widening.exact(left).orElseThrow(), Widening.exact(right).orElseThrow());
  }

  /** Keeps all whole digits; past 38 digits the scale gives way. */
  static DecimalType wider(DecimalType left, DecimalType right) {
    int scale = Math.max(left.scale(), right.scale());
    int whole = Math.max(left.precision() - left.scale(), right.precision() - right.scale());
    int excess = Math.max(0, whole + scale - DecimalType.MAX_PRECISION);
    return new DecimalType(whole + scale - excess, Math.max(0, scale - excess));
  }

  private static DataType time(DataType left, DataType right) {
    boolean global = left == DataType.TIMESTAMP || right == DataType.TIMESTAMP;
    return global ? DataType.TIMESTAMP : DataType.TIMESTAMP_NTZ;
  }

  private static Optional<DataType> nested(DataType left, DataType right) {
    if (left instanceof ArrayType a && right instanceof ArrayType b) {
      return of(a.element(), b.element())
          .map(element -> new ArrayType(element, a.containsNull() || b.containsNull()));
    } else if (left instanceof MapType a && right instanceof MapType b) {
      return of(a.key(), b.key())
          .flatMap(
              key ->
                  of(a.value(), b.value())
                      .map(
                          value ->
                              new MapType(
                                  key, value, a.valueContainsNull() || b.valueContainsNull())));
    } else if (left instanceof StructType a && right instanceof StructType b) {
      return struct(a, b).map(type -> type);
    }
    return Optional.empty();
  }

  private static Optional<StructType> struct(StructType left, StructType right) {
    if (left.size() != right.size()) {
      return Optional.empty();
    }
    List<StructField> fields = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      Optional<DataType> type = of(left.field(i).type(), right.field(i).type());
      if (type.isEmpty()) {
        return Optional.empty();
      }
      boolean nullable = left.field(i).nullable() || right.field(i).nullable();
      fields.add(new StructField(left.field(i).name(), type.get(), nullable));
    }
    return Optional.of(new StructType(fields));
  }
}
