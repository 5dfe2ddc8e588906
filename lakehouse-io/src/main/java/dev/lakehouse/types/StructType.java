package dev.lakehouse.types;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An ordered list of fields: the schema of a table or a nested struct.
 *
 * <p>Names resolve without regard to case and keep their case, as in Spark. Two fields whose names
 * differ in case only are not refused here (foreign files may hold them) but by {@link
 * #requireUniqueNames}.
 */
public final class StructType implements DataType, Iterable<StructField> {
  private final List<StructField> fields;
  private final Map<String, Integer> exact = new LinkedHashMap<>();
  private final Map<String, Integer> folded = new LinkedHashMap<>();

  /** A struct of {@code fields}, in order. */
  public StructType(List<StructField> fields) {
    this.fields = List.copyOf(fields);
    for (int i = 0; i < this.fields.size(); i++) {
      String name = this.fields.get(i).name();
      exact.putIfAbsent(name, i);
      folded.putIfAbsent(name.toLowerCase(Locale.ROOT), i);
    }
  }

  /** A struct of {@code fields}, in order. */
  public static StructType of(StructField... fields) {
    return new StructType(List.of(fields));
  }

  /** The fields, in order. Immutable. */
  public List<StructField> fields() {
    return fields;
  }

  /** How many fields there are. */
  public int size() {
    return fields.size();
  }

  /** The field at {@code index}, from 0. */
  public StructField field(int index) {
    return fields.get(index);
  }

  /** The field called {@code name}: in this case if there is one, else in any case. */
  public Optional<StructField> find(String name) {
    int index = indexOf(name);
    return index < 0 ? Optional.empty() : Optional.of(fields.get(index));
  }

  /**
   * The index of the field called {@code name}: in this case if there is one, else in any case; -1
   * if there is none.
   */
  public int indexOf(String name) {
    Integer index = exact.get(name);
    if (index == null) {
      index = folded.get(name.toLowerCase(Locale.ROOT));
    }
    return index == null ? -1 : index;
  }

  /** The names of the fields, in order. */
  public List<String> names() {
    return fields.stream().map(StructField::name).toList();
  }

  /** This struct with {@code field} at its end. */
  public StructType with(StructField field) {
    List<StructField> longer = new java.util.ArrayList<>(fields);
    longer.add(field);
    return new StructType(longer);
  }

  /**
   * Checks, at every level, that no two fields have names that are equal without regard to case.
   *
   * @throws IllegalArgumentException naming the two fields
   */
  public StructType requireUniqueNames() {
    Map<String, String> seen = new LinkedHashMap<>();
    for (StructField field : fields) {
      String other = seen.putIfAbsent(field.name().toLowerCase(Locale.ROOT), field.name());
      if (other != null) {
        throw new IllegalArgumentException(
            "Column '"
                + field.name()
                + "' stands twice (names are compared without case: '"
                + other
                + "')");
      }
      requireUniqueNames(field.type());
    }
    return this;
  }

  private static void requireUniqueNames(DataType type) {
    if (type instanceof StructType struct) {
      struct.requireUniqueNames();
    } else if (type instanceof ArrayType array) {
      requireUniqueNames(array.element());
    } else if (type instanceof MapType map) {
      requireUniqueNames(map.key());
      requireUniqueNames(map.value());
    }
  }

  @Override
  public Iterator<StructField> iterator() {
    return fields.iterator();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StructType struct && struct.fields.equals(fields);
  }

  @Override
  public int hashCode() {
    return fields.hashCode();
  }

  @Override
  public String toString() {
    return fields.stream()
        .map(field -> field.name() + ":" + field.type())
        .collect(Collectors.joining(",", "struct<", ">"));
  }
}
