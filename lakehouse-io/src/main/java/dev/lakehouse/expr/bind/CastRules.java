package dev.lakehouse.expr.bind;

import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructType;

/** Which casts there are. */
public final class CastRules {
  private CastRules() {}

  /** True if CAST takes values of {@code from} to {@code to}, whether or not each of them fits. */
  public static boolean isAllowed(DataType from, DataType to) {
    if (from.equals(to) || from == DataType.VOID) {
      return true;
    } else if (DataType.isNested(from)) {
      return to == DataType.STRING ? from != DataType.VARIANT : isAllowedNested(from, to);
    } else if (!TypeClass.isAtomic(from) || !TypeClass.isAtomic(to)) {
      return false;
    }
    return from == DataType.STRING || to == DataType.STRING || isAllowedAtomic(from, to);
  }

  private static boolean isAllowedAtomic(DataType from, DataType to) {
    if (from == DataType.BOOLEAN) {
      return TypeClass.isNumber(to);
    } else if (TypeClass.isNumber(from)) {
      return TypeClass.isNumber(to) || to == DataType.BOOLEAN || to == DataType.TIMESTAMP;
    } else if (from == DataType.TIMESTAMP) {
      return TypeClass.isDateOrTime(to) || TypeClass.isNumber(to);
    }
    return TypeClass.isDateOrTime(from) && TypeClass.isDateOrTime(to);
  }

  private static boolean isAllowedNested(DataType from, DataType to) {
    if (from instanceof ArrayType a && to instanceof ArrayType b) {
      return isAllowed(a.element(), b.element());
    } else if (from instanceof MapType a && to instanceof MapType b) {
      return isAllowed(a.key(), b.key()) && isAllowed(a.value(), b.value());
    } else if (from instanceof StructType a && to instanceof StructType b && a.size() == b.size()) {
      for (int i = 0; i < a.size(); i++) {
        if (!isAllowed(a.field(i).type(), b.field(i).type())) {
          return false;
        }
      }
      return true;
    }
    return false;
  }

  /** True if an argument of type {@code from} is cast to a parameter of type {@code to} unasked. */
  static boolean isImplicit(DataType from, DataType to) {
    if (from.equals(to) || from == DataType.VOID) {
      return true;
    } else if (!TypeClass.isAtomic(from) || !TypeClass.isAtomic(to)) {
      return false;
    }
    return from == DataType.STRING
        || to == DataType.STRING
        || (TypeClass.isNumber(from) && TypeClass.isNumber(to))
        || (TypeClass.isDateOrTime(from) && TypeClass.isDateOrTime(to));
  }
}
