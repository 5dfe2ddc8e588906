package dev.lakehouse.rows;

import dev.lakehouse.columnar.Variant;
import dev.lakehouse.data.Column;
import dev.lakehouse.rows.ValueShape.Member;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The columns that a record's components stand for.
 *
 * @param javaType the record
 * @param members one a component, in order
 * @param constructor the canonical constructor, taking an {@code Object[]}, giving an {@code
 *     Object}
 */
record RecordShape(Class<?> javaType, List<Member> members, MethodHandle constructor)
    implements ValueShape.StructShape {
  private static final DecimalType WIDEST = new DecimalType(DecimalType.MAX_PRECISION, 18);
  private static final Map<Class<?>, DataType> SCALARS =
      Map.ofEntries(
          Map.entry(boolean.class, DataType.BOOLEAN),
          Map.entry(Boolean.class, DataType.BOOLEAN),
          Map.entry(byte.class, DataType.BYTE),
          Map.entry(Byte.class, DataType.BYTE),
          Map.entry(short.class, DataType.SHORT),
          Map.entry(Short.class, DataType.SHORT),
          Map.entry(int.class, DataType.INT),
          Map.entry(Integer.class, DataType.INT),
          Map.entry(long.class, DataType.LONG),
          Map.entry(Long.class, DataType.LONG),
          Map.entry(float.class, DataType.FLOAT),
          Map.entry(Float.class, DataType.FLOAT),
          Map.entry(double.class, DataType.DOUBLE),
          Map.entry(Double.class, DataType.DOUBLE),
          Map.entry(String.class, DataType.STRING),
          Map.entry(byte[].class, DataType.BINARY),
          Map.entry(LocalDate.class, DataType.DATE),
          Map.entry(Instant.class, DataType.TIMESTAMP),
          Map.entry(LocalDateTime.class, DataType.TIMESTAMP_NTZ),
          Map.entry(Variant.class, DataType.VARIANT));

  // Made once a class, since accessors are classes that the JVM makes while it runs. Lives as long
  // as the record's class does.
  private static final ClassValue<RecordShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> record) {
          return of(record, List.of());
        }
      };

  /**
   * The shape of {@code record}.
   *
   * @throws IllegalArgumentException if it is no record, two components stand for one column, or a
   *     component's type has no column type
   */
  static RecordShape of(Class<?> record) {
    return SHAPES.get(record);
  }

  private static RecordShape of(Class<?> record, List<Class<?>> around) {
    if (!record.isRecord()) {
      throw new IllegalArgumentException(record.getName() + " is not a record");
    }
    if (around.contains(record)) {
      throw new IllegalArgumentException(
          "Record " + record.getName() + " holds itself, which no column type can");
    }
    Accessors accessors = Accessors.of(record);
    List<Class<?>> path = new ArrayList<>(around);
    path.add(record);
    List<Member> members = new ArrayList<>();
    for (RecordComponent component : record.getRecordComponents()) {
      ValueShape shape = shape(component, component.getGenericType(), path);
      boolean primitive = component.getType().isPrimitive();
      members.add(new Member(name(component), accessors.getter(component), shape, primitive));
    }
    RecordShape shape = new RecordShape(record, List.copyOf(members), accessors.constructor());
    shape.schema(null).requireUniqueNames();
    return shape;
  }

  private static String name(RecordComponent component) {
    Column column = component.getAnnotation(Column.class);
    return column == null ? component.getName() : column.value();
  }

  private static ValueShape shape(RecordComponent owner, Type type, List<Class<?>> path) {
    if (type instanceof ParameterizedType generic) {
      return generic(owner, generic, path);
    } else if (!(type instanceof Class<?> raw)) {
      throw noColumn(owner, type);
    } else if (SCALARS.containsKey(raw)) {
      return new ValueShape.Scalar(java.util.Objects.requireNonNull(SCALARS.get(raw)));
    } else if (raw == BigDecimal.class) {
      return new ValueShape.Decimals();
    } else if (raw.isRecord()) {
      return new ValueShape.Structs(of(raw, path));
    } else if (raw.isEnum()) {
      return new ValueShape.Constants(constants(raw));
    }
    throw noColumn(owner, type);
  }

  @SuppressWarnings("unchecked")
  private static Class<? extends Enum<?>> constants(Class<?> type) {
    return (Class<? extends Enum<?>>) type;
  }

  private static ValueShape generic(
      RecordComponent owner, ParameterizedType type, List<Class<?>> path) {
    Type[] of = type.getActualTypeArguments();
    Type raw = type.getRawType();
    if (raw == Optional.class) {
      return new ValueShape.Optionals(shape(owner, of[0], path));
    } else if (raw == List.class || raw == Collection.class) {
      return new ValueShape.Lists(shape(owner, of[0], path));
    } else if (raw == Map.class) {
      return new ValueShape.Maps(shape(owner, of[0], path), shape(owner, of[1], path));
    } else if (raw instanceof Class<?> generic && generic.isRecord()) {
      throw new IllegalArgumentException(
          "Component '"
              + owner.getName()
              + "' of "
              + owner.getDeclaringRecord().getName()
              + " is a record with type parameters, which cannot be mapped");
    }
    throw noColumn(owner, type);
  }

  private static IllegalArgumentException noColumn(RecordComponent owner, Type type) {
    return new IllegalArgumentException(
        "Component '"
            + owner.getName()
            + "' of "
            + owner.getDeclaringRecord().getName()
            + " is of type "
            + type.getTypeName()
            + ", which no column type stands for. Use a primitive or its box, String, BigDecimal,"
            + " byte[], LocalDate, Instant, LocalDateTime, Variant, an enum, a record, or List, Map"
            + " or Optional of these.");
  }

  /**
   * The columns' names and types. A {@code BigDecimal} has no precision and scale of its own: it
   * takes those of the decimal of its name in {@code like}, else the widest.
   */
  StructType schema(@Nullable StructType like) {
    List<StructField> fields = new ArrayList<>();
    for (Member member : members) {
      DataType wanted =
          like == null ? null : like.find(member.name()).map(StructField::type).orElse(null);
      fields.add(
          new StructField(member.name(), type(member.shape(), wanted), !member.isPrimitive()));
    }
    return new StructType(fields);
  }

  private static DataType type(ValueShape shape, @Nullable DataType like) {
    if (shape instanceof ValueShape.Scalar scalar) {
      return scalar.type();
    } else if (shape instanceof ValueShape.Decimals) {
      return like instanceof DecimalType decimal ? decimal : WIDEST;
    } else if (shape instanceof ValueShape.Constants) {
      return DataType.STRING;
    } else if (shape instanceof ValueShape.Optionals optional) {
      return type(optional.value(), like);
    } else if (shape instanceof ValueShape.Lists lists) {
      return DataType.array(
          type(lists.element(), like instanceof ArrayType array ? array.element() : null));
    } else if (shape instanceof ValueShape.Maps maps) {
      MapType map = like instanceof MapType known ? known : null;
      return DataType.map(
          type(maps.key(), map == null ? null : map.key()),
          type(maps.value(), map == null ? null : map.value()));
    }
    RecordShape struct = (RecordShape) ((ValueShape.Structs) shape).struct();
    return struct.schema(like instanceof StructType known ? known : null);
  }
}
