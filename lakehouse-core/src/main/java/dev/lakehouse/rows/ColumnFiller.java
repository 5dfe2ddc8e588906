package dev.lakehouse.rows;

import dev.lakehouse.columnar.Column;
import dev.lakehouse.types.ArrayType;
import dev.lakehouse.types.DataType;
import dev.lakehouse.types.DecimalType;
import dev.lakehouse.types.MapType;
import dev.lakehouse.types.PrimitiveType;
import dev.lakehouse.types.StructType;
import org.jspecify.annotations.Nullable;

/** Makes columns of one value of each of some objects. Not thread-safe: some learn as they go. */
interface ColumnFiller {
  /**
   * The column of the values of the first {@code count} objects; a null object has a null value.
   *
   * @param maxBytes how many bytes of text or binary the column may have
   * @throws Misfit if a value does not fit the column
   * @throws TooWide if it would have more than {@code maxBytes} bytes
   */
  Column fill(@Nullable Object[] objects, int count, int maxBytes);

  /** A filler of columns of {@code type} from values of {@code shape}. */
  static ColumnFiller of(DataType type, ValueShape shape, Getter getter) {
    if (shape instanceof ValueShape.Optionals optional) {
      return of(type, optional.value(), present(getter));
    } else if (shape instanceof ValueShape.Constants) {
      return new TextFiller(names(getter));
    } else if (type instanceof ArrayType array) {
      ValueShape element = ((ValueShape.Lists) shape).element();
      return new NestedFillers.OfLists(
          array, of(array.element(), element, Getter.Objects.SELF), getter);
    } else if (type instanceof MapType map) {
      ValueShape.Maps maps = (ValueShape.Maps) shape;
      return new NestedFillers.OfMaps(
          map,
          of(map.key(), maps.key(), Getter.Objects.SELF),
          of(map.value(), maps.value(), Getter.Objects.SELF),
          getter);
    } else if (type instanceof StructType struct) {
      return NestedFillers.ofStructs(struct, ((ValueShape.Structs) shape).struct(), getter);
    } else if (type instanceof DecimalType decimal) {
      return new FixedFillers.OfDecimals(decimal, getter);
    }
    return ofPrimitive((PrimitiveType) type, getter);
  }

  private static ColumnFiller ofPrimitive(PrimitiveType type, Getter getter) {
    return switch (type) {
      case BOOLEAN -> new FixedFillers.OfBooleans(getter);
      case BYTE, SHORT, INT, DATE -> new FixedFillers.OfInts(type, getter);
      case LONG, TIMESTAMP, TIMESTAMP_NTZ -> new FixedFillers.OfLongs(type, getter);
      case FLOAT, DOUBLE -> new FixedFillers.OfDoubles(type, getter);
      case STRING -> new TextFiller(getter);
      case BINARY -> new NestedFillers.OfBinaries(getter);
      case VARIANT -> new NestedFillers.OfVariants(getter);
      case VOID -> new NestedFillers.OfNulls(getter);
    };
  }

  private static Getter present(Getter getter) {
    Getter.Objects objects = (Getter.Objects) getter;
    return new Getter.Objects(
        object ->
            objects.get().apply(object) instanceof java.util.Optional<?> optional
                ? optional.orElse(null)
                : null);
  }

  private static Getter names(Getter getter) {
    Getter.Objects objects = (Getter.Objects) getter;
    return new Getter.Objects(
        object -> objects.get().apply(object) instanceof Enum<?> constant ? constant.name() : null);
  }
}
