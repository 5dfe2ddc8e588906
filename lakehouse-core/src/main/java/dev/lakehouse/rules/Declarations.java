package dev.lakehouse.rules;

import dev.lakehouse.error.ExpressionException;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.Call;
import dev.lakehouse.expr.Expression;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.Operator;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.expr.eval.Filter;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.FieldMetadata;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.List;
import java.util.Map;

/** Whether the defaults, generated and identity columns and constraints of a new table can be. */
public final class Declarations {
  private static final List<String> OF_COLUMNS =
      List.of(
          FieldMetadata.DEFAULT, FieldMetadata.GENERATION_EXPRESSION, FieldMetadata.IDENTITY_START);

  private final StructType schema;
  private final ExpressionContext context;

  private Declarations(StructType schema, ExpressionContext context) {
    this.schema = schema;
    this.context = context;
  }

  /**
   * Checks what a table is to be.
   *
   * @param configuration its properties, among them its CHECK constraints
   * @throws SchemaMismatchException if a column cannot be as declared, or an expression names one
   *     that is not there
   * @throws ExpressionException if an expression is none of the language, or has a wrong type
   */
  public static void check(
      StructType schema,
      List<String> partitionColumns,
      Map<String, String> configuration,
      ExpressionContext context) {
    Declarations declarations = new Declarations(schema, context);
    for (StructField field : schema) {
      requireOneKind(field);
      declarations.checkDefault(field);
      declarations.checkGenerated(field);
      IdentityColumn.of("the table", field)
          .ifPresent(identity -> requireNoPartition(field, partitionColumns));
      requireNoneWithin(field.name(), field.type());
    }
    TrueConditions.constraints(configuration)
        .values()
        .forEach(text -> Filter.bind(Expressions.sql(text), schema, context));
  }

  private static void requireOneKind(StructField field) {
    List<String> kinds = OF_COLUMNS.stream().filter(field.metadata()::has).toList();
    if (kinds.size() > 1) {
      throw new SchemaMismatchException(
          "Column '" + field.name() + "' cannot have more than one of " + kinds);
    }
  }

  private void checkDefault(StructField field) {
    field
        .defaultValue()
        .ifPresent(
            text -> {
              Expression value = Expressions.sql(text);
              if (!Expressions.references(value).isEmpty()) {
                throw new ExpressionException(
                    "The default of column '"
                        + field.name()
                        + "', '"
                        + text
                        + "', cannot read columns: it is the same for every row");
              }
              requireCastable(value, field);
            });
  }

  private void requireCastable(Expression value, StructField field) {
    BoundExpression bound = BoundExpression.bind(value, StructType.of(), context);
    if (bound.type() != DataType.VOID && !bound.type().equals(field.type())) {
      BoundExpression unused =
          BoundExpression.bind(value.cast(field.type()), StructType.of(), context);
    }
  }

  private void checkGenerated(StructField field) {
    field
        .generatedAs()
        .ifPresent(
            text -> {
              Expression value = Expressions.sql(text);
              BoundExpression bound = BoundExpression.bind(value, schema, context);
              if (!bound.type().equals(field.type())) {
                throw new ExpressionException(
                    "The generated column '"
                        + field.name()
                        + "' is of type "
                        + field.type()
                        + ", but '"
                        + text
                        + "' gives "
                        + bound.type()
                        + ". Write CAST(… AS …) around it.");
              }
              requireDeterministic(value, field);
              bound.columns().forEach(column -> requireNotGenerated(field, column));
            });
  }

  private void requireNotGenerated(StructField field, ColumnPath column) {
    StructField read = schema.find(column.root()).orElseThrow();
    if (read.generatedAs().isPresent()) {
      throw new SchemaMismatchException(
          "The generated column '"
              + field.name()
              + "' cannot read '"
              + read.name()
              + "', which is generated itself");
    }
  }

  private static void requireDeterministic(Expression expression, StructField field) {
    if (expression instanceof Call call
        && (call.operator() == Operator.CURRENT_DATE
            || call.operator() == Operator.CURRENT_TIMESTAMP)) {
      throw new ExpressionException(
          "The generated column '"
              + field.name()
              + "' cannot depend on the time, as '"
              + expression
              + "' does. Make it a default instead.");
    }
    expression.children().forEach(child -> requireDeterministic(child, field));
  }

  private static void requireNoPartition(StructField field, List<String> partitionColumns) {
    if (partitionColumns.stream().anyMatch(field.name()::equalsIgnoreCase)) {
      throw new SchemaMismatchException(
          "The identity column '" + field.name() + "' cannot be a partition column");
    }
  }

  private static void requireNoneWithin(String path, DataType type) {
    if (type instanceof StructType struct) {
      for (StructField field : struct) {
        String name = path + "." + field.name();
        if (OF_COLUMNS.stream().anyMatch(field.metadata()::has)) {
          throw new SchemaMismatchException(
              "Field '"
                  + name
                  + "' cannot have a default, or be generated: only whole columns can");
        }
        requireNoneWithin(name, field.type());
      }
    } else if (type instanceof ArrayType array) {
      requireNoneWithin(path + ".element", array.element());
    } else if (type instanceof MapType map) {
      requireNoneWithin(path + ".key", map.key());
      requireNoneWithin(path + ".value", map.value());
    }
  }
}
