package dev.lakehouse.expr.cast;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.expr.Cast.OnFailure;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.kernel.Kernel;
import dev.lakehouse.expr.kernel.Nulls;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.PrimitiveType;

/** The casts of {@link dev.lakehouse.expr.bind.CastRules}. */
public final class Casts {
  private Casts() {}

  /** The cast of columns of type {@code from} to columns of type {@code to}. */
  public static Kernel of(
      DataType from, DataType to, OnFailure onFailure, ExpressionContext context) {
    if (from.equals(to)) {
      return (arguments, live) -> arguments.get(0);
    } else if (from == DataType.VOID) {
      return (arguments, live) -> Nulls.column(to, live.size());
    } else if (DataType.isNested(to)) {
      return NestedCasts.of(from, to, onFailure, context);
    } else if (to instanceof DecimalType decimal) {
      return DecimalCasts.of(from, decimal, onFailure);
    }
    return switch ((PrimitiveType) to) {
      case BOOLEAN -> BooleanCasts.of(from, onFailure);
      case BYTE, SHORT, INT, LONG -> WholeCasts.of(from, to, onFailure);
      case FLOAT, DOUBLE -> FloatingCasts.of(from, to, onFailure);
      case STRING -> TextCasts.of(from, context);
      case BINARY -> (arguments, live) -> relabelled(arguments.get(0), to);
      case DATE -> TimeCasts.toDate(from, onFailure, context);
      case TIMESTAMP -> TimeCasts.toTimestamp(from, onFailure, context);
      case TIMESTAMP_NTZ -> TimeCasts.toLocalTimestamp(from, onFailure, context);
      case VARIANT, VOID -> throw new IllegalArgumentException("No cast to " + to);
    };
  }

  /** True if no value fails, whatever it is. */
  public static boolean isTotal(DataType from, DataType to, OnFailure onFailure) {
    return onFailure == OnFailure.NULL
        || from == DataType.VOID
        || (to == DataType.STRING && !DataType.isNested(from))
        || to == DataType.BINARY
        || (to == DataType.BOOLEAN && from != DataType.STRING)
        || ((to == DataType.DOUBLE || to == DataType.FLOAT) && from != DataType.STRING)
        || isWholeWidening(from, to)
        || isExact(from, to);
  }

  private static boolean isWholeWidening(DataType from, DataType to) {
    return WholeCasts.isWhole(from)
        && WholeCasts.isWhole(to)
        && ((PrimitiveType) from).compareTo((PrimitiveType) to) <= 0;
  }

  private static boolean isExact(DataType from, DataType to) {
    return to instanceof DecimalType decimal && DecimalCasts.isLossless(from, decimal);
  }

  /** The bytes of a text, or the text of bytes, without a copy. */
  static Column relabelled(Column column, DataType type) {
    if (column instanceof DictionaryColumn c) {
      BytesColumn values = (BytesColumn) relabelled(c.dictionary(), type);
      return new DictionaryColumn(c.codes(), values, c.validity(), c.size());
    }
    BytesColumn c = (BytesColumn) column;
    return new BytesColumn(type, c.offsets(), c.data(), c.validity(), c.size());
  }
}
