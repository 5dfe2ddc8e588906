package dev.lakehouse.expr.bind;

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
import java.util.function.BinaryOperator;

/** The type to which values of two types are brought, as Spark's ANSI mode has it. */
final class CommonTypes {
  private CommonTypes() {}

  private interface Rule {
    Optional<DataType> of(DataType left, DataType right);
  }

  /** The type that holds values of both types; text stays among itself. */
  static Optional<DataType> tightest(DataType left, DataType right) {
    return common(left, right, CommonTypes::tightest);
  }

  /** As {@link #tightest}, but text is brought to the type of the other side, at any depth. */
  static Optional<DataType> widest(DataType left, DataType right) {
    Optional<DataType> ofText = ofText(left, right);
    return ofText.isPresent() ? ofText : common(left, right, CommonTypes::widest);
  }

  /** As {@link #tightest}, but text is brought to the type of the other side if it is atomic. */
  static Optional<DataType> forComparison(DataType left, DataType right) {
    Optional<DataType> ofText = ofText(left, right);
    return ofText.isPresent() ? ofText : tightest(left, right);
  }

  /** What text and an atomic type become; empty if neither or both sides are text. */
  static Optional<DataType> ofText(DataType left, DataType right) {
    if ((left == DataType.STRING) == (right == DataType.STRING)) {
      return Optional.empty();
    }
    DataType other = left == DataType.STRING ? right : left;
    if (!TypeClass.isAtomic(other)) {
      return Optional.empty();
    } else if (TypeClass.isInteger(other)) {
      return Optional.of(DataType.LONG);
    }
    return Optional.of(TypeClass.isNumber(other) ? DataType.DOUBLE : other);
  }

  private static Optional<DataType> common(DataType left, DataType right, Rule rule) {
    if (left.equals(right) || right == DataType.VOID) {
      return Optional.of(left);
    } else if (left == DataType.VOID) {
      return Optional.of(right);
    } else if (TypeClass.isNumber(left) && TypeClass.isNumber(right)) {
      return Optional.of(number(left, right));
    } else if (TypeClass.isDateOrTime(left) && TypeClass.isDateOrTime(right)) {
      return Optional.of(time(left, right));
    }
    return nested(left, right, rule);
  }

  private static DataType number(DataType left, DataType right) {
    if (TypeClass.isFloating(left) || TypeClass.isFloating(right)) {
      return DataType.DOUBLE;
    } else if (TypeClass.isInteger(left) && TypeClass.isInteger(right)) {
      return ((PrimitiveType) left).compareTo((PrimitiveType) right) < 0 ? right : left;
    }
    return wider(
        TypeClass.exactDecimal(left).orElseThrow(), TypeClass.exactDecimal(right).orElseThrow());
  }

  /** Keeps all whole digits; past 38 digits the scale gives way. */
  static DecimalType wider(DecimalType left, DecimalType right) {
    int scale = Math.max(left.scale(), right.scale());
    int whole = Math.max(left.precision() - left.scale(), right.precision() - right.scale());
    int excess = Math.max(0, whole + scale - DecimalType.MAX_PRECISION);
    int keptScale = Math.max(0, scale - excess);
    return new DecimalType(Math.min(DecimalType.MAX_PRECISION, whole + keptScale), keptScale);
  }

  private static DataType time(DataType left, DataType right) {
    boolean global = left == DataType.TIMESTAMP || right == DataType.TIMESTAMP;
    return global ? DataType.TIMESTAMP : DataType.TIMESTAMP_NTZ;
  }

  private static Optional<DataType> nested(DataType left, DataType right, Rule rule) {
    if (left instanceof ArrayType a && right instanceof ArrayType b) {
      return rule.of(a.element(), b.element()).map(DataType::array);
    } else if (left instanceof MapType a && right instanceof MapType b) {
      Optional<DataType> key = rule.of(a.key(), b.key());
      Optional<DataType> value = rule.of(a.value(), b.value());
      return key.flatMap(k -> value.map(v -> DataType.map(k, v)));
    } else if (left instanceof StructType a && right instanceof StructType b) {
      return struct(a, b, rule);
    }
    return Optional.empty();
  }

  private static Optional<DataType> struct(StructType left, StructType right, Rule rule) {
    if (left.size() != right.size()) {
      return Optional.empty();
    }
    List<StructField> fields = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      Optional<DataType> type = rule.of(left.field(i).type(), right.field(i).type());
      if (type.isEmpty()) {
        return Optional.empty();
      }
      fields.add(StructField.optional(left.field(i).name(), type.get()));
    }
    return Optional.of(new StructType(fields));
  }

  /** The decimal types of arithmetic. */
  static final class Decimals {
    /** Division and what must give way keep this much scale. */
    private static final int MIN_SCALE = 6;

    private Decimals() {}

    static final BinaryOperator<DecimalType> SUM =
        (a, b) -> {
          int scale = Math.max(a.scale(), b.scale());
          return bounded(Math.max(whole(a), whole(b)) + scale + 1, scale);
        };

    static final BinaryOperator<DecimalType> PRODUCT =
        (a, b) -> bounded(a.precision() + b.precision() + 1, a.scale() + b.scale());

    static final BinaryOperator<DecimalType> QUOTIENT =
        (a, b) -> {
          int scale = Math.max(MIN_SCALE, a.scale() + b.precision() + 1);
          return bounded(whole(a) + b.scale() + scale, scale);
        };

    static final BinaryOperator<DecimalType> REMAINDER =
        (a, b) -> {
          int scale = Math.max(a.scale(), b.scale());
          return bounded(Math.min(whole(a), whole(b)) + scale, scale);
        };

    private static int whole(DecimalType type) {
      return type.precision() - type.scale();
    }

    private static DecimalType bounded(int precision, int scale) {
      if (precision <= DecimalType.MAX_PRECISION) {
        return new DecimalType(precision, scale);
      }
      int whole = precision - scale;
      int kept = Math.max(DecimalType.MAX_PRECISION - whole, Math.min(scale, MIN_SCALE));
      return new DecimalType(DecimalType.MAX_PRECISION, kept);
    }
  }
}
