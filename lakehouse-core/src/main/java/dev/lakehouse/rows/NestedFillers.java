package dev.lakehouse.rows;

import dev.lakehouse.columnar.BytesColumn;
import dev.lakehouse.columnar.Column;
import dev.lakehouse.columnar.ListColumn;
import dev.lakehouse.columnar.MapColumn;
import dev.lakehouse.columnar.NullColumn;
import dev.lakehouse.columnar.StructColumn;
import dev.lakehouse.columnar.Variant;
import dev.lakehouse.columnar.VariantColumn;
import dev.lakehouse.data.Row;
import dev.lakehouse.rows.ValueShape.Member;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fillers of columns whose values have parts, and of the rarer types. */
final class NestedFillers {
  private NestedFillers() {}

  private static Misfit misfit(int index, Object value, DataType type) {
    return new Misfit(index, "a value of type " + type + " cannot be " + Misfit.shown(value));
  }

  static ColumnFiller ofStructs(StructType type, ValueShape.StructShape shape, Getter getter) {
    List<ColumnFiller> children = new ArrayList<>();
    for (int i = 0; i < type.size(); i++) {
      Member member = shape.members().get(i);
      children.add(ColumnFiller.of(type.field(i).type(), member.shape(), member.getter()));
    }
    return new OfStructs(type, shape.javaType(), children, getter);
  }

  private record OfStructs(
      StructType type, Class<?> javaType, List<ColumnFiller> children, Getter getter)
      implements ColumnFiller {
    @Override
    public Column fill(@Nullable Object[] objects, int count, int maxBytes) {
      @Nullable Object[] structs = new Object[count];
      Nulls nulls = new Nulls(count);
      for (int i = 0; i < count; i++) {
        Object struct = getter.box(objects[i]);
        if (struct == null) {
          nulls.set(i);
        } else {
          structs[i] = conformed(i, struct);
        }
      }
      List<Column> columns = new ArrayList<>();
      for (int i = 0; i < children.size(); i++) {
        columns.add(child(i, structs, count, maxBytes));
      }
      return new StructColumn(type, columns, nulls.validity(), count);
    }

    private Object conformed(int index, Object struct) {
      if (!javaType.isInstance(struct)) {
        throw misfit(index, struct, type);
      }
      try {
        return struct instanceof Row row ? RowShape.conformed(row, type) : struct;
      } catch (IllegalArgumentException e) {
        throw new Misfit(index, String.valueOf(e.getMessage()));
      }
    }

    private Column child(int field, @Nullable Object[] structs, int count, int maxBytes) {
      try {
        return children.get(field).fill(structs, count, maxBytes);
      } catch (Misfit e) {
        throw new Misfit(e.index(), "field '" + type.field(field).name() + "': " + e.getMessage());
      }
    }
  }

  /** The values of all lists or maps, laid end to end, and where those of each begin. */
  private static final class Elements {
    final int[] offsets;
    final Nulls nulls;
    private @Nullable Object[] values = new Object[16];
    private int size;

    Elements(int count) {
      offsets = new int[count + 1];
      nulls = new Nulls(count);
    }

    void add(@Nullable Object value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    /** Ends the list or map at {@code index}. */
    void end(int index) {
      offsets[index + 1] = size;
    }

    Column fill(ColumnFiller filler, int maxBytes, String what) {
      try {
        return filler.fill(values, size, maxBytes);
      } catch (Misfit e) {
        int outer = Arrays.binarySearch(offsets, e.index() + 1);
        // Of equal offsets the first ends the list that holds the element.
        int index = outer < 0 ? -outer - 2 : firstOf(outer) - 1;
        throw new Misfit(index, what + " " + (e.index() - offsets[index]) + ": " + e.getMessage());
      }
    }

    private int firstOf(int at) {
      int first = at;
      while (first > 0 && offsets[first - 1] == offsets[at]) {
        first--;
      }
      return first;
    }
  }

