package dev.lakehouse.types;

import java.util.Optional;

/**
 * A named column or nested field. Immutable: the {@code with…} and rule methods give a new field.
 *
 * @param name the logical name, in its own case
 * @param type the type
 * @param nullable whether null is allowed
 * @param metadata what the schema says of the field beyond name and type
 */
public record StructField(String name, DataType type, boolean nullable, FieldMetadata metadata) {
  /** A field without metadata. */
  public StructField(String name, DataType type, boolean nullable) {
    this(name, type, nullable, FieldMetadata.EMPTY);
  }

  /** A field that may be null. */
  public static StructField optional(String name, DataType type) {
    return new StructField(name, type, true);
  }

  /** A field that must not be null. */
  public static StructField required(String name, DataType type) {
    return new StructField(name, type, false);
  }

  /** This field with a comment. */
  public StructField comment(String comment) {
    return withMetadata(metadata.with(FieldMetadata.COMMENT, comment));
  }

  /** The comment, if there is one. */
  public Optional<String> comment() {
    return metadata.string(FieldMetadata.COMMENT);
  }

  /** This field with another name. */
  public StructField withName(String newName) {
    return new StructField(newName, type, nullable, metadata);
  }

  /** This field with another type. */
  public StructField withType(DataType newType) {
    return new StructField(name, newType, nullable, metadata);
  }

  /** This field, nullable or not. */
  public StructField withNullable(boolean newNullable) {
    return new StructField(name, type, newNullable, metadata);
  }

  /** This field with other metadata. */
  public StructField withMetadata(FieldMetadata newMetadata) {
    return new StructField(name, type, nullable, newMetadata);
  }
}
