package dev.lakehouse.expr.skip;

import dev.lakehouse.expr.Cast.OnFailure;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.expr.bind.Bound;
import dev.lakehouse.expr.bind.TypeClass;
import dev.lakehouse.expr.cast.Casts;
import dev.lakehouse.expr.time.Truncation;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Functions of one value, and else of constants, that keep the order of values. */
final class Monotone {
  private Monotone() {}

  /** True if {@code bound}, which has an operand, is never less for a greater operand. */
  static boolean isMonotone(Bound bound, ZoneId zone) {
    // A zone that turns its clocks back gives later instants earlier local times.
    boolean steady = zone.getRules().isFixedOffset();
    if (bound instanceof Bound.Conversion conversion) {
      DataType from = conversion.operand().type();
      // A TRY_CAST makes nulls of what does not fit.
      boolean strict =
          conversion.onFailure() == OnFailure.ERROR
              || Casts.isTotal(from, bound.type(), OnFailure.ERROR);
      return strict && isMonotone(from, bound.type(), steady);
    } else if (bound instanceof Bound.Application call) {
      return switch (call.operator()) {
        case YEAR -> true;
        case TRUNC -> isUnit(call.argument(1), call.type());
        case DATE_TRUNC -> steady && isUnit(call.argument(0), call.type());
        default -> false;
      };
    }
    return false;
  }

  private static boolean isUnit(Bound unit, DataType cut) {
    return unit instanceof Bound.Constant constant
        && constant.value() instanceof String name
        && Truncation.isUnit(name, cut);
  }

  private static boolean isMonotone(DataType from, DataType to, boolean steady) {
    if (TypeClass.isNumber(from)) {
      return TypeClass.isFloating(to) || (TypeClass.isNumber(to) && !TypeClass.isFloating(from));
    } else if (from == DataType.DATE) {
      return TypeClass.isTime(to);
    } else if (TypeClass.isTime(from)) {
      boolean local = from == DataType.TIMESTAMP_NTZ && to == DataType.DATE;
      return TypeClass.isDateOrTime(to) && (steady || local);
    }
    return from == DataType.STRING && to == DataType.BINARY;
  }

  /** What {@code bound} is a function of. */
  static Bound operand(Bound bound) {
    return bound
        .children()
        .get(
            bound instanceof Bound.Application call && call.operator() == Operator.DATE_TRUNC
                ? 1
                : 0);
  }

  /**
   * {@code bound} over a column instead of its operand; null, where it may, for what does not fit.
   */
  static Bound of(Bound bound, ColumnPath column) {
    Bound operand = operand(bound);
    Bound slot = new Bound.ColumnRead(column, operand.type());
    if (bound instanceof Bound.Conversion conversion) {
      // TRY_CAST of a date out of range would be the epoch, not null.
      OnFailure onFailure = operand.type() == DataType.DATE ? OnFailure.ERROR : OnFailure.NULL;
      return new Bound.Conversion(slot, bound.type(), onFailure, conversion.source());
    }
    Bound.Application call = (Bound.Application) bound;
    List<Bound> arguments = new ArrayList<>(call.arguments());
    arguments.replaceAll(argument -> argument == operand ? slot : argument);
    return new Bound.Application(call.operator(), arguments, call.type(), call.source());
  }
}
