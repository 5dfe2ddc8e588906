package dev.lakehouse.expr.bind;

import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.StructField;
import dev.lakehouse.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Types of what makes and takes apart arrays, maps and structs. */
final class NestedRules {
  private NestedRules() {}

  /** The bound call; empty if it is nothing of these. */
  static Optional<Bound> bind(Arguments arguments) {
    return switch (arguments.call().operator()) {
      case ARRAY -> Optional.of(array(arguments));
      case MAP -> Optional.of(map(arguments));
      case NAMED_STRUCT -> Optional.of(struct(arguments));
      case SIZE -> Optional.of(size(arguments));
      case ARRAY_CONTAINS -> Optional.of(contains(arguments));
      case ARRAY_DISTINCT -> Optional.of(distinct(arguments));
      case SLICE -> Optional.of(slice(arguments));
      case ELEMENT_AT -> Optional.of(elementAt(arguments));
      default -> Optional.empty();
    };
  }

  private static Bound array(Arguments arguments) {
    DataType element = arguments.widest(arguments.all());
    return arguments.apply(arguments.convert(arguments.all(), element), DataType.array(element));
  }

  private static Bound map(Arguments arguments) {
    List<Bound> keys = new ArrayList<>();
    List<Bound> values = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i += 2) {
      keys.add(arguments.get(i));
      values.add(arguments.get(i + 1));
    }
    DataType key = arguments.widest(keys);
    DataType value = arguments.widest(values);
    if (containsMap(key)) {
      throw arguments.failure("makes a map with keys of type " + key);
    }
    List<Bound> entries = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      entries.add(arguments.convert(keys.get(i), key));
      entries.add(arguments.convert(values.get(i), value));
    }
    return arguments.apply(entries, DataType.map(key, value));
  }

  private static boolean containsMap(DataType type) {
    if (type instanceof ArrayType array) {
      return containsMap(array.element());
    } else if (type instanceof StructType struct) {
      return struct.fields().stream().anyMatch(field -> containsMap(field.type()));
    }
    return type instanceof MapType;
  }

  private static Bound struct(Arguments arguments) {
    List<StructField> fields = new ArrayList<>();
    List<Bound> values = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i += 2) {
      if (arguments.get(i) instanceof Bound.Constant constant
          && constant.value() instanceof String name) {
        fields.add(StructField.optional(name, arguments.type(i + 1)));
        values.add(arguments.get(i + 1));
      } else {
        throw arguments.refused(i, "a constant name");
      }
    }
    return arguments.apply(values, new StructType(fields));
  }

  private static Bound size(Arguments arguments) {
    DataType type = arguments.type(0);
    if (!(type instanceof ArrayType) && !(type instanceof MapType) && type != DataType.VOID) {
      throw arguments.refused(0, "an array or a map");
    }
    return arguments.apply(DataType.INT);
  }

  private static ArrayType requireArray(Arguments arguments) {
    if (arguments.type(0) instanceof ArrayType array) {
      return array;
    }
    throw arguments.refused(0, "an array");
  }

  private static Bound contains(Arguments arguments) {
    ArrayType array = requireArray(arguments);
    DataType common =
        CommonTypes.tightest(array.element(), arguments.type(1))
            .orElseThrow(() -> arguments.refused(1, "a " + array.element()));
    Binder.requireOrdered(arguments, common);
    Bound list = arguments.convert(arguments.get(0), DataType.array(common));
    return arguments.apply(
        List.of(list, arguments.convert(arguments.get(1), common)), DataType.BOOLEAN);
  }

  private static Bound distinct(Arguments arguments) {
    ArrayType array = requireArray(arguments);
    Binder.requireOrdered(arguments, array.element());
    return arguments.apply(array);
  }

  private static Bound slice(Arguments arguments) {
    ArrayType array = requireArray(arguments);
    return arguments.apply(
        List.of(
            arguments.get(0),
            arguments.implicit(1, DataType.INT),
            arguments.implicit(2, DataType.INT)),
        array);
  }

  private static Bound elementAt(Arguments arguments) {
    if (arguments.type(0) instanceof MapType map) {
      return Binder.mapValue(arguments, map);
    }
    ArrayType array = requireArray(arguments);
    DataType index = arguments.type(1);
    if (!TypeClass.isInteger(index) && index != DataType.VOID) {
      throw arguments.refused(1, "a whole number");
    }
    return arguments.apply(
        List.of(arguments.get(0), arguments.implicit(1, DataType.INT)), array.element());
  }
}
