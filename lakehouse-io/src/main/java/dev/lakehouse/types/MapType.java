package dev.lakehouse.types;

/**
 * A map. Keys are never null.
 *
 * @param key the type of its keys
 * @param value the type of its values
 * @param valueContainsNull whether values may be null
 */
public record MapType(DataType key, DataType value, boolean valueContainsNull) implements DataType {
  @Override
  public String toString() {
    return "map<" + key + "," + value + ">";
  }
}
