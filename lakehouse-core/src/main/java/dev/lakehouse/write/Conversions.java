package dev.lakehouse.write;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.error.SchemaMismatchException;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;

/** Chooses how values of one type become values of another, once for a whole source. */
final class Conversions {
  private Conversions() {}

  /**
   * The conversion of a field's values, with its check for nulls.
   *
   * @param where the field, for messages
   * @throws SchemaMismatchException if the types never fit
   */
  static Conversion of(String where, DataType from, StructField field) {
    Conversion values = ofType(where, from, field.type());
    return field.nullable() ? values : values.then(column -> requireNoNull(column, where));
  }

  private static Column requireNoNull(Column column, String where) {
    if (column.nullCount() > 0) {
      int index = 0;
      while (!column.isNull(index)) {
        index++;
      }
      throw BadValue.missing(index, "'" + where + "' is NOT NULL, but the value is null");
    }
    return column;
  }

  private static Conversion ofType(String where, DataType from, DataType to) {
    if (from == DataType.VOID) {
      return column -> NullColumn.of(to, column.size());
    } else if (from.equals(to) && !DataType.isNested(to)) {
      return Conversion.NONE;
    } else if (from instanceof StructType source && to instanceof StructType target) {
      return ofStructs(where, source, target);
    } else if (from instanceof ArrayType source && to instanceof ArrayType target) {
      return ofLists(where, source, target);
    } else if (from instanceof MapType source && to instanceof MapType target) {
      return ofMaps(where, source, target);
    }
    Conversion numbers = NumberConversions.of(from, to);
    if (numbers == null) {
      throw new SchemaMismatchException(
          "Column '"
              + where
              + "' of the table is of type "
              + to
              + ", and the source's "
              + from
              + " is never converted to it. Convert it in the source.");
    }
    return numbers;
  }

  private static Conversion ofStructs(String where, StructType source, StructType target) {
    int[] sources = FieldMatch.of(source, target, where + ".");
    List<Conversion> children = new ArrayList<>();
    for (int i = 0; i < sources.length; i++) {
      StructField field = target.field(i);
      children.add(
          sources[i] < 0
              ? Conversion.NONE
              : of(where + "." + field.name(), source.field(sources[i]).type(), field));
    }
    return column -> convertStruct((StructColumn) column, target, sources, children);
  }

  private static Column convertStruct(
      StructColumn column, StructType target, int[] sources, List<Conversion> conversions) {
    List<Column> children = new ArrayList<>(sources.length);
    for (int i = 0; i < sources.length; i++) {
      children.add(
          sources[i] < 0
              ? NullColumn.of(target.field(i).type(), column.size())
              : conversions.get(i).convert(column.child(sources[i])));
    }
    return new StructColumn(target, children, column.validity(), column.size());
  }

  private static Conversion ofLists(String where, ArrayType source, ArrayType target) {
    StructField element = new StructField("element", target.element(), target.containsNull());
    Conversion elements = of(where + ".element", source.element(), element);
    return column -> {
      ListColumn list = (ListColumn) column;
      Column converted = convertRange(list.offsets(), list.size(), list.elements(), elements);
      int[] offsets = fromZero(list.offsets(), list.size());
      return new ListColumn(target, offsets, converted, list.validity(), list.size());
    };
  }

  private static Conversion ofMaps(String where, MapType source, MapType target) {
    Conversion keys = of(where + ".key", source.key(), StructField.required("key", target.key()));
    StructField value = new StructField("value", target.value(), target.valueContainsNull());
    Conversion values = of(where + ".value", source.value(), value);
    return column -> {
      MapColumn map = (MapColumn) column;
      return new MapColumn(
          target,
          fromZero(map.offsets(), map.size()),
          convertRange(map.offsets(), map.size(), map.keys(), keys),
          convertRange(map.offsets(), map.size(), map.values(), values),
          map.validity(),
          map.size());
    };
  }

  /** Converts the elements that {@code size} lists hold, and no others: a slice shares more. */
  private static Column convertRange(int[] offsets, int size, Column elements, Conversion each) {
    int from = offsets[0];
    try {
      return each.convert(elements.slice(from, offsets[size] - from));
    } catch (BadValue e) {
      throw e.at(listOf(offsets, size, from + e.index()));
    }
  }

  private static int listOf(int[] offsets, int size, int element) {
    int list = 0;
    while (list < size - 1 && offsets[list + 1] <= element) {
      list++;
    }
    return list;
  }

  private static int[] fromZero(int[] offsets, int size) {
    int from = offsets[0];
    if (from == 0) {
      return offsets;
    }
    int[] shifted = new int[size + 1];
    for (int i = 0; i <= size; i++) {
      shifted[i] = offsets[i] - from;
    }
    return shifted;
  }
}
