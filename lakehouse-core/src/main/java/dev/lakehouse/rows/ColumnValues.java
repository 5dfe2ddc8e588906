package dev.lakehouse.rows;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.DictionaryColumn;
import dev.lakehouse.columnar.IntColumn;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.LongColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Values;
import dev.lakehouse.rows.ValueShape.Member;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes all values of a column out as Java objects of one shape. */
interface ColumnValues {
  /** The values, a null for a null. */
  @Nullable Object[] of(Column column);

  /**
   * Values of {@code shape} from columns of {@code type}.
   *
   * @param where the column, for messages
   * @throws IllegalArgumentException if the shape does not hold every value of the type
   */
  static ColumnValues bind(String where, ValueShape shape, DataType type) {
    if (shape instanceof ValueShape.Optionals optional) {
      ColumnValues inner = bind(where, optional.value(), type);
      return column -> wrap(inner.of(column));
    } else if (shape instanceof ValueShape.Constants constants && type == DataType.STRING) {
      return column -> constants(where, constants.type(), column);
    } else if (shape instanceof ValueShape.Decimals && type instanceof DecimalType) {
      return ColumnValues::boxed;
    } else if (shape instanceof ValueShape.Scalar scalar) {
      return scalar(where, scalar.type(), type);
    } else if (shape instanceof ValueShape.Lists lists && type instanceof ArrayType array) {
      ColumnValues element = bind(where + ".element", lists.element(), array.element());
      return column -> lists((ListColumn) column, element);
    } else if (shape instanceof ValueShape.Maps maps && type instanceof MapType map) {
      ColumnValues keys = bind(where + ".key", maps.key(), map.key());
      ColumnValues values = bind(where + ".value", maps.value(), map.value());
      return column -> maps((MapColumn) column, keys, values);
    } else if (shape instanceof ValueShape.Structs structs && type instanceof StructType struct) {
      Records records = Records.bind((RecordShape) structs.struct(), struct, where + ".");
      return column -> records.of(((StructColumn) column).children(), column);
    }
    throw new IllegalArgumentException(
        "Column '" + where + "' of type " + type + " cannot be read into a " + named(shape));
  }

  private static String named(ValueShape shape) {
    if (shape instanceof ValueShape.Lists) {
      return "List";
    } else if (shape instanceof ValueShape.Maps) {
      return "Map";
    } else if (shape instanceof ValueShape.Structs structs) {
      return structs.struct().javaType().getSimpleName();
    } else if (shape instanceof ValueShape.Constants constants) {
      return constants.type().getSimpleName();
    }
    return shape instanceof ValueShape.Scalar scalar
        ? "component for " + scalar.type()
        : "BigDecimal";
  }

  private static ColumnValues scalar(String where, DataType wanted, DataType type) {
    if (wanted == type) {
      return type == DataType.STRING ? ColumnValues::texts : ColumnValues::boxed;
    }
    boolean whole = type == DataType.BYTE || type == DataType.SHORT || type == DataType.INT;
    if (wanted == DataType.LONG && whole) {
      return column -> ints(column, value -> (long) value);
    } else if (wanted == DataType.INT && whole) {
      return column -> ints(column, value -> value);
    } else if (wanted == DataType.SHORT && type == DataType.BYTE) {
      return column -> ints(column, value -> (short) value);
    } else if (wanted == DataType.DOUBLE && type == DataType.FLOAT) {
      return column -> {
        @Nullable Object[] values = boxed(column);
        Arrays.setAll(values, i -> values[i] instanceof Float f ? (Object) f.doubleValue() : null);
        return values;
      };
    }
    throw new IllegalArgumentException(
        "Column '"
            + where
            + "' of type "
            + type
            + " cannot be read into a component for "
            + wanted);
  }

  private static @Nullable Object[] ints(Column column, java.util.function.IntFunction<Object> to) {
    int[] ints = ((IntColumn) column).values();
    @Nullable Object[] values = new Object[column.size()];
    Arrays.setAll(values, i -> column.isNull(i) ? null : to.apply(ints[i]));
    return values;
  }

  private static @Nullable Object[] boxed(Column column) {
    @Nullable Object[] values = new Object[column.size()];
    if (column instanceof LongColumn longs && column.type() == DataType.LONG) {
      Arrays.setAll(values, i -> longs.isNull(i) ? null : (Object) longs.values()[i]);
    } else {
      Arrays.setAll(values, i -> Values.get(column, i));
    }
    return values;
  }

  private static @Nullable Object[] texts(Column column) {
    @Nullable Object[] values = new Object[column.size()];
    if (column instanceof DictionaryColumn dictionary) {
      @Nullable String[] texts = new String[dictionary.dictionary().size()];
      for (int i = 0; i < values.length; i++) {
        int code = dictionary.codes()[i];
        if (!column.isNull(i)) {
          if (texts[code] == null) {
            texts[code] = dictionary.dictionary().string(code);
          }
          values[i] = texts[code];
        }
      }
    } else {
      BytesColumn bytes = (BytesColumn) column;
      Arrays.setAll(values, i -> bytes.isNull(i) ? null : bytes.string(i));
    }
    return values;
  }

