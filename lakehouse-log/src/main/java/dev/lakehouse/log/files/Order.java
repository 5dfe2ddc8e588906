package dev.lakehouse.log.files;

import dev.lakehouse.expr.Call;
import dev.lakehouse.expr.Cast;
import dev.lakehouse.expr.ColumnReference;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Literal;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.Optional;
import java.util.Set;

/** Whether an expression of one column grows, or stays, where the column grows. */
enum Order {
  /** It does. */
  KEPT,
  /** It does among texts that begin with a year of four digits; others begin with a sign. */
  KEPT_WITHIN_FOUR_DIGITS,
  /** It is not known to. */
  NONE;

  private static final Set<String> SORTED_FORMATS =
      Set.of("yyyy", "yyyy-MM", "yyyy-MM-dd", "yyyy-MM-dd-HH");

  /** The order of {@code expression} over columns of {@code schema}. */
  static Order of(Expression expression, StructType schema) {
    if (expression instanceof ColumnReference) {
      return KEPT;
    } else if (expression instanceof Cast cast) {
      return cast.type() == DataType.DATE && isTime(cast.operand(), schema) ? KEPT : NONE;
    } else if (expression instanceof Call call) {
      return of(call, schema);
    }
    return NONE;
  }

  private static Order of(Call call, StructType schema) {
    return switch (call.operator()) {
      case YEAR -> ofTime(call.arguments().get(0), schema);
      case TO_DATE -> call.arguments().size() == 1 ? ofTime(call.arguments().get(0), schema) : NONE;
      case DATE_TRUNC ->
          call.arguments().get(0) instanceof Literal
              ? ofTime(call.arguments().get(1), schema)
              : NONE;
      case TRUNC ->
          call.arguments().get(1) instanceof Literal
              ? ofTime(call.arguments().get(0), schema)
              : NONE;
      case DATE_FORMAT ->
          call.arguments().get(1) instanceof Literal format
                  && format.value() instanceof String text
                  && SORTED_FORMATS.contains(text)
                  && ofTime(call.arguments().get(0), schema) == KEPT
              ? KEPT_WITHIN_FOUR_DIGITS
              : NONE;
      case SUBSTRING -> isPrefix(call, schema) ? KEPT : NONE;
      case LEFT ->
          isText(call.arguments().get(0), schema) && call.arguments().get(1) instanceof Literal
              ? KEPT
              : NONE;
      default -> NONE;
    };
  }

  private static Order ofTime(Expression operand, StructType schema) {
    return isTime(operand, schema) || of(operand, schema) == KEPT && !isText(operand, schema)
        ? KEPT
        : NONE;
  }

  private static boolean isPrefix(Call call, StructType schema) {
    return call.arguments().size() == 3
        && isText(call.arguments().get(0), schema)
        && call.arguments().get(1) instanceof Literal from
        && from.value() instanceof Integer start
        && (start == 0 || start == 1)
        && call.arguments().get(2) instanceof Literal;
  }

  /** True if {@code expression} is {@code part} of a column of dates or timestamps. */
  static boolean isPartOfTime(Expression expression, Operator part, StructType schema) {
    return expression instanceof Call call
        && call.operator() == part
        && isTime(call.arguments().get(0), schema);
  }

  private static boolean isTime(Expression expression, StructType schema) {
    return type(expression, schema)
        .filter(
            type ->
                type == DataType.DATE
                    || type == DataType.TIMESTAMP
                    || type == DataType.TIMESTAMP_NTZ)
        .isPresent();
  }

  private static boolean isText(Expression expression, StructType schema) {
    return type(expression, schema).filter(type -> type == DataType.STRING).isPresent();
  }

  /** The type of a column; empty for any other expression. */
  private static Optional<DataType> type(Expression expression, StructType schema) {
    return expression instanceof ColumnReference column && column.path().names().size() == 1
        ? schema.find(column.path().root()).map(StructField::type)
        : Optional.empty();
  }
}
