package dev.lakehouse.types;

/**
 * An array.
 *
 * @param element the type of its elements
 * @param containsNull whether elements may be null
 */
public record ArrayType(DataType element, boolean containsNull) implements DataType {
  @Override
  public String toString() {
    return "array<" + element + ">";
  }
}