  private static @Nullable Object[] wrap(@Nullable Object[] values) {
    Arrays.setAll(values, i -> Optional.ofNullable(values[i]));
    return values;
  }

  private static @Nullable Object[] constants(
      String where, Class<? extends Enum<?>> type, Column column) {
    @Nullable Object[] values = texts(column);
    Map<String, Enum<?>> byName = new LinkedHashMap<>();
    for (Enum<?> constant : Objects.requireNonNull(type.getEnumConstants())) {
      byName.put(constant.name(), constant);
    }
    for (int i = 0; i < values.length; i++) {
      Object name = values[i];
      if (name != null) {
        values[i] = byName.get((String) name);
        if (values[i] == null) {
          throw new IllegalArgumentException(
              "Column '"
                  + where
                  + "' holds '"
                  + name
                  + "', which is no constant of "
                  + type.getSimpleName());
        }
      }
    }
    return values;
  }

  private static @Nullable Object[] lists(ListColumn column, ColumnValues element) {
    @Nullable Object[] elements = element.of(column.elements());
    @Nullable Object[] values = new Object[column.size()];
    for (int i = 0; i < values.length; i++) {
      if (!column.isNull(i)) {
        values[i] = list(elements, column.offsets()[i], column.offsets()[i + 1]);
      }
    }
    return values;
  }

  private static List<@Nullable Object> list(@Nullable Object[] elements, int from, int to) {
    List<@Nullable Object> list = new ArrayList<>(to - from);
    for (int i = from; i < to; i++) {
      list.add(elements[i]);
    }
    return Collections.unmodifiableList(list);
  }

  private static @Nullable Object[] maps(MapColumn column, ColumnValues keys, ColumnValues values) {
    @Nullable Object[] allKeys = keys.of(column.keys());
    @Nullable Object[] allValues = values.of(column.values());
    @Nullable Object[] maps = new Object[column.size()];
    for (int i = 0; i < maps.length; i++) {
      if (!column.isNull(i)) {
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        for (int at = column.offsets()[i]; at < column.offsets()[i + 1]; at++) {
          map.put(allKeys[at], allValues[at]);
        }
        maps[i] = Collections.unmodifiableMap(map);
      }
    }
    return maps;
  }

  /** Makes records of a struct's fields or a batch's columns. */
  record Records(RecordShape shape, int[] fields, List<ColumnValues> values, String prefix) {
    /**
     * Finds the field of each component.
     *
     * @throws IllegalArgumentException if a component has none, or not one it can hold
     */
    static Records bind(RecordShape shape, StructType type, String prefix) {
      int[] fields = new int[shape.members().size()];
      List<ColumnValues> values = new ArrayList<>();
      for (int i = 0; i < fields.length; i++) {
        Member member = shape.members().get(i);
        fields[i] = type.indexOf(member.name());
        if (fields[i] < 0) {
          throw new IllegalArgumentException(
              "There is no column '"
                  + prefix
                  + member.name()
                  + "' for that component of "
                  + shape.javaType().getSimpleName()
                  + ", only "
                  + type.names());
        }
        String where = prefix + type.field(fields[i]).name();
        values.add(ColumnValues.bind(where, member.shape(), type.field(fields[i]).type()));
      }
      return new Records(shape, fields, values, prefix);
    }

    /** The records of structs; null where {@code structs} is. */
    @Nullable Object[] of(List<Column> columns, Column structs) {
      @Nullable Object[] records = new Object[structs.size()];
      @Nullable Object[][] arguments = arguments(columns);
      for (int i = 0; i < records.length; i++) {
        if (!structs.isNull(i)) {
          records[i] = record(arguments, i);
        }
      }
      return records;
    }

    /** The value of each component for all rows, a component at a time. */
    @Nullable Object[][] arguments(List<Column> columns) {
      @Nullable Object[][] arguments = new Object[fields.length][];
      for (int i = 0; i < fields.length; i++) {
        arguments[i] = values.get(i).of(columns.get(fields[i]));
      }
      return arguments;
    }

    Object record(@Nullable Object[][] arguments, int row) {
      @Nullable Object[] values = new Object[arguments.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = arguments[i][row];
        if (values[i] == null && shape.members().get(i).isPrimitive()) {
          throw nullForPrimitive(shape.members().get(i).name());
        }
      }
      return construct(values);
    }

    private IllegalStateException nullForPrimitive(String name) {
      return new IllegalStateException(
          "Column '"
              + prefix
              + name
              + "' is null in a row, which the primitive component of "
              + shape.javaType().getSimpleName()
              + " cannot hold. Declare it as the boxed type or as an Optional.");
    }

    private Object construct(@Nullable Object[] values) {
      try {
        return (Object) shape.constructor().invokeExact(values);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(
            "The constructor of " + shape.javaType().getName() + " failed", e);
      }
    }
  }
}
