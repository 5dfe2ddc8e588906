package dev.lakehouse.expr.bind;

import dev.lakehouse.types.DataType;
import java.util.List;

/** Types of functions of dates and times. */
final class TimeRules {
  private TimeRules() {}

  /** The bound call. */
  static Bound bind(Arguments arguments) {
    return switch (arguments.call().operator()) {
      case YEAR, MONTH, DAY, DAYOFWEEK ->
          arguments.apply(List.of(arguments.implicit(0, DataType.DATE)), DataType.INT);
      case HOUR, MINUTE, SECOND -> arguments.apply(List.of(time(arguments)), DataType.INT);
      case DATE_TRUNC ->
          arguments.apply(
              List.of(
                  arguments.implicit(0, DataType.STRING),
                  arguments.implicit(1, DataType.TIMESTAMP)),
              DataType.TIMESTAMP);
      case TRUNC ->
          arguments.apply(
              List.of(arguments.implicit(0, DataType.DATE), arguments.implicit(1, DataType.STRING)),
              DataType.DATE);
      case DATE_FORMAT ->
          arguments.apply(
              List.of(
                  arguments.implicit(0, DataType.TIMESTAMP),
                  arguments.implicit(1, DataType.STRING)),
              DataType.STRING);
      case TO_DATE -> parse(arguments, DataType.DATE);
      case TO_TIMESTAMP -> parse(arguments, DataType.TIMESTAMP);
      case DATEDIFF -> arguments.apply(arguments.implicit(DataType.DATE), DataType.INT);
      case DATE_ADD, DATE_SUB -> addDays(arguments);
      case MAKE_DATE -> arguments.apply(arguments.implicit(DataType.INT), DataType.DATE);
      case CURRENT_DATE -> arguments.apply(DataType.DATE);
      case CURRENT_TIMESTAMP -> arguments.apply(DataType.TIMESTAMP);
      default -> throw arguments.failure("is no function of the language");
    };
  }

  private static Bound time(Arguments arguments) {
    return arguments.type(0) == DataType.TIMESTAMP_NTZ
        ? arguments.get(0)
        : arguments.implicit(0, DataType.TIMESTAMP);
  }

  /** Without a pattern a cast; a date or time is cast in any case. */
  private static Bound parse(Arguments arguments, DataType type) {
    DataType given = arguments.type(0);
    boolean number = type == DataType.TIMESTAMP && TypeClass.isNumber(given);
    boolean cast = TypeClass.isDateOrTime(given) || (arguments.size() == 1 && number);
    if (cast) {
      return arguments.convert(arguments.get(0), type);
    }
    Bound text = arguments.implicit(0, DataType.STRING);
    return arguments.size() == 1
        ? arguments.convert(text, type)
        : arguments.apply(List.of(text, arguments.implicit(1, DataType.STRING)), type);
  }

  private static Bound addDays(Arguments arguments) {
    DataType days = arguments.type(1);
    boolean whole = TypeClass.isInteger(days) && days != DataType.LONG;
    boolean text = days == DataType.STRING && arguments.get(1) instanceof Bound.Constant;
    if (!whole && !text && days != DataType.VOID) {
      throw arguments.refused(1, "int");
    }
    return arguments.apply(
        List.of(
            arguments.implicit(0, DataType.DATE),
            arguments.convert(arguments.get(1), DataType.INT)),
        DataType.DATE);
  }
}
