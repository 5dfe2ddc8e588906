package dev.lakehouse.rows;

import dev.lakehouse.types.DataType;
import java.util.List;

/** What Java values of a column look like. A closed set. */
sealed interface ValueShape {
  /** Values of the class that stands for {@code type}. */
  record Scalar(DataType type) implements ValueShape {}

  /** {@code BigDecimal}, of whatever precision and scale the column has. */
  record Decimals() implements ValueShape {}

  /** Constants of an enum, as their names in a STRING. */
  record Constants(Class<? extends Enum<?>> type) implements ValueShape {}

  /** {@code Optional}: what it holds, or null. */
  record Optionals(ValueShape value) implements ValueShape {}

  /** Any {@code Collection}, to an ARRAY; a {@code List} from one. */
  record Lists(ValueShape element) implements ValueShape {}

  /** A {@code Map}. */
  record Maps(ValueShape key, ValueShape value) implements ValueShape {}

  /** Objects that have members: records or rows, as STRUCT. */
  record Structs(StructShape struct) implements ValueShape {}

  /**
   * One field of a struct.
   *
   * @param name the name of the column or nested field
   * @param getter takes the value out of the struct's Java object
   * @param shape what the values look like
   * @param isPrimitive whether the Java type has no null
   */
  record Member(String name, Getter getter, ValueShape shape, boolean isPrimitive) {}

  /** The members of a struct, in order. */
  interface StructShape {
    /** The members, in order. */
    List<Member> members();

    /** The class of the Java objects. */
    Class<?> javaType();
  }
}
