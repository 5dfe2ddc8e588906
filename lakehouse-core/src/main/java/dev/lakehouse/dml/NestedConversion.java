package dev.lakehouse.dml;

import dev.lakehouse.columnar.Batch;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.expr.ExpressionContext;
import dev.lakehouse.expr.Expressions;
import dev.lakehouse.expr.bind.CastRules;
import dev.lakehouse.expr.eval.BoundExpression;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.ColumnPath;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns values of one type into those of a column they are assigned to: structs field by field, by
 * name, all else by CAST. A null struct stays null.
 */
interface NestedConversion {
  /** The values in the other type. */
  Column convert(Column column);

  /**
   * The conversion from {@code from} to {@code to}.
   *
   * @param where the column, for messages
   * @throws SchemaMismatchException if structs have different fields, or there is no such cast
   */
  static NestedConversion of(DataType from, DataType to, String where, ExpressionContext context) {
    if (from == DataType.VOID) {
      return column -> NullColumn.of(to, column.size());
    } else if (from.equals(to)) {
      return column -> column;
    } else if (from instanceof StructType source && to instanceof StructType target) {
      return struct(source, target, where, context);
    } else if (from instanceof ArrayType source && to instanceof ArrayType target) {
      NestedConversion elements =
          of(source.element(), target.element(), where + ".element", context);
      return column -> list((ListColumn) column, target, elements);
    } else if (from instanceof MapType source && to instanceof MapType target) {
      NestedConversion keys = of(source.key(), target.key(), where + ".key", context);
      NestedConversion values = of(source.value(), target.value(), where + ".value", context);
      return column -> map((MapColumn) column, target, keys, values);
    }
    return cast(from, to, where, context);
  }

  private static NestedConversion cast(
      DataType from, DataType to, String where, ExpressionContext context) {
    if (!CastRules.isAllowed(from, to)) {
      throw new SchemaMismatchException(
          "Column '" + where + "' is a " + to + ", to which " + from + " cannot be cast");
    }
    String name = where.substring(where.lastIndexOf('.') + 1);
    StructType schema = StructType.of(StructField.optional(name, from));
    BoundExpression cast =
        BoundExpression.bind(Expressions.col(ColumnPath.of(name)).cast(to), schema, context);
    return column -> cast.evaluate(new Batch(schema, List.of(column), column.size()));
  }

  private static NestedConversion struct(
      StructType from, StructType to, String where, ExpressionContext context) {
    int[] sources = new int[to.size()];
    List<NestedConversion> fields = new ArrayList<>();
    for (int i = 0; i < to.size(); i++) {
      StructField field = to.field(i);
      sources[i] = from.indexOf(field.name());
      if (sources[i] < 0) {
        throw new SchemaMismatchException(
            "The struct for column '" + where + "' lacks the field '" + field.name() + "'");
      }
      fields.add(
          of(from.field(sources[i]).type(), field.type(), where + "." + field.name(), context));
    }
    for (StructField field : from) {
      if (to.indexOf(field.name()) < 0) {
        throw new SchemaMismatchException(
            "The struct for column '"
                + where
                + "' has the field '"
                + field.name()
                + "', which the column lacks. Its fields are "
                + to.names());
      }
    }
    return column -> {
      StructColumn struct = (StructColumn) column;
      List<Column> children = new ArrayList<>();
      for (int i = 0; i < sources.length; i++) {
        children.add(fields.get(i).convert(struct.child(sources[i])));
      }
      return new StructColumn(to, children, struct.validity(), struct.size());
    };
  }

  private static Column list(ListColumn list, ArrayType to, NestedConversion elements) {
    int[] offsets = list.offsets();
    int from = offsets[0];
    Column used = list.elements().slice(from, offsets[list.size()] - from);
    return new ListColumn(
        to, shifted(offsets, list.size()), elements.convert(used), list.validity(), list.size());
  }

  private static Column map(
      MapColumn map, MapType to, NestedConversion keys, NestedConversion values) {
    int[] offsets = map.offsets();
    int from = offsets[0];
    int count = offsets[map.size()] - from;
    return new MapColumn(
        to,
        shifted(offsets, map.size()),
        keys.convert(map.keys().slice(from, count)),
        values.convert(map.values().slice(from, count)),
        map.validity(),
        map.size());
  }

  private static int[] shifted(int[] offsets, int size) {
    int[] shifted = new int[size + 1];
    for (int i = 0; i <= size; i++) {
      shifted[i] = offsets[i] - offsets[0];
    }
    return shifted;
  }
}
