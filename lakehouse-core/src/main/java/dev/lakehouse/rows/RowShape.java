package dev.lakehouse.rows;

import dev.lakehouse.data.Row;
import dev.lakehouse.rows.ValueShape.Member;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The shape of {@link Row}s of a declared schema. */
record RowShape(List<Member> members) implements ValueShape.StructShape {
  @Override
  public Class<?> javaType() {
    return Row.class;
  }

  static RowShape of(StructType schema) {
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      DataType type = schema.field(i).type();
      members.add(new Member(schema.field(i).name(), getter(i), shape(type), false));
    }
    return new RowShape(List.copyOf(members));
  }

  private static Getter getter(int field) {
    return new Getter.Objects(row -> ((Row) row).get(field));
  }

  private static ValueShape shape(DataType type) {
    if (type instanceof StructType struct) {
      return new ValueShape.Structs(of(struct));
    } else if (type instanceof ArrayType array) {
      return new ValueShape.Lists(shape(array.element()));
    } else if (type instanceof MapType map) {
      return new ValueShape.Maps(shape(map.key()), shape(map.value()));
    }
    return type instanceof DecimalType ? new ValueShape.Decimals() : new ValueShape.Scalar(type);
  }

  /**
   * The row with the fields of {@code schema}, found by name; those it lacks are null.
   *
   * @throws IllegalArgumentException if it has a field that the schema lacks
   */
  @SuppressWarnings("ReferenceEquality")
  static Row conformed(Row row, StructType schema) {
    if (row.schema() == schema || row.schema().equals(schema)) {
      return row;
    }
    @Nullable Object[] values = new Object[schema.size()];
    for (int i = 0; i < row.schema().size(); i++) {
      String name = row.schema().field(i).name();
      int target = schema.indexOf(name);
      if (target < 0) {
        throw new IllegalArgumentException(
            "there is no field '" + name + "', only " + schema.names());
      }
      values[target] = row.get(i);
    }
    return Row.of(schema, values);
  }
}
