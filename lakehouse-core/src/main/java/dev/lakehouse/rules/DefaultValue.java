package dev.lakehouse.rules;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.List;
import java.util.Optional;

/** The value of a column that a row does not give. The same for every row of a write. */
final class DefaultValue {
  private final Column value;

  private DefaultValue(Column value) {
    this.value = value;
  }

  static boolean isDeclared(StructField field) {
    return field.defaultValue().isPresent();
  }

  /** The default that {@code field} declares. */
  static Optional<DefaultValue> of(StructField field, TableExpressions expressions) {
    return field
        .defaultValue()
        .map(
            text -> {
              String owner = "the default of column '" + field.name() + "'";
              BoundExpression bound =
                  expressions.values(TableFeature.ALLOW_COLUMN_DEFAULTS, owner, text, field.type());
              return new DefaultValue(
                  bound.type() == DataType.VOID
                      ? NullColumn.of(field.type(), 1)
                      : bound.evaluate(new Batch(StructType.of(), List.of(), 1)));
            });
  }

  Column column(Batch rows) {
    return value.gather(new int[rows.rowCount()], rows.rowCount());
  }
}