  record OfLists(ArrayType type, ColumnFiller element, Getter getter) implements ColumnFiller {
    @Override
    public Column fill(@Nullable Object[] objects, int count, int maxBytes) {
      Elements elements = new Elements(count);
      for (int i = 0; i < count; i++) {
        Object value = getter.box(objects[i]);
        if (value instanceof Collection<?> list) {
          list.forEach(elements::add);
        } else if (value == null) {
          elements.nulls.set(i);
        } else {
          throw misfit(i, value, type);
        }
        elements.end(i);
      }
      Column filled = elements.fill(element, maxBytes, "element");
      return new ListColumn(type, elements.offsets, filled, elements.nulls.validity(), count);
    }
  }

  record OfMaps(MapType type, ColumnFiller key, ColumnFiller value, Getter getter)
      implements ColumnFiller {
    @Override
    public Column fill(@Nullable Object[] objects, int count, int maxBytes) {
      Elements keys = new Elements(count);
      Elements values = new Elements(count);
      for (int i = 0; i < count; i++) {
        Object map = getter.box(objects[i]);
        if (map instanceof Map<?, ?> entries) {
          addAll(i, entries, keys, values);
        } else if (map == null) {
          keys.nulls.set(i);
        } else {
          throw misfit(i, map, type);
        }
        keys.end(i);
        values.end(i);
      }
      return new MapColumn(
          type,
          keys.offsets,
          keys.fill(key, maxBytes, "key"),
          values.fill(value, maxBytes, "value"),
          keys.nulls.validity(),
          count);
    }

    private static void addAll(int index, Map<?, ?> entries, Elements keys, Elements values) {
      for (Map.Entry<?, ?> entry : entries.entrySet()) {
        if (entry.getKey() == null) {
          throw new Misfit(index, "a map's key must not be null");
        }
        keys.add(entry.getKey());
        values.add(entry.getValue());
      }
    }
  }

  record OfBinaries(Getter getter) implements ColumnFiller {
    @Override
    public Column fill(@Nullable Object[] objects, int count, int maxBytes) {
      int[] offsets = new int[count + 1];
      byte[] data = new byte[16 * count];
      Nulls nulls = new Nulls(count);
      int end = 0;
      for (int i = 0; i < count; i++) {
        Object value = getter.box(objects[i]);
        if (value instanceof byte[] bytes) {
          if (bytes.length > maxBytes - end) {
            throw new TooWide();
          }
          data = TextFiller.withRoom(data, end, bytes.length);
          System.arraycopy(bytes, 0, data, end, bytes.length);
          end += bytes.length;
        } else if (value == null) {
          nulls.set(i);
        } else {
          throw misfit(i, value, DataType.BINARY);
        }
        offsets[i + 1] = end;
      }
      return new BytesColumn(DataType.BINARY, offsets, data, nulls.validity(), count);
    }
  }

  record OfVariants(Getter getter) implements ColumnFiller {
    @Override
    public Column fill(@Nullable Object[] objects, int count, int maxBytes) {
      @Nullable Object[] variants = new Object[count];
      Nulls nulls = new Nulls(count);
      for (int i = 0; i < count; i++) {
        Object value = getter.box(objects[i]);
        if (value == null) {
          nulls.set(i);
        } else if (!(value instanceof Variant)) {
          throw misfit(i, value, DataType.VARIANT);
        }
        variants[i] = value;
      }
      return new VariantColumn(
          part(variants, count, maxBytes, new Getter.Objects(v -> ((Variant) v).metadata())),
          part(variants, count, maxBytes, new Getter.Objects(v -> ((Variant) v).value())),
          nulls.validity(),
          count);
    }

    private static BytesColumn part(
        @Nullable Object[] variants, int count, int maxBytes, Getter getter) {
      return (BytesColumn) new OfBinaries(getter).fill(variants, count, maxBytes);
    }
  }

  /** VOID: nothing but nulls. */
  record OfNulls(Getter getter) implements ColumnFiller {
    @Override
    public Column fill(@Nullable Object[] objects, int count, int maxBytes) {
      for (int i = 0; i < count; i++) {
        Object value = getter.box(objects[i]);
        if (value != null) {
          throw misfit(i, value, DataType.VOID);
        }
      }
      return new NullColumn(count);
    }
  }
}
