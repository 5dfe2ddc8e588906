package dev.lakehouse.rules;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.log.protocol.TableFeature;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.StructField;
import java.util.Optional;

/** A column whose values follow from those of others. */
final class GeneratedColumn {
  private final StructField field;
  private final String text;
  private final BoundExpression values;
  private final RowRule rule;

  private GeneratedColumn(
      StructField field, String text, BoundExpression values, TableExpressions expressions) {
    this.field = field;
    this.text = text;
    this.values = values;
    this.rule = rule(expressions);
  }

  /** What {@code field} is computed of, if it is. */
  static Optional<GeneratedColumn> of(StructField field, TableExpressions expressions) {
    return field
        .generatedAs()
        .map(
            text ->
                new GeneratedColumn(
                    field,
                    text,
                    expressions.values(
                        TableFeature.GENERATED_COLUMNS, owner(field), text, field.type()),
                    expressions));
  }

  private static String owner(StructField field) {
    return "the generated column '" + field.name() + "'";
  }

  private RowRule rule(TableExpressions expressions) {
    Expression generation = expressions.parse(TableFeature.GENERATED_COLUMNS, owner(field), text);
    ColumnPath column = ColumnPath.of(field.name());
    Expression condition = Expressions.col(column).eqNullSafe(generation.cast(field.type()));
    return new TrueCondition(
        "breaks the rule of the generated column '" + field.name() + "', which is " + text,
        ". Leave the column out of the source to have it computed.",
        expressions.filter(TableFeature.GENERATED_COLUMNS, owner(field), text, condition));
  }

  Column compute(Batch rows) {
    return values.type() == DataType.VOID
        ? NullColumn.of(field.type(), rows.rowCount())
        : values.evaluate(rows);
  }

  /** That rows have the value they should have. */
  RowRule rule() {
    return rule;
  }
}
